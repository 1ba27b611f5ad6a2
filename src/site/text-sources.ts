/** The sources of the texts of the site, which `texts.ts` renders. @module */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { attributionText, rateLimitOf, RATE_LIMIT, SEARCH_LIMITS, type ServiceFacts } from '../contract/index.ts';

/** A text as it is, for programs. */
export function plainTextOf(facts: ServiceFacts, name: string, values: Readonly<Record<string, string>>): string {
  return filled(sourceOf(name), facts, values, String);
}

/** The Markdown of a text. */
export function sourceOf(name: string): string {
  return readFileSync(join(import.meta.dirname, 'texts', `${name}.md`), 'utf8');
}

/** Replaces each `{{name}}` by its value. Throws where there is no such value. */
export function filled<Value>(
  text: string,
  facts: ServiceFacts,
  values: Readonly<Record<string, Value>>,
  textFor: (value: Value | string | number) => string,
): string {
  const { baseUrl, siteUrl, dataProvider } = facts;
  const attribution = attributionText(dataProvider);
  const limit = { requests: rateLimitOf(facts), windowSeconds: RATE_LIMIT.windowSeconds };
  const known = { baseUrl, siteUrl, attribution, ...limit, ...SEARCH_LIMITS, ...values };
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    if (!Object.hasOwn(known, name)) throw new Error(`Cannot fill "{{${name}}}" in a text of the site: no such value`);
    return textFor(known[name as keyof typeof known]);
  });
}
