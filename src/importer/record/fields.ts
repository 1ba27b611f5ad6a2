import { DEPTH_MAX } from '../limits.ts';
import { FieldFault } from './field-fault.ts';

/** A node in the tree of known fields. */
interface Known {
  readonly below: Map<string, Known>;
  /** Whether the field may have a value. */
  value: boolean;
  /** Whether everything below it is known. */
  subtree: boolean;
}

const LIST_POSITION = /^\d+$/;

/**
 * The taken and the ignored fields of an importer. Other fields of a record are leftovers, which go to the report, so that a new column
 * of the publisher is noticed.
 *
 * A field is a path of names without list positions: `Entity.SuccessorEntity.SuccessorLEI` is the CSV column
 * `Entity.SuccessorEntity.1.SuccessorLEI` and the same path through a JSON array. `A.B.*` is `A.B` and everything below it.
 */
export class KnownFields {
  readonly #root: Known = { below: new Map(), value: false, subtree: false };

  constructor(...lists: (readonly string[])[]) {
    for (const path of lists.flat()) {
      const subtree = path.endsWith('.*');
      let at = this.#root;
      for (const name of (subtree ? path.slice(0, -2) : path).split('.')) {
        const next: Known = at.below.get(name) ?? { below: new Map(), value: false, subtree: false };
        at.below.set(name, next);
        at = next;
      }
      at.value = true;
      at.subtree ||= subtree;
    }
  }

  /** Whether a CSV column is known. Numbered repetitions are one field. */
  hasColumn(column: string): boolean {
    let at = this.#root;
    for (const name of column.split('.')) {
      if (at.subtree) return true;
      if (LIST_POSITION.test(name)) continue;
      const next = at.below.get(name);
      if (next === undefined) return false;
      at = next;
    }
    return at.value;
  }

  /** Calls `found` with the path of every unknown part of a JSON value. @throws {FieldFault} where it is too deep */
  leftovers(value: unknown, found: (path: string) => void): void {
    visit(this.#root, value, '', found);
  }
}

function visit(at: Known, value: unknown, path: string, found: (path: string) => void, depth = 0): void {
  if (depth > DEPTH_MAX) throw new FieldFault(path, `is more than ${DEPTH_MAX} levels deep`);
  if (at.subtree) return;
  if (typeof value !== 'object' || value === null) {
    if (!at.value) found(path);
    return;
  }
  if (Array.isArray(value)) {
    for (const member of value) visit(at, member, path, found, depth + 1);
    return;
  }
  for (const name in value) {
    const next = at.below.get(name);
    const below = path === '' ? name : `${path}.${name}`;
    if (next === undefined) found(below);
    else visit(next, (value as Record<string, unknown>)[name], below, found, depth + 1);
  }
}
