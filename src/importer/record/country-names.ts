import { NamedCountries } from '../../model/index.ts';
import type { Reporting } from '../report.ts';

/** The countries of ISO 3166-1 by their names in one language, and by those that the register uses. */
export class CountryNames extends NamedCountries {
  /** Returns the code of the country with a published name. Any name for which `findCode` has no code is counted as unknown. */
  readCode(run: Reporting, field: string, name: string | undefined): string | undefined {
    const code = name === undefined ? undefined : this.findCode(name);
    if (name !== undefined && code === undefined) run.report.unknownCode(field, name, 'left out');
    return code;
  }
}
