/** Colours come from the page: from its `color-scheme`, or from the custom properties that it sets. */
const CSS = `
:host {
  --_ink: var(--company-search-ink, CanvasText);
  --_ground: var(--company-search-ground, Canvas);
  --_quiet: var(--company-search-quiet, color-mix(in srgb, CanvasText 70%, Canvas));
  --_line: var(--company-search-line, color-mix(in srgb, CanvasText 50%, Canvas));
  --_accent: var(--company-search-accent, light-dark(#0b5a73, #7cc7dd));
  --_chosen: var(--company-search-accent-ground, color-mix(in srgb, var(--_accent) 14%, var(--_ground)));
  --_warn: var(--company-search-warn, light-dark(#8a3b12, #f0b48c));
  --_radius: var(--company-search-radius, 0.5rem);
  display: block;
  color: var(--_ink);
  text-align: start;
}
:host([hidden]), [hidden] { display: none !important; }
* { box-sizing: border-box; }
.row { display: flex; flex-wrap: wrap; align-items: end; gap: 0.75rem; }
.row > * { min-inline-size: 0; }
.search { flex: 999 1 18rem; }
.field { position: relative; }
.anchor { position: absolute; inset: 0; pointer-events: none; outline: none; }
.country { flex: 1 1 12rem; }
label { display: block; margin-block-end: 0.25rem; color: var(--_quiet); font-size: 0.9em; }
input, select, button {
  font: inherit;
  color: inherit;
  background: var(--_ground);
  border: 1px solid var(--_line);
  border-radius: var(--_radius);
  padding: 0.55em 0.8em;
}
input, select { inline-size: 100%; block-size: 2.9em; margin: 0; text-overflow: ellipsis; }
input::placeholder { color: var(--_quiet); opacity: 1; }
:disabled { opacity: 0.6; }
:focus-visible { outline: 3px solid var(--_accent); outline-offset: 1px; }
:host(:state(invalid)) input { border-color: var(--_warn); }
.popup {
  position: absolute;
  z-index: 10;
  inset-inline: 0;
  inset-block-start: calc(100% + 0.35rem);
  background: var(--_ground);
  border: 1px solid var(--_line);
  border-radius: var(--_radius);
  box-shadow: 0 0.5rem 1.5rem rgb(0 0 0 / 18%);
  overflow: hidden;
}
ul { list-style: none; margin: 0; padding: 0.25rem; max-block-size: min(24rem, 50vh); overflow-y: auto; overscroll-behavior: contain; }
li { padding: 0.45em 0.6em; border-radius: calc(var(--_radius) - 0.15rem); cursor: pointer; overflow-wrap: anywhere; }
li:hover { background: color-mix(in srgb, var(--_chosen) 50%, var(--_ground)); }
li[aria-selected='true'] { background: var(--_chosen); box-shadow: inset 0 0 0 2px var(--_accent); }
small { display: block; color: var(--_quiet); font-size: 0.85em; }
small:empty::before { content: '\\a0'; }
p { margin: 0; color: var(--_quiet); font-size: 0.85em; line-height: 1.5; }
.popup p { padding: 0.5em 0.85em; }
ul:not([hidden]) ~ p { border-block-start: 1px solid color-mix(in srgb, var(--_line) 35%, var(--_ground)); }
.note { margin-block-start: 0.35rem; min-block-size: 1.5em; }
.fault { color: var(--_warn); }
button { margin-inline-start: 0.75em; padding: 0.2em 0.7em; color: var(--_accent); border-color: currentColor; cursor: pointer; }
.status { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (prefers-reduced-motion: no-preference) {
  .busy { animation: breathe 1.4s ease-in-out infinite alternate; }
  @keyframes breathe { to { opacity: 0.5; } }
}
@media (forced-colors: active) {
  li[aria-selected='true'] { outline: 2px solid Highlight; outline-offset: -2px; }
}
`;

let sheet: CSSStyleSheet | undefined;

/** The styles of `<company-search>`. A content security policy does not restrict style sheets that a script constructs. */
export function styleSheet(): CSSStyleSheet {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(CSS);
  }
  return sheet;
}
