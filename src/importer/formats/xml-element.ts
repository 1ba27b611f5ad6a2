import { COLUMNS_MAX } from '../limits.ts';
import { ownText } from './own-text.ts';

/**
 * An element as a plain object, as in the JSON edition of GLEIF: text is `$`, attributes are `@name`, children have their local names,
 * and repeated children are arrays.
 */
export interface XmlElement {
  [name: string]: string | XmlElement | XmlElement[];
}

/** Makes an object without prototype: an element may have the name `constructor` or `__proto__`. */
export const BareElement = function BareElement(): void {} as unknown as new () => XmlElement;
BareElement.prototype = Object.create(null);

export function addChild(parent: XmlElement, name: string, element: XmlElement): void {
  const before = parent[name];
  if (before === undefined) parent[name] = element;
  else if (Array.isArray(before)) before.push(element);
  else if (typeof before === 'object') parent[name] = [before, element];
}

/** Whether an attribute declares a namespace. */
export function isNamespace(attribute: string): boolean {
  return attribute === 'xmlns' || attribute.startsWith('xmlns:');
}

export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Returns the function that names the members for attributes. */
export function attributeNames(areBare = false): (name: string) => string {
  return remembered((name) => `@${areBare ? localName(name) : name}`);
}

/** Caches the results of `derive` by name. The engine finds a property faster if it has seen the same string object before. */
export function remembered(derive: (name: string) => string): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const derived = derive(name);
    if (known.size < COLUMNS_MAX) known.set(ownText(name), derived);
    return derived;
  };
}
