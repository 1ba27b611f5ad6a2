import { Command } from 'commander';
import { REGISTERS, REGISTER_COVERAGE, officersOf, proofOf } from '../../registers/index.ts';
import { JSON_OPTION, printJson } from '../../extra/index.ts';

/** The command `openfirma registers`: lists the registers that can be imported. */
export function registersCommand(): Command {
  return new Command('registers')
    .description('list the registers that can be imported: id, country, officers, rhythm, how proven, licence, name')
    .option(...JSON_OPTION)
    .action(({ json }: { json?: true }) => {
      if (json === true) printJson(registersJson());
      else process.stdout.write(registersTable());
    });
}

function registersJson(): object[] {
  return [...REGISTERS.values()].map((register) => {
    const { id, country, name, publisher, licence, attribution, files } = register;
    const { page, current } = files;
    const { rhythm, proven } = REGISTER_COVERAGE.get(id) ?? {};
    const account = 'account' in current ? current.account : undefined;
    const officers = officersOf(register);
    return { id, country, name, publisher, licence, attribution, officers, rhythm, proven, page, account };
  });
}

function registersTable(): string {
  const rows = [...REGISTERS.values()].map((register) => {
    const { id, country = 'all', licence, name } = register;
    const coverage = REGISTER_COVERAGE.get(id);
    const proof = coverage === undefined ? '' : proofOf(coverage);
    return [id, country, `officers: ${officersOf(register)}`, coverage?.rhythm ?? '', proof, licence.name, name];
  });
  const widths = [0, 1, 2, 3, 4, 5].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => `${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}\n`).join('');
}
