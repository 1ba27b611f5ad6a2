import { SAMPLE_REGISTER } from '../../../src/model/index.ts';
import { leftOutText } from '../officer-filter.ts';
import type { ExportFacts } from './exported-file.ts';

export const LICENCES_FILE = 'LICENCES.md';

/** The licence and the attribution of each register in the data, for people. */
export function licences({ registers, hasOfficers, officersLeftOut }: ExportFacts): string {
  const sections = registers.map(({ id, register, facts }) => {
    if (register === undefined) {
      const said = id === SAMPLE_REGISTER ? 'Invented companies, free for every use.' : 'No licence is known.';
      return `## ${id}\n\n${said}\n`;
    }
    const { name, publisher, licence, attribution, page, officers } = register;
    const day = facts.published ?? facts.as_of_last;
    return [
      `## ${name}`,
      '',
      `- Publisher: ${publisher}, <${page}>`,
      `- Licence: ${licence.name}, <${licence.url}>`,
      ...(day === undefined ? [] : [`- Data of: ${day}`]),
      ...(hasOfficers && officers !== undefined ? [`- Officers: ${officersSaid(officers)}`] : []),
      '',
      `> ${attribution}`,
      '',
    ].join('\n');
  });
  if (officersLeftOut.length > 0)
    sections.push(
      ['## Officers left out', '', ...officersLeftOut.map((one) => `- ${leftOutText(one)}`), ''].join('\n'),
    );
  return ['# Licences and attribution\n', 'Whoever passes these files on names their sources:\n', ...sections].join(
    '\n',
  );
}

function officersSaid({ isAllowed, because }: { readonly isAllowed: boolean; readonly because: string }): string {
  return `${isAllowed ? 'included' : 'left out'}, ${because}`;
}
