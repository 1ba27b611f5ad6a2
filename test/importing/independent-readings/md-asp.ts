import { clean, dateOfDayFirst, parseDate, readText, unzipped, withoutEntities, type Reader } from './raw.ts';

/** Returns the text of XML without tags and phonetic guides. */
function plain(xml: string): string {
  return withoutEntities(xml.replaceAll(/<rPh[\s\S]*?<\/rPh>|<[^>]*>/g, ''));
}

/** Returns the sheets of an XLSX file by name; each row has its cells by column letter. */
function readSheets(bytes: Buffer): [name: string, rows: Map<string, string>[]][] {
  const parts = new Map(unzipped(bytes).map((part) => [part.name, readText(part)]));
  const shared = Array.from((parts.get('sharedStrings.xml') ?? '').matchAll(/<si>([\s\S]*?)<\/si>/g), ([, xml = '']) =>
    plain(xml),
  );
  const targets = new Map(
    Array.from((parts.get('workbook.xml.rels') ?? '').matchAll(/<Relationship [^>]*>/g), ([tag]): [string, string] => [
      /Id="([^"]*)"/.exec(tag)?.[1] ?? '',
      /Target="(?:[^"]*\/)?([^"/]*)"/.exec(tag)?.[1] ?? '',
    ]),
  );
  return Array.from((parts.get('workbook.xml') ?? '').matchAll(/<sheet [^>]*name="([^"]*)"[^>]*r:id="([^"]*)"/g)).map(
    ([, name = '', id = '']) => {
      const xml = parts.get(targets.get(id) ?? '') ?? '';
      const rows = Array.from(xml.matchAll(/<row[ >][\s\S]*?<\/row>/g), ([row]) => {
        const cells = new Map<string, string>();
        for (const [, attributes = '', inside = ''] of row.matchAll(/<c( [^>]*?)>([\s\S]*?)<\/c>/g)) {
          const letter = /r="([A-Z]+)/.exec(attributes)?.[1] ?? '';
          const value = /<v>([\s\S]*?)<\/v>/.exec(inside)?.[1] ?? '';
          cells.set(letter, / t="s"/.test(attributes) ? (shared[Number(value)] ?? '') : plain(value || inside));
        }
        return cells;
      });
      return [plain(name), rows];
    },
  );
}

/** Returns the cells of a sheet below its header, by the beginning of the column name. */
function readRecords(
  rows: readonly Map<string, string>[],
  first: string,
): ((beginning: string) => string | undefined)[] {
  const at = rows.findIndex((row) => [...row.values()].some((cell) => cell.trim().startsWith(first)));
  const header = [...(rows[at] ?? [])];
  return rows.slice(at + 1).map((row) => (beginning) => {
    const letter = header.find(([, name]) => name.trim().startsWith(beginning))?.[0] ?? '';
    return row.get(letter)?.trim() || undefined;
  });
}

const ROLES =
  /^(Administrator( provizoriu| fiduciar| din oficiu| al procesului de insolvabilitate| al procedurii planului)?|Direc[ţț]ie de conducere|Comitet|Comisia|Lichidator)$/;

/** Reads the day of a cell: days since the end of 1899, or `14.09.2026`. */
function parseDay(cell = ''): string | undefined {
  if (!/^\d{5}$/.test(cell)) return dateOfDayFirst(cell);
  return new Date(Date.UTC(1899, 11, 30 + Number(cell))).toISOString().slice(0, 10);
}

export const read: Reader = (files) =>
  files.flatMap((file) => {
    const sheets = readSheets(file.bytes);
    const [, companies = []] =
      sheets.find(
        ([, rows]) =>
          readRecords(rows, 'IDNO').length < rows.length &&
          rows.some((row) => [...row.values()].some((cell) => cell.startsWith('IDNO'))),
      ) ?? [];
    const [, list = []] = sheets.find(([name]) => /nelicen/.test(name)) ?? [];
    const activities = new Map(
      readRecords(list, 'ID').map((cell) => [cell('ID'), { code: cell('Cod'), label: cell('Denumire') }]),
    );
    return readRecords(companies, 'IDNO').flatMap((cell) => {
      const [number = '', form = ''] = [cell('IDNO'), cell('Forma')];
      if (!/^\d+$/.test(number) || /^(Întreprindere individuală|Întreprinzător individual|Gospodări)/.test(form))
        return [];
      const ended = cell('Data lichid') ?? '';
      const people = new Map<string, string[]>();
      for (const entry of (cell('Lista conduc') ?? '').split('],').filter((one) => one.includes('['))) {
        const [name = '', role = ''] = entry
          .replace(/\]$/, '')
          .split('[')
          .map((part) => part.trim());
        const isKnown = ROLES.test(role) || role === 'Datele lipsesc';
        if (name !== '' && isKnown)
          people.set(name, [...(people.get(name) ?? []), ...(ROLES.test(role) ? [role] : [])]);
      }
      const isUnit = /^(Filial|Reprezentan|Sucursal)/.test(form);
      return {
        name: cell('Denumirea'),
        country_code: cell('Codul unit') !== undefined && !isUnit ? 'MD' : undefined,
        company_status: cell('Statut') ?? (parseDay(ended) && 'Lichidată'),
        state: parseDay(ended) && 'closed',
        registered_on: parseDay(cell('Data înreg')),
        closed_on: parseDay(ended),
        address:
          isUnit || cell('Adresa') === undefined
            ? undefined
            : {
                text: cell('Adresa')?.replace(/^c\/o [^,]*, /, ''),
                country_code: cell('Codul unit') && 'MD',
              },
        legal_form: cell('Forma'),
        as_of_date: parseDate(file.name) ?? titleDate(companies),
        identifiers: [
          { scheme: number.length === 13 ? 'national_registry_number' : 'tin', value: number, country_scope: 'MD' },
        ],
        classifications: (cell('Genuri de activitate nelicen') ?? '').split(/\D+/).flatMap((id) => {
          const activity = activities.get(id);
          return activity?.code === undefined ? [] : { scheme: 'CAEM', ...activity, is_primary: false };
        }),
        officers: Array.from(people, ([name, roles]) => ({ name, roles })),
      };
    });
  });

function titleDate(rows: readonly Map<string, string>[]): string | undefined {
  return dateOfDayFirst(clean([...(rows[0]?.values() ?? [])].join(' ')) ?? '');
}
