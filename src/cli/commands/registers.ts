import { Command } from 'commander';
import { REGISTERS } from '../../registers/index.ts';
import { JSON_OPTION, printJson } from '../output/json.ts';

/** The command `openfirma registers`: lists the registers that can be imported. */
export function registersCommand(): Command {
  return new Command('registers')
    .description('list the registers that can be imported: id, country, officers, licence, name')
    .option(...JSON_OPTION)
    .action(({ json }: { json?: true }) => {
      if (json === true) printJson(registersTold());
      else process.stdout.write(registersTable());
    });
}

function registersTold(): object[] {
  return [...REGISTERS.values()].map(
    ({ id, country, name, publisher, licence, attribution, hasOfficers, files: { page, current } }) => ({
      id,
      country,
      name,
      publisher,
      licence,
      attribution,
      officers: hasOfficers,
      page,
      account: 'account' in current ? current.account : undefined,
    }),
  );
}

function registersTable(): string {
  const rows = [...REGISTERS.values()].map(({ id, country = 'all', hasOfficers, licence, name }) => [
    id,
    country,
    hasOfficers ? 'officers' : 'no officers',
    licence.name,
    name,
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => `${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}\n`).join('');
}
