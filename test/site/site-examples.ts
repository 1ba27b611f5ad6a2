/** The examples on the site's pages, as a reader would copy them. */
import assert from 'node:assert/strict';

/** The values of `data-run`: the program that runs an example. */
export const RUNNERS = ['sh', 'node', 'python', 'browser'] as const;

/** An example of a page and the output that the page shows. */
export interface Example {
  readonly page: string;
  readonly runner: (typeof RUNNERS)[number];
  readonly code: string;
  readonly prints: string;
}

const EXAMPLE =
  /<pre[^>]* data-run="(\w+)"[^>]*><code>([^]*?)<\/code><\/pre>\s*(?:<pre[^>]* data-prints><code>([^]*?)<\/code>)?/g;

/** Returns every example on the pages in the sitemap of a service. */
export async function siteExamples(address: string): Promise<Example[]> {
  const map = await (await fetch(`${address}/sitemap.xml`)).text();
  const pages = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, page = '']) => page);
  const found = await Promise.all(pages.map(async (page) => findExamples(page, await (await fetch(page)).text())));
  return found.flat();
}

function findExamples(page: string, html: string): Example[] {
  const examples = [...html.matchAll(EXAMPLE)].map(([, name, code = '', prints]) => {
    const runner = RUNNERS.find((known) => known === name);
    assert.ok(
      runner !== undefined && prints !== undefined,
      `${page}: "${name}" is a known runner, and the output is shown`,
    );
    return { page, runner, code: unescaped(code), prints: unescaped(prints) };
  });
  assert.equal(examples.length, html.split(' data-run=').length - 1, `${page}: every example was read`);
  return examples;
}

/** Returns the curl commands that a page shows. */
export async function requestsOn(page: string): Promise<string[]> {
  const html = await (await fetch(page)).text();
  return [...html.matchAll(/<code>(curl [^<]*)<\/code>/g)].map(([, code = '']) => unescaped(code));
}

/** Returns the text of code, which may be coloured. */
function unescaped(text: string): string {
  return text
    .replaceAll(/<\/?span[^>]*>/g, '')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}

/** Returns a text without trailing white space, and JSON without formatting. */
function flat(text: string): string {
  return text.trim().startsWith('{') ? JSON.stringify(JSON.parse(text)) : text.trimEnd();
}

/** Asserts that an example printed the output on its page, in which "…" matches any text. */
export function assertPrinted({ page, code, prints }: Example, printed: string): void {
  const shown = flat(prints)
    .split('…')
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
    .join('.*');
  assert.match(flat(printed), new RegExp(`^${shown}$`), `${page}\n${code}`);
}
