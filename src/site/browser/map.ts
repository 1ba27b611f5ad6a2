/** The coverage map: a tooltip for each country, arrow keys, and links that open the country's entry in the list. */
const map = document.querySelector<SVGSVGElement>('.map svg');
const tooltip = document.querySelector<HTMLElement>('#shown');
const links = [...(map?.querySelectorAll<SVGAElement>('a') ?? [])];

/** The directions of the arrow keys in the drawing, whose y axis points down. */
const DIRECTIONS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Distance of the tooltip from its country, in CSS pixels. */
const GAP = 12;

function show(link: SVGAElement | undefined): void {
  if (tooltip === null || map === null) return;
  tooltip.hidden = link === undefined;
  if (link === undefined) return;
  tooltip.textContent = link.getAttribute('aria-label');
  const sheet = map.getBoundingClientRect();
  const area = link.getBoundingClientRect();
  const centre = area.left + area.width / 2 - sheet.left;
  const left = Math.min(Math.max(0, centre - tooltip.offsetWidth / 2), sheet.width - tooltip.offsetWidth);
  const above = area.top - sheet.top - tooltip.offsetHeight - GAP;
  tooltip.style.left = `${Math.max(0, left)}px`;
  tooltip.style.top = `${above < 0 ? area.bottom - sheet.top + GAP : above}px`;
}

/** Makes a link the only one that the Tab key reaches. */
function enter(link: SVGAElement | undefined): void {
  for (const each of links) each.setAttribute('tabindex', each === link ? '0' : '-1');
}

const readPlace = ({ dataset }: SVGAElement): readonly [number, number] => [Number(dataset['x']), Number(dataset['y'])];

/** Returns the nearest country within 45 degrees of a direction, or else within 70. Distance to the side counts twice. */
function neighbour(from: SVGAElement, direction: readonly [x: number, y: number]): SVGAElement | undefined {
  return nearest(from, direction, 1) ?? nearest(from, direction, 2.75);
}

function nearest(
  from: SVGAElement,
  [dx, dy]: readonly [x: number, y: number],
  asideMax: number,
): SVGAElement | undefined {
  const [x0, y0] = readPlace(from);
  const ahead = links.flatMap((link) => {
    const [x, y] = readPlace(link);
    const [along, aside] = [(x - x0) * dx + (y - y0) * dy, Math.abs((x - x0) * dy) + Math.abs((y - y0) * dx)];
    return along > 0 && aside <= asideMax * along ? [{ link, distance: along + 2 * aside }] : [];
  });
  return ahead.toSorted((a, b) => a.distance - b.distance)[0]?.link;
}

function openTarget(): void {
  const entry = document.getElementById(location.hash.slice(1));
  if (entry instanceof HTMLDetailsElement) entry.open = true;
}

for (const link of links) {
  // The tooltip replaces the title, which has the same text.
  link.querySelector('title')?.remove();
  link.addEventListener('pointerenter', () => show(link));
  link.addEventListener('pointerleave', () => show(undefined));
  link.addEventListener('focus', () => show(link));
  link.addEventListener('blur', () => show(undefined));
  // Needed for a second click on the same link, which does not change the address.
  link.addEventListener('click', () => setTimeout(openTarget));
}
map?.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') show(undefined);
  const direction = DIRECTIONS[event.key];
  const from = links.find((link) => link === document.activeElement);
  if (direction === undefined || from === undefined) return;
  event.preventDefault();
  const to = neighbour(from, direction);
  enter(to ?? from);
  to?.focus();
});
enter(links[0]);
addEventListener('hashchange', openTarget);
openTarget();
