import { SAMPLE_REGISTER } from '../../../src/model/index.ts';
import { leftOutText } from '../officer-filter.ts';
import type { ExportFacts } from './exported-file.ts';

export const LICENCES_FILE = 'LICENCES.md';

/** The licence and the attribution of each register in the data, as Markdown. */
export function licences({ registers, hasOfficers, officersLeftOut }: ExportFacts): string {
  const sections = registers.map(({ id, register, facts }) => {
    if (register === undefined) {
      const text = id === SAMPLE_REGISTER ? 'Invented companies, free for every use.' : 'The licence is unknown.';
      return `## ${id}\n\n${text}\n`;
    }
    const { name, publisher, licence, attribution, files, officersReuse: officers } = register;
    const day = facts.published ?? facts.as_of_last;
    return [
      `## ${name}`,
      '',
      `- Publisher: ${publisher}, <${files.page}>`,
      `- Licence: ${licence.name}, <${licence.url}>`,
      ...(day === undefined ? [] : [`- Data of: ${day}`]),
      ...(hasOfficers && officers !== undefined
        ? [`- Officers: ${officers.isAllowed ? 'included' : 'omitted'}, ${officers.because}`]
        : []),
      '',
      `> ${attribution}`,
      '',
    ].join('\n');
  });
  if (officersLeftOut.length > 0)
    sections.push(['## Omitted officers', '', ...officersLeftOut.map((one) => `- ${leftOutText(one)}`), ''].join('\n'));
  return ['# Licences and attribution\n', 'Name these sources when you pass the files on:\n', ...sections].join('\n');
}
