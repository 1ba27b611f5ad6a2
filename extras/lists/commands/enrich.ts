import { Command, InvalidArgumentError } from 'commander';
import { openBackend, type Backend } from '../../../src/backend/index.ts';
import { counted, offerWords } from '../../../src/model/index.ts';
import { printJson } from '../../../src/extra/index.ts';
import { PROPERTIES, findProperty, type Property } from '../../reconcile/properties.ts';
import { enrichRow, type EnrichedRow } from '../enriching/enrich-rows.ts';
import { columnsText, withoutColumn } from '../input/columns.ts';
import { runList, type ListWork } from '../list-run.ts';
import { LIST_HELP, listCommand, toJob, type ListFlags } from './list-options.ts';

/** The ids of the fields that are added unless `--fields` chooses others. */
const FIELDS_DEFAULT =
  'name country national_registry_number lei eu_vat_number status state legal_form registered_on closed_on address street postal_code locality region euid record_url'.split(
    ' ',
  );

/** Separates the values of a field. */
const VALUES_SEPARATOR = '; ';

const HELP = `${LIST_HELP}
A row is looked up by its company ID, or without one by its number, which only one company may have; a country column
helps. company_lookup says "found", or why not. A field that the list has a column for already is not added.

Fields: ${PROPERTIES.map(({ id }) => id)
  .join(', ')
  .replaceAll(/(.{1,105})(?: |$)/g, '$1\n')
  .trimEnd()}

Examples:
  openfirma enrich data/openfirma.snapshot matched.csv --out enriched.csv
  openfirma enrich data/openfirma.snapshot suppliers.csv --number VAT --fields name,state,address --out enriched.csv
`;

interface EnrichFlags extends ListFlags {
  readonly id?: string | false;
  readonly fields?: readonly Property[];
}

/** The command `openfirma enrich`: adds details of companies to a list that has their IDs or numbers. */
export function enrichCommand(): Command {
  return listCommand(new Command('enrich'))
    .description('add details of companies to a list, by their IDs or numbers')
    .option('--id <column>', 'the column with company IDs')
    .option('--no-id', 'ignore IDs')
    .option('--fields <fields>', 'the fields to add, with commas between', fieldList)
    .addHelpText('after', HELP)
    .action(async (snapshot: string, input: string, flags: EnrichFlags) => {
      const backend = openBackend(`snapshot:${snapshot}`);
      const counts = { found: 0, redirected: 0, not_found: 0 };
      const count = ({ company_id: id, company_lookup: lookup }: EnrichedRow): void => {
        counts[id === undefined ? 'not_found' : lookup === 'found' ? 'found' : 'redirected']++;
      };
      try {
        const { generation } = await backend.facts();
        const { id, fields } = flags;
        const columns = id === undefined ? {} : { id: id === false ? (false as const) : [id] };
        const job = toJob(input, flags, columns, ['enrich', generation]);
        const outcome = await runList(job, enrichWork(backend, fields), count);
        if (flags.json === true) printJson({ output: job.out, generation, ...outcome, ...counts });
        const { found, redirected, not_found: missing } = counts;
        process.stderr.write(
          `enrich  ${counted(outcome.rows, 'row')}: ${found} found, ${redirected} redirected or withdrawn, ${missing} not found\n`,
        );
      } finally {
        await backend.close();
      }
    });
}

function fieldList(text: string): Property[] {
  return text.split(',').map((word) => {
    const property = findProperty(word.trim());
    if (property !== undefined) return property;
    throw new InvalidArgumentError(
      `"${word}" is unknown; ${offerWords(
        word,
        PROPERTIES.map(({ id }) => id),
      )}`,
    );
  });
}

function enrichWork(backend: Backend, chosen: readonly Property[] | undefined): ListWork<EnrichedRow> {
  let fields: readonly Property[] = [];
  let addsId = true;
  return {
    name: 'enrich',
    batchesMax: 1,
    prepare(columns, header) {
      const { id, number, country } = columns;
      if (id.length === 0 && number.length === 0)
        throw withoutColumn('enrich', 'company IDs or numbers; set --id or --number', header);
      addsId = id.length === 0;
      const wanted = chosen ?? PROPERTIES.filter((field) => FIELDS_DEFAULT.includes(field.id));
      fields = wanted.filter((field) => !header.includes(toColumnName(field)));
      const kept = wanted.filter((field) => !fields.includes(field)).map((field) => `, keeps ${toColumnName(field)}`);
      return {
        added: [...(addsId ? ['company_id'] : []), 'company_lookup', ...fields.map(toColumnName)],
        used: columnsText({ id, number, country }, header) + kept.join(''),
      };
    },
    async run(rows) {
      const enriched: EnrichedRow[] = [];
      for (const row of rows) enriched.push(await enrichRow(backend, row, fields));
      return enriched;
    },
    cells: ({ company_id: id = '', company_lookup: lookup, fields: values }) => [
      ...(addsId ? [id] : []),
      lookup,
      ...fields.map((field) => (values[field.id] ?? []).join(VALUES_SEPARATOR)),
    ],
  };
}

function toColumnName({ id }: Property): string {
  return `company_${id}`;
}
