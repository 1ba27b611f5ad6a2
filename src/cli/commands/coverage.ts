import { Command } from 'commander';
import { COUNTRIES } from '../../model/index.ts';
import { COUNTRY_COVERAGE, REGISTERS, REGISTER_COVERAGE, type CountryCoverage } from '../../registers/index.ts';
import { SnapshotReader, type SnapshotMetadata, type CountryCounts } from '../../snapshot/index.ts';

/** The command `openfirma coverage`: the registers of the 35 countries, and how much of them a snapshot holds. */
export function coverageCommand(): Command {
  return new Command('coverage')
    .description('show the coverage of the 35 countries: registers, companies, officers, licences, what is missing')
    .argument('[snapshot]', 'a snapshot whose counts and dates are shown, too')
    .option('--json', 'print everything as one JSON document')
    .addHelpText('after', '\nExample:\n  openfirma coverage data/openfirma.snapshot\n')
    .action(async (file: string | undefined, { json }: { json?: true }) => {
      const metadata = file === undefined ? undefined : await metadataOf(file);
      const told = [...COUNTRY_COVERAGE].map(([code, coverage]) => ({
        country: code,
        name: COUNTRIES.get(code),
        registers: coverage.registers.map(registerFacts),
        other: coverage.other,
        snapshot: metadata?.countries[code],
      }));
      if (json === true) process.stdout.write(`${JSON.stringify(told, null, 2)}\n`);
      else process.stdout.write([...COUNTRY_COVERAGE].map((entry) => describe(entry, metadata)).join('\n'));
    });
}

async function metadataOf(file: string): Promise<SnapshotMetadata> {
  const reader = SnapshotReader.open(file);
  await reader.close();
  return reader.metadata;
}

function registerFacts(id: string) {
  const register = REGISTERS.get(id);
  return {
    id,
    name: register?.name,
    publisher: register?.publisher,
    address: register?.files.page,
    licence: register?.licence,
    attribution: register?.attribution,
    ...REGISTER_COVERAGE.get(id),
  };
}

function describe(
  [code, { registers, other }]: [string, CountryCoverage],
  metadata: SnapshotMetadata | undefined,
): string {
  const counts = metadata === undefined ? [] : [field('snapshot', countsOf(metadata.countries[code]))];
  const imported = registers.flatMap((id) => {
    const { name, licence, attribution, address, companies, officers, rhythm, missing } = registerFacts(id);
    return [
      field(id, `${name} <${address}>, ${rhythm}, ${licence?.name}`),
      field('', attribution),
      field('companies', companies),
      field('officers', officers),
      // What GLEIF lacks beside a national register is no gap.
      ...(id === 'gleif' && registers.length > 1 ? [] : [field('missing', missing)]),
    ];
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
  const dates = first === undefined ? '' : first === last ? `, of ${first}` : `, of ${first} to ${last}`;
  return `${active} active companies, ${officers} officers${dates}`;
}

function field(name: string, text: string | undefined): string {
  return `  ${name.padEnd(18)}  ${text ?? ''}`;
}
