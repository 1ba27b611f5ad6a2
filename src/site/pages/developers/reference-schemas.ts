/** The resources of the API as tables of fields. */
import { Html, cards, markup, withCode, type Child } from '../../html.ts';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly pattern?: string;
  readonly format?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly default?: number;
}

/** A section for each named schema: its fields, or the rules of its text. */
export function schemaSections(schemas: Readonly<Record<string, Schema>>, addressOf: (name: string) => string): Html[] {
  return Object.entries(schemas).map(
    ([name, schema]) => markup`<h3 id="${anchorOf(name)}">${name}</h3>
<p>${withCode(schema.description ?? '')} <a href="${addressOf(name)}">JSON Schema</a></p>
${schema.properties === undefined ? markup`<p>${typeOf(schema)}</p>` : fieldsOf(name, schema)}
`,
  );
}

function fieldsOf(name: string, { properties = {}, required = [] }: Schema): Html {
  const rows = Object.entries(properties).map(([field, schema]) => [
    markup`<code>${field}</code>`,
    markup`${typeOf(schema)}${!required.includes(field) && new Html('<br><span class="quiet">may be absent</span>')}`,
    markup`${withCode(schema.description ?? '')}`,
  ]);
  return cards(`Fields of ${name}`, ['Field', 'Type', 'Meaning'], rows);
}

/** The type of a value in words, with its rules and links to named schemas. */
export function typeOf(schema: Schema): Html {
  const { $ref, type = 'string', items, enum: values, anyOf, const: only } = schema;
  if ($ref !== undefined) return linkTo($ref);
  if (items !== undefined) return markup`array of ${typeOf(items)}`;
  const choices = values ?? anyOf?.flatMap((choice) => choice.const ?? []) ?? (only === undefined ? [] : [only]);
  if (choices.length > 0) return listed(choices.map((choice) => markup`<code>${choice}</code>`));
  const words = typeof type === 'string' ? type : type.join(' or ');
  return listed([markup`${words}`, ...rulesOf(schema)]);
}

function rulesOf({ minimum, maximum, minLength, default: standard, pattern, format }: Schema): Html[] {
  const rules: readonly Child[] = [
    minimum !== undefined && maximum !== undefined && `${minimum} to ${maximum}`,
    minLength !== undefined && minLength > 1 && `at least ${minLength} characters`,
    standard !== undefined && `${standard} if it is left out`,
    format !== undefined && markup`<code>${format}</code>`,
    pattern !== undefined && markup`<code>${pattern}</code>`,
  ];
  return rules.filter((rule) => rule !== false).map((rule) => markup`${rule}`);
}

function listed(parts: readonly Html[]): Html {
  return markup`${parts.map((part, i) => markup`${i > 0 && ', '}${part}`)}`;
}

function linkTo(reference: string): Html {
  const name = reference.split('/').at(-1) ?? '';
  return markup`<a href="#${anchorOf(name)}">${name}</a>`;
}

export function anchorOf(name: string): string {
  return `schema-${name}`;
}
