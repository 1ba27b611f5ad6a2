import { Command } from 'commander';
import { COUNTRIES, counted, isSample, type RegisterFacts } from '../../model/index.ts';
import { COUNTRY_COVERAGE, REGISTERS, type CountryCoverage } from '../../registers/index.ts';
import type { CountryCounts, SnapshotMetadata } from '../../snapshot/index.ts';
import { JSON_OPTION, printJson } from '../../extra/index.ts';
import { overdueText, readMetadata } from '../snapshot-file.ts';

/** The command `openfirma coverage`: the registers of the 35 countries, and how much of them a snapshot holds. */
export function coverageCommand(): Command {
  return new Command('coverage')
    .description('show the coverage of the 35 countries: registers, companies, officers, licences, what is missing')
    .argument('[snapshot]', 'a snapshot whose counts and dates are shown, too')
    .option(...JSON_OPTION)
    .addHelpText('after', '\nExample:\n  openfirma coverage data/openfirma.snapshot\n')
    .action(async (file: string | undefined, { json }: { json?: true }) => {
      const metadata = file === undefined ? undefined : await readMetadata(file);
      const isInvented = metadata !== undefined && isSample(metadata);
      const countries = [...COUNTRY_COVERAGE].map(([code, coverage]) => ({
        country: code,
        name: COUNTRIES.get(code),
        registers: listRegisters(coverage, metadata).map((id) => registerFacts(id, code, metadata)),
        other: isInvented ? undefined : coverage.other,
        snapshot: metadata?.countries[code],
      }));
      if (json === true) printJson(countries);
      else {
        if (isInvented) process.stdout.write(`${INVENTED}\n\n`);
        process.stdout.write(countries.map((country) => describe(country, metadata !== undefined)).join('\n'));
      }
    });
}

const INVENTED = 'The companies of this snapshot are invented: it is made of the sample.';

/** Returns the registers of a country that are in the snapshot; without a snapshot, all that can be imported. */
function listRegisters({ registers }: CountryCoverage, metadata: SnapshotMetadata | undefined): readonly string[] {
  return metadata === undefined ? registers : registers.filter((id) => metadata.registers[id] !== undefined);
}

function registerFacts(id: string, country: string, metadata: SnapshotMetadata | undefined) {
  const register = REGISTERS.get(id);
  return {
    id,
    name: register?.name,
    publisher: register?.publisher,
    address: register?.files.page,
    licence: register?.licence,
    attribution: register?.attribution,
    ...register?.coverage,
    data: metadata && findData(id, country, metadata),
  };
}

/** Returns what a register has in a snapshot: of an index of many countries, only the companies of this one. */
function findData(id: string, country: string, { registers, countries }: SnapshotMetadata): RegisterFacts | undefined {
  const facts = registers[id];
  if (facts === undefined || REGISTERS.get(id)?.isIndex !== true) return facts;
  const { met: { [country]: met } = {}, ...rest } = facts;
  const lines = met && Object.values(met).reduce((sum, counts) => sum + counts.lines, 0);
  const companies = lines ?? countries[country]?.active ?? 0;
  return { ...rest, companies, lines: companies, ...(met !== undefined && { met: { [country]: met } }) };
}

interface CountryFacts {
  readonly country: string;
  readonly name: string | undefined;
  readonly registers: readonly ReturnType<typeof registerFacts>[];
  readonly other: CountryCoverage['other'] | undefined;
  readonly snapshot: CountryCounts | undefined;
}

function describe({ country, name, registers, other, snapshot }: CountryFacts, isOfSnapshot: boolean): string {
  const imported = registers.flatMap(({ id, data, ...facts }) => [
    field(id, `${facts.name} <${facts.address}>, ${facts.rhythm}, ${facts.licence?.name}`),
    field('', facts.attribution),
    ...(data === undefined ? [] : [field('data', formatData(data))]),
    ...(data === undefined ? [] : overdueText(data)).map((text) => field('OVERDUE', text)),
    field('companies', facts.companies),
    field('officers', facts.officers),
    // Where there is a national register, gaps of GLEIF do not matter.
    ...(id !== 'gleif' || registers.length === 1 ? [field('missing', facts.missing)] : []),
  ]);
  const unused = other && [
    field('not used', `${other.name}, ${other.publisher} <${other.address}>, ${other.licence}`),
    field('companies', other.companies),
    field('officers', other.officers),
    field('why', other.missing),
  ];
  const counts = isOfSnapshot ? [field('snapshot', formatCounts(snapshot))] : [];
  return [`${country} ${name}`, ...counts, ...imported, ...(unused ?? []), ''].join('\n');
}

function formatCounts(counts: CountryCounts | undefined): string {
  return counts === undefined ? 'nothing' : `${counted(counts.active, 'company')}${officersAndDates(counts)}`;
}

function formatData({ companies, imported_at: at, ...facts }: RegisterFacts): string {
  return `${counted(companies, 'company')}${officersAndDates(facts)}${at === undefined ? '' : `, imported ${at}`}`;
}

function officersAndDates(counts: Pick<CountryCounts, 'officers' | 'as_of_first' | 'as_of_last'>): string {
  const { officers, as_of_first: first, as_of_last: last } = counts;
  const dates = first === undefined ? '' : first === last ? `, of ${first}` : `, of ${first} to ${last}`;
  return (officers === 0 ? '' : `, ${counted(officers, 'officer')}`) + dates;
}

function field(name: string, text: string | undefined): string {
  return `  ${name.padEnd(18)}  ${text ?? ''}`;
}
