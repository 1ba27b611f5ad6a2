import { Command } from 'commander';
import { InputError } from '../../model/index.ts';
import { companyId, printJson } from '../../extra/index.ts';
import { withSnapshot } from '../snapshot-file.ts';

/** Maximum number of officers, more than any register lists for one company. */
const OFFICERS_MAX = 10_000;

/** The command `openfirma get`: a company as the API serves it, and its officers. */
export function getCommand(): Command {
  return new Command('get')
    .description('show a company of a snapshot by its id')
    .argument('<file>', 'the snapshot')
    .argument('<id>', 'a CompanyId: co_ and 26 characters', companyId)
    .option('--officers', 'show its current officers instead')
    .option('--json', 'print one JSON document, as is always done')
    .addHelpText('after', '\nExample:\n  openfirma get data/openfirma.snapshot co_2tstf4k96nr0wjz2bbwr5g18cc\n')
    .action((file: string, id: string, flags: { officers?: boolean }) =>
      withSnapshot(file, (reader) => {
        const today = new Date().toISOString().slice(0, 10);
        const wantsOfficers = flags.officers === true;
        const json = wantsOfficers ? reader.officers(id, OFFICERS_MAX, today)?.json : reader.company(id);
        if (json === undefined) throw new InputError(`Cannot get "${id}": no company has this id in "${file}"`);
        printJson(JSON.parse(wantsOfficers ? `[${json.toString()}]` : json.toString()) as object);
      }),
    );
}
