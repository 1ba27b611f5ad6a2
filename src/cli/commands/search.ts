import { Command } from 'commander';
import { InputError, quoteValue } from '../../model/index.ts';
import { between, countryCode, JSON_OPTION, printJson, typedPrefix } from '../../extra/index.ts';
import { withSnapshot } from '../snapshot-file.ts';

/** The command `openfirma search`: prints the companies that the API would find, one JSON object per line. */
export function searchCommand(): Command {
  return new Command('search')
    .description('search a snapshot by the start of a company name or business ID')
    .argument('<file>', 'the snapshot')
    .argument('<prefix>', 'the start of a name or of a business ID, 3 to 64 characters', typedPrefix)
    .option('--country <code>', 'only this country, ISO 3166-1 alpha-2, or all', countryCode)
    .option('--limit <count>', 'at most this many companies, 1 to 25', between(1, 25), 10)
    .option(...JSON_OPTION)
    .addHelpText('after', '\nExample:\n  openfirma search data/openfirma.snapshot nordli --country NO\n')
    .action((file: string, query: string, { country, limit, json }: { country?: string; limit: number; json?: true }) =>
      withSnapshot(file, (reader) => {
        if (country !== undefined && reader.metadata.countries[country] === undefined)
          throw new InputError(`Cannot search ${quoteValue(file)} in ${country}: it has no company of this country`);
        const page = reader.search(query, country, limit, 0);
        const companies = JSON.parse(`[${page.json.toString('utf8')}]`) as unknown[];
        if (json === true) {
          printJson({ query, country, data: companies, has_more: page.next !== undefined });
          return;
        }
        const where = country === undefined ? '' : ` of ${country}`;
        if (companies.length === 0)
          process.stderr.write(`no name or number${where} begins with ${quoteValue(query)}\n`);
        for (const company of companies) process.stdout.write(`${JSON.stringify(company)}\n`);
        if (page.next !== undefined) process.stderr.write('further companies match; --limit shows up to 25\n');
      }),
    );
}
