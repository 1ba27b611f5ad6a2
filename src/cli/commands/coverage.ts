import { Command } from 'commander';
import { COUNTRIES, isSample, type RegisterFacts } from '../../model/index.ts';
import { COUNTRY_COVERAGE, REGISTERS, REGISTER_COVERAGE, type CountryCoverage } from '../../registers/index.ts';
import type { CountryCounts, SnapshotMetadata } from '../../snapshot/index.ts';
import { JSON_OPTION, printJson } from '../../extra/index.ts';
import { metadataOf, overdueText } from '../snapshot-file.ts';

/** The command `openfirma coverage`: the registers of the 35 countries, and how much of them a snapshot holds. */
export function coverageCommand(): Command {
  return new Command('coverage')
    .description('show the coverage of the 35 countries: registers, companies, officers, licences, what is missing')
    .argument('[snapshot]', 'a snapshot whose counts and dates are shown, too')
    .option(...JSON_OPTION)
    .addHelpText('after', '\nExample:\n  openfirma coverage data/openfirma.snapshot\n')
    .action(async (file: string | undefined, { json }: { json?: true }) => {
      const metadata = file === undefined ? undefined : await metadataOf(file);
      const countries = [...COUNTRY_COVERAGE].map(([code, coverage]) => ({
        country: code,
        name: COUNTRIES.get(code),
        registers: registersIn(coverage, metadata).map((id) => registerFacts(id, metadata)),
        other: metadata !== undefined && isSample(metadata) ? undefined : coverage.other,
        snapshot: metadata?.countries[code],
      }));
      if (json === true) printJson(countries);
      else {
        if (metadata !== undefined && isSample(metadata)) process.stdout.write(`${INVENTED}\n\n`);
        process.stdout.write([...COUNTRY_COVERAGE].map((entry) => describe(entry, metadata)).join('\n'));
      }
    });
}

const INVENTED = 'The companies of this snapshot are invented: it is made of the sample.';

/** The registers of a country: those that were imported into the snapshot, without one all that can be. */
function registersIn({ registers }: CountryCoverage, metadata: SnapshotMetadata | undefined): readonly string[] {
  return metadata === undefined ? registers : registers.filter((id) => metadata.registers[id] !== undefined);
}

function registerFacts(id: string, metadata: SnapshotMetadata | undefined) {
  const register = REGISTERS.get(id);
  return {
    id,
    name: register?.name,
    publisher: register?.publisher,
    address: register?.files.page,
    licence: register?.licence,
    attribution: register?.attribution,
    ...REGISTER_COVERAGE.get(id),
    data: metadata?.registers[id],
  };
}

function describe([code, coverage]: [string, CountryCoverage], metadata: SnapshotMetadata | undefined): string {
  const registers = registersIn(coverage, metadata);
  const other = metadata !== undefined && isSample(metadata) ? undefined : coverage.other;
  const counts = metadata === undefined ? [] : [field('snapshot', countsOf(metadata.countries[code]))];
  const imported = registers.flatMap((id) => {
    const { name, licence, attribution, address, companies, officers, rhythm, missing, data } = registerFacts(
      id,
      metadata,
    );
    const fields = [
      field(id, `${name} <${address}>, ${rhythm}, ${licence?.name}`),
      field('', attribution),
      field('companies', companies),
      field('officers', officers),
    ];
    if (data !== undefined)
      fields.splice(2, 0, field('data', dataOf(data)), ...overdueText(data).map((text) => field('OVERDUE', text)));
    // Beside a national register, GLEIF need not be complete.
    if (id !== 'gleif' || registers.length === 1) fields.push(field('missing', missing));
    return fields;
  });
  const unused =
    other === undefined
      ? []
      : [
          field('not used', `${other.name}, ${other.publisher} <${other.address}>, ${other.licence}`),
          field('companies', other.companies),
          field('officers', other.officers),
          field('why', other.missing),
        ];
  return [`${code} ${COUNTRIES.get(code)}`, ...counts, ...imported, ...unused, ''].join('\n');
}

function countsOf(counts: CountryCounts | undefined): string {
  if (counts === undefined) return 'nothing';
  const { active, officers, as_of_first: first, as_of_last: last } = counts;
  return `${active} active companies${officers === 0 ? '' : `, ${officers} officers`}${datesText(first, last)}`;
}

function dataOf({ companies, officers, as_of_first: first, as_of_last: last, imported_at: at }: RegisterFacts): string {
  const imported = at === undefined ? '' : `, imported ${at}`;
  return `${companies} companies${officers === 0 ? '' : `, ${officers} officers`}${datesText(first, last)}${imported}`;
}

function datesText(first: string | undefined, last: string | undefined): string {
  return first === undefined ? '' : first === last ? `, of ${first}` : `, of ${first} to ${last}`;
}

function field(name: string, text: string | undefined): string {
  return `  ${name.padEnd(18)}  ${text ?? ''}`;
}
