import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { attributionText, RATE_LIMIT, SEARCH_LIMITS } from '../contract/index.ts';
import { Html, markup, type Child } from './html.ts';
import { markdown } from './markdown.ts';
import type { SiteFacts } from './site-facts.ts';

/** The values of a text by name. */
export type Values = Readonly<Record<string, Child>>;

/** A text in `texts/`, in Markdown, as HTML. `{{name}}` in it is a value: one of those that many texts have, or of `values`. */
export function textOf(facts: SiteFacts, name: string, values: Values = {}): Html {
  return rendered(sourceOf(name), facts, values);
}

/** The sections of a text with their headings. */
export function sectionsOf(facts: SiteFacts, name: string): (readonly [heading: string, content: Html])[] {
  return sourceOf(name)
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [heading = ''] = section.split('\n', 1);
      return [heading, rendered(section.slice(heading.length), facts, {})];
    });
}

function sourceOf(name: string): string {
  return readFileSync(join(import.meta.dirname, 'texts', `${name}.md`), 'utf8');
}

function rendered(source: string, facts: SiteFacts, values: Values): Html {
  const { root, baseUrl, dataProvider } = facts;
  const known: Values = {
    baseUrl,
    attribution: attributionText(dataProvider),
    ...RATE_LIMIT,
    ...SEARCH_LIMITS,
    ...values,
  };
  const { text } = markdown(source, root);
  // A value that is a paragraph of its own is a block.
  return new Html(
    text.trimEnd().replaceAll(/<p>\{\{(\w+)\}\}<\/p>|\{\{(\w+)\}\}/g, (_, block?: string, inline = '') => {
      const name = block ?? inline;
      if (!(name in known)) throw new Error(`Cannot fill "{{${name}}}" in a text of the site: it has no such value`);
      return markup`${known[name]}`.text;
    }),
  );
}
