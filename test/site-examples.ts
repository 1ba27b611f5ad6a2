/** The examples of the site's pages, as a reader would copy them. */
import assert from 'node:assert/strict';

/** What runs an example, by the attribute of its element. */
export const RUNNERS = ['sh', 'node', 'python', 'browser'] as const;

/** An example of a page and what the page says that it prints. */
export interface Example {
  readonly page: string;
  readonly runner: (typeof RUNNERS)[number];
  readonly code: string;
  readonly prints: string;
}

const EXAMPLE =
  /<pre[^>]* data-run="(\w+)"[^>]*><code>([^<]*)<\/code><\/pre>\s*(?:<pre[^>]* data-prints><code>([^<]*)<\/code>)?/g;

/** Every example of the pages that a service's map of the site names. */
export async function siteExamples(address: string): Promise<Example[]> {
  const map = await (await fetch(`${address}/sitemap.xml`)).text();
  const pages = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, page = '']) => page);
  const found = await Promise.all(pages.map(async (page) => examplesOf(page, await (await fetch(page)).text())));
  return found.flat();
}

function examplesOf(page: string, html: string): Example[] {
  const examples = [...html.matchAll(EXAMPLE)].map(([, name, code = '', prints]) => {
    const runner = RUNNERS.find((known) => known === name);
    assert.ok(runner !== undefined && prints !== undefined, `${page}: "${name}" is known, and what it prints is shown`);
    return { page, runner, code: unescaped(code), prints: unescaped(prints) };
  });
  assert.equal(examples.length, html.split(' data-run=').length - 1, `${page}: every example was read`);
  return examples;
}

/** The requests that a page of data shows, as commands of a shell. */
export async function requestsOn(page: string): Promise<string[]> {
  const html = await (await fetch(page)).text();
  return [...html.matchAll(/<code>(curl [^<]*)<\/code>/g)].map(([, code = '']) => unescaped(code));
}

function unescaped(text: string): string {
  return text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}

/** A text without what nobody sees; JSON by what it says, not by its blanks. */
function flat(text: string): string {
  return text.trim().startsWith('{') ? JSON.stringify(JSON.parse(text)) : text.trimEnd();
}

/** Asserts that an example printed what its page shows, where "…" stands for anything. */
export function assertPrinted({ page, code, prints }: Example, printed: string): void {
  const shown = flat(prints)
    .split('…')
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
    .join('.*');
  assert.match(flat(printed), new RegExp(`^${shown}$`), `${page}\n${code}`);
}
