import { foldName } from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };

/** How many forms are remembered; a register has some dozens. */
const FORMS_MAX = 1000;

/** What a form says of a company. */
interface Form {
  /** Whether it is one person: a sole trader, or a farm, which one person owns. */
  readonly isSole: boolean;
  /** Whether its head office is elsewhere. */
  readonly isUnit: boolean;
}

/** Tells what a form says. Forms are compared folded, because the register writes `ţ` in one place and `ț` in another. */
export class Forms {
  readonly #known = new Map<string, Form>();

  of(form = ''): Form {
    const known = this.#known.get(form);
    if (known !== undefined) return known;
    const folded = foldName(form);
    const begins = (beginnings: readonly string[]): boolean => beginnings.some((one) => folded.startsWith(one));
    const found = { isSole: begins(codes.soleForms), isUnit: begins(codes.unitForms) };
    if (this.#known.size < FORMS_MAX) this.#known.set(form, found);
    return found;
  }
}
