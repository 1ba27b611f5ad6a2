import { Argument, Command } from 'commander';
import { REGISTERS, describeOfficers, findRegister, formatProof } from '../../registers/index.ts';
import { JSON_OPTION, withWords, printJson } from '../../extra/index.ts';

/** The command `openfirma registers`: lists the registers that can be imported, or prints one. */
export function registersCommand(): Command {
  return new Command('registers')
    .description('list the registers that can be imported, or print what one has and lacks')
    .addArgument(withWords(new Argument('[register]', 'the id of a register'), [...REGISTERS.keys()]))
    .option(...JSON_OPTION)
    .action((id: string | undefined, { json }: { json?: true }) => {
      const register = id === undefined ? undefined : findRegister(id);
      if (json !== true) process.stdout.write(register === undefined ? registersTable() : registerText(register));
      else printJson(register === undefined ? [...REGISTERS.values()].map(toFacts) : toDeclaredFacts(register));
    });
}

type Register = ReturnType<typeof findRegister>;

function toFacts(register: Register): object {
  const { id, country, name, publisher, licence, attribution, files } = register;
  const { page, current } = files;
  const { rhythm, proven } = register.coverage;
  const account = 'account' in current ? current.account : undefined;
  const officers = describeOfficers(register);
  return { id, country, name, publisher, licence, attribution, officers, rhythm, proven, page, account };
}

function toDeclaredFacts(register: Register): object {
  const { coverage, states } = register;
  return { ...toFacts(register), coverage, states };
}

/** Returns the facts of one register, a line each, and a line for each of its status codes. */
function registerText(register: Register): string {
  const { coverage, states = {}, licence, files, companyUrl } = register;
  const facts = {
    Name: register.name,
    Country: register.country ?? 'all',
    Publisher: register.publisher,
    Page: files.page,
    'Page of a company': companyUrl,
    Licence: `${licence.name}, ${licence.url}`,
    Attribution: register.attribution,
    Account: 'account' in files.current ? files.current.account : undefined,
    Renewed: coverage.rhythm,
    Companies: coverage.companies,
    Officers: coverage.officers,
    Details: coverage.details.join(', '),
    Missing: coverage.missing,
    Proven: coverage.proven,
  };
  const lines = Object.entries(facts).flatMap(([fact, text]) => (text === undefined ? [] : [`${fact}: ${text}\n`]));
  for (const [list, table] of Object.entries(states)) {
    lines.push(`\nStates by ${list}:\n`);
    for (const [code, { word, state = 'none', because }] of Object.entries(table)) {
      const why = because === undefined ? '' : ` (${because})`;
      lines.push(`  ${code === word ? code : `${code} ${word}`}: ${state}${why}\n`);
    }
  }
  return lines.join('');
}

function registersTable(): string {
  const rows = [...REGISTERS.values()].map((register) => {
    const { id, country = 'all', licence, name, coverage } = register;
    const officers = `officers: ${describeOfficers(register)}`;
    return [id, country, officers, coverage.rhythm, formatProof(coverage), licence.name, name];
  });
  const widths = [0, 1, 2, 3, 4, 5].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => `${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}\n`).join('');
}
