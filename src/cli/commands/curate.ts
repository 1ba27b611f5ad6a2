import { Command, InvalidArgumentError } from 'commander';
import { recordDecision, type Decision } from '../../build/index.ts';
import { COUNTRIES, InputError, codePointCount, isLei, quoteValue } from '../../model/index.ts';
import type { CompanyIdentifier, CompanyLifecycle } from '../../model/index.ts';
import { companyId, JSON_OPTION, printJson } from '../../extra/index.ts';

const HELP = `
A decision is one line of the file of decisions. A comment above it says who decided, when and why. Lines are added and
never changed; the last decision about an id counts. Give the file to every build as the first input:

  openfirma curate restrict co_2tstf4k96nr0wjz2bbwr5g18cc --file decisions.ndjson --decided-by 'A. Clerk' --why 'erasure request 12/26'
  openfirma build --previous data/openfirma.snapshot --out data/openfirma.snapshot decisions.ndjson fi-prh.ndjson.zst

With --snapshot, every id must be an id of that snapshot.
`;

interface CurateFlags {
  readonly file: string;
  readonly decidedBy: string;
  readonly why: string;
  readonly snapshot?: string;
  readonly json?: true;
}

/** The command `openfirma curate`: checks a decision about a record and writes it down. */
export function curateCommand(): Command {
  const curate = new Command('curate').description('record a decision about a company').addHelpText('after', HELP);
  const decision = (usage: string, description: string): Command =>
    curate
      .command(usage)
      .description(description)
      .requiredOption('--file <file>', 'the file of decisions; created if it does not exist')
      .requiredOption('--decided-by <who>', 'who decides; kept as a comment, never served', remark)
      .requiredOption('--why <reason>', 'the reason; kept as a comment, never served', remark)
      .option('--snapshot <file>', 'check the ids against this snapshot')
      .option(...JSON_OPTION);
  decision('redirect <id> <to>', 'redirect an id to the id of the same company').action(
    (from: string, to: string, flags: CurateFlags) =>
      decide(from, { status: 'redirected', canonical_id: companyId(to) }, flags),
  );
  decision('split <id> <successor...>', 'replace a record by several records').action(
    (from: string, to: string[], flags: CurateFlags) => {
      const successors = [...new Set(to.map(companyId))];
      if (successors.length < 2)
        throw new InputError(`Cannot split "${from}" into one record: name at least two, or redirect it`);
      return decide(from, { status: 'split', successor_ids: successors }, flags);
    },
  );
  decision('restrict <id>', 'withhold all values of a record, whatever registers publish').action(
    (from: string, flags: CurateFlags) => decide(from, { status: 'restricted' }, flags),
  );
  decision('release <id>', 'undo a restriction, a redirect or a split').action((from: string, flags: CurateFlags) =>
    decide(from, { status: 'active' }, flags),
  );
  decision(
    'assign <id> <identifier...>',
    'give an id to the company with these identifiers: FI:0112038-9, lei:5493…, key:ro-onrc:J40/1/2020',
  ).action((to: string, tokens: string[], flags: CurateFlags) =>
    record({ id: companyId(to), ...parseIdentity(tokens) }, flags),
  );
  return curate;
}

async function decide(id: string, lifecycle: CompanyLifecycle, flags: CurateFlags): Promise<void> {
  await record({ id: companyId(id), lifecycle }, flags);
}

async function record(
  line: Decision['line'],
  { file, decidedBy: by, why, snapshot, json }: CurateFlags,
): Promise<void> {
  const added = await recordDecision(file, { line, by, why }, snapshot);
  if (json === true) printJson({ file, line, by, why });
  else process.stdout.write(added);
}

function parseIdentity(tokens: readonly string[]): { key?: string; identifiers?: CompanyIdentifier[] } {
  const [key, another] = tokens.filter((token) => token.startsWith('key:')).map((token) => token.slice('key:'.length));
  if (another !== undefined) throw new InputError('Cannot assign several keys at once; record a decision for each');
  const identifiers = tokens.filter((token) => !token.startsWith('key:')).map(parseIdentifier);
  return { ...(key !== undefined && { key }), ...(identifiers.length > 0 && { identifiers }) };
}

function parseIdentifier(token: string): CompanyIdentifier {
  const refuse = (reason: string): never => {
    throw new InputError(`Cannot assign ${quoteValue(token)}: ${reason}`);
  };
  const [, scope = '', value = ''] = /^([^:]+):(.+)$/.exec(token) ?? [];
  if (scope === 'lei') return isLei(value) ? { scheme: 'lei', value } : refuse('the check digits of the LEI are wrong');
  if (value === '') refuse('must be COUNTRY:NUMBER, lei:LEI or key:KEY');
  const country = scope.toUpperCase();
  if (!COUNTRIES.has(country.slice(0, 2))) refuse(`"${scope}" is not one of the 35 countries`);
  return { scheme: 'national_registry_number', value, country_scope: country };
}

/** Parses a remark, which is written as a comment of one line. */
function remark(text: string): string {
  if (/[\p{Cc}\u2028\u2029]/u.test(text) || text.trim() === '' || codePointCount(text) > 1000) {
    throw new InvalidArgumentError('must be one line of 1 to 1,000 characters.');
  }
  return text.trim();
}
