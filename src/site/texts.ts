/**
 * The Markdown texts of the site in `texts/`. `{{name}}` in a text is replaced by a value that all texts have, or by one of its page.
 * @module
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RATE_LIMIT, SEARCH_LIMITS, attributionText, rateLimitOf, type DoorDeclaration } from '../contract/index.ts';
import { Html, markup, type Child } from './html.ts';
import { markdown } from './markdown.ts';
import type { SiteFacts } from './site-facts.ts';

/** The values for a text, by name. */
export type Values = Readonly<Record<string, Child | true>>;

/** Returns a text as HTML. */
export function renderText(facts: SiteFacts, name: string, values: Values = {}): Html {
  return rendered(readSource(name), facts, values);
}

/** Returns a text as Markdown, for programs. */
export function fillText(facts: SiteFacts, name: string, values: Readonly<Record<string, string>>): string {
  return filled(readSource(name), facts, values, String);
}

/** Returns the sections of a text, each with its heading. */
export function renderSections(
  facts: SiteFacts,
  name: string,
  values: Values = {},
): (readonly [heading: string, content: Html])[] {
  return readSource(name)
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [heading = ''] = section.split('\n', 1);
      return [heading, rendered(section.slice(heading.length), facts, values)];
    });
}

/** Returns a function that makes the page of a door: `page.md` in its folder, with the values `requests` and `cost` of its limit. */
export function doorPage(
  folder: string,
  { requests, cost }: Pick<DoorDeclaration, 'requests' | 'cost'>,
  loadValues: (facts: SiteFacts) => Promise<Values>,
): (facts: SiteFacts) => Promise<{ readonly main: Html }> {
  const source = readFileSync(join(folder, 'page.md'), 'utf8');
  return async (facts) => ({ main: rendered(source, facts, { requests, cost, ...(await loadValues(facts)) }) });
}

function readSource(name: string): string {
  return readFileSync(join(import.meta.dirname, 'texts', `${name}.md`), 'utf8');
}

function rendered(source: string, facts: SiteFacts, values: Values): Html {
  const text = markdown(source, facts.root)
    // A value that is a whole paragraph or a whole list item replaces it: it may be a block or several items.
    .text.replaceAll(/<(p|li)>(\{\{\w+\}\})<\/\1>/g, '$2')
    // A paragraph or a table row that begins with `{{?name}}` is kept only if that value is true.
    .replaceAll(
      /<(p|tr)>(<th [^>]*>)?\{\{\?(\w+)\}\} (.*?)<\/\1>\n/gs,
      (_, tag: string, head = '', name: string, rest: string) => {
        if (!Object.hasOwn(values, name))
          throw new Error(`A text of the site depends on "${name}", which is not given`);
        return values[name] === true ? `<${tag}>${head}${rest}</${tag}>\n` : '';
      },
    );
  return new Html(filled(text.trimEnd(), facts, values, (value) => markup`${value}`.text));
}

/** Replaces each `{{name}}` with its value. Throws if there is no such value. */
function filled(text: string, facts: SiteFacts, values: Values, textFor: (value: Child) => string): string {
  const { root, api, baseUrl, siteUrl, dataProvider } = facts;
  const limit = { requests: rateLimitOf(facts), windowSeconds: RATE_LIMIT.windowSeconds, ...SEARCH_LIMITS };
  const known: Values = {
    root,
    api,
    baseUrl,
    siteUrl,
    attribution: attributionText(dataProvider),
    ...limit,
    ...values,
  };
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    if (!Object.hasOwn(known, name)) throw new Error(`Cannot fill "{{${name}}}" in a text of the site: no such value`);
    const value = known[name];
    return textFor(value === true ? undefined : value);
  });
}
