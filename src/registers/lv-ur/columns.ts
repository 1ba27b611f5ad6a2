import { words } from '../../importer/declaration.ts';

/** register.csv: everything that has a registration number. */
const COMPANIES = {
  csv: { delimiter: ';' },
  required: ['regcode', 'name', 'type', 'type_text', 'closed'],
  taken: ['regcode', 'name', 'type', 'type_text', 'closed'],
  ignored: [
    // A creditor identifier made of the number.
    'sepa',
    // Parts of the name.
    'name_before_quotes',
    ...words(`
      name_in_quotes name_after_quotes without_quotes regtype regtype_text registered terminated address index addressid
      region city atvk reregistration_term
    `),
  ],
};

/** officers.csv: one row for each current appointment. */
const OFFICERS = {
  csv: { delimiter: ';' },
  required: ['at_legal_entity_registration_number', 'position', 'governing_body', 'name', 'registered_on'],
  taken: words('uri at_legal_entity_registration_number entity_type position governing_body name registered_on'),
  ignored: [
    'id',
    // These three tell which rows are of one person, and are never written.
    'latvian_identity_number_masked',
    ...words(`
      birth_date legal_entity_registration_number rights_of_representation_type representation_with_at_least
      last_modified_at
    `),
  ],
};

/** reorganizations.csv: which entity became which. */
const REORGANISATIONS = {
  csv: { delimiter: ';' },
  required: ['reorganization_type', 'source_entity_regcode', 'final_entity_regcode'],
  taken: ['reorganization_type', 'source_entity_regcode', 'final_entity_regcode'],
  ignored: ['id', 'reorganization_type_text', 'registered'],
};

/** all_constants.tsv: the labels of all enumerations. Editions differ in the case of two columns. */
const LABELS = {
  csv: { delimiter: '\t' },
  required: ['type', 'public_code'],
  taken: ['type', 'public_code', 'description_lv', 'description_LV'],
  ignored: ['description_en', 'description_EN'],
};

export const KINDS = { companies: COMPANIES, officers: OFFICERS, reorganisations: REORGANISATIONS, labels: LABELS };
