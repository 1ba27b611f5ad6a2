import { COUNTRIES } from '../../../src/model/index.ts';
import { COMPANY_WORDS, LEGAL_FORM_KINDS, LEGAL_FORM_TABLE, OTHER_LEGAL_FORMS } from './legal-forms.ts';

const HEAD = `# Legal forms in names

The legal forms that [matching](matching.md) sets aside at either end of a name, by country and kind. Spellings of one
form are joined by \`=\`. Accents, case, full stops and joints do not matter. This page is written from
\`extras/matching/names/legal-forms.json\` by \`npm run docs\`.

Compound forms are not in the tables. They are composed of two forms with a word for company between them, and perhaps
joints: \`GmbH & Co. KG\`, \`AG und Cie. KGaA\`, \`s.r.o. a spol., k.s.\`. A limited or stock company before a
partnership is one without such a word, too: \`sp. z o.o. sp. k.\`. The last form is that of the company itself, the
others are those of its general partners.

| Words for company |
| --- |
| ${COMPANY_WORDS.join(', ')} |

Forms of the kind \`any\` only say that it is a company: beside another form they are ignored.
`;

export function legalFormsPage(): string {
  const tables = Object.entries(LEGAL_FORM_TABLE).map(
    ([code, forms]) => [`${COUNTRIES.get(code) ?? code} (${code})`, forms] as const,
  );
  const parts = [...tables, ['Elsewhere', OTHER_LEGAL_FORMS] as const].map(([title, forms]) => {
    const rows = LEGAL_FORM_KINDS.flatMap((kind) => {
      const spellings = forms[kind];
      return spellings === undefined ? [] : [`| ${kind} | ${spellings.split('|').join('; ').replaceAll('=', ' = ')} |`];
    });
    return `\n## ${title}\n\n| Kind | Forms |\n| --- | --- |\n${rows.join('\n')}\n`;
  });
  return HEAD + parts.join('');
}
