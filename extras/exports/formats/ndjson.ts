import type { ExportedCompany, FormerId } from '../exported-company.ts';
import { FORMER_IDS } from '../tables.ts';
import { textLines, type Format } from './format.ts';

/** Resources as the API answers them, a line each. */
export const NDJSON: Format = {
  name: 'ndjson',
  title: 'newline-delimited JSON',
  extension: 'ndjson.gz',
  mediaType: 'application/x-ndjson',
  fileType: 'JSON',
  compression: 'gz',
  perCountry: [
    textLines<ExportedCompany>(
      { name: 'companies', title: 'Active companies with identifiers and activities, as the API answers them' },
      ({ json }) => [json],
    ),
    textLines<ExportedCompany>(
      { name: 'other_names', title: 'Former and other names of companies' },
      function* ({ resource, otherNames }) {
        for (const { name, isFormer } of otherNames)
          yield JSON.stringify({ company_id: resource.id, name, is_former: isFormer });
      },
    ),
    textLines<ExportedCompany>(
      {
        name: 'officers',
        title:
          'Officers as the API answers them, and what they are, of the registers whose licence lets them be passed on',
      },
      function* ({ resource, officers }) {
        for (const officer of officers)
          yield JSON.stringify({ company_id: resource.id, object: 'company_officer', ...officer });
      },
    ),
  ],
  forAll: [
    textLines<FormerId>({ name: FORMER_IDS.name, title: FORMER_IDS.title }, ({ id, lifecycle }) => [
      JSON.stringify({ id, object: 'company', lifecycle }),
    ]),
  ],
};
