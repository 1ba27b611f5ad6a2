import { Command } from 'commander';
import { InputError, codePointCount, collapseWhiteSpace } from '../model/index.ts';
import { SnapshotReader } from '../snapshot/index.ts';
import { pageSize } from './arguments.ts';

/** The command `openfirma search`: what the API would find, one JSON object a line. */
export function searchCommand(): Command {
  return new Command('search')
    .description('search a snapshot by the start of a company name or business ID')
    .argument('<file>', 'the snapshot')
    .argument('<prefix>', 'the start of a name or of a business ID')
    .option('--country <code>', 'only this country, ISO 3166-1 alpha-2')
    .option('--limit <count>', 'how many at most, 1 to 25', pageSize, 10)
    .addHelpText('after', '\nExample:\n  openfirma search data/openfirma.snapshot nordli --country NO\n')
    .action(async (file: string, prefix: string, { country, limit }: { country?: string; limit: number }) => {
      const query = collapseWhiteSpace(prefix);
      if (codePointCount(query) < 1) throw new InputError('Cannot search: the prefix is empty');
      if (country !== undefined && !/^[A-Za-z]{2}$/.test(country)) {
        throw new InputError(`Cannot search: the country "${country}" is not two letters`);
      }
      const reader = SnapshotReader.open(file);
      try {
        const page = reader.search(query, country?.toUpperCase(), limit, 0);
        for (const company of JSON.parse(`[${page.json.toString('utf8')}]`) as unknown[]) {
          process.stdout.write(`${JSON.stringify(company)}\n`);
        }
        if (page.next !== undefined) process.stderr.write(`there are more than ${limit}\n`);
      } finally {
        await reader.close();
      }
    });
}
