/** The sample that `serve --sample` serves: invented companies in a separate folder, with all doors on and the files that they need. */
import { dirname, join } from 'node:path';
import type { Backend } from '../../backend/index.ts';
import type { Config } from '../../extra/index.ts';
import { hasPackage, installCommand } from '../../files/index.ts';
import type { Company, DoorDeclaration } from '../../contract/index.ts';
import { PARQUET_PACKAGE } from '../extras.ts';
import { ALL_DOORS, readConfig } from '../settings.ts';

/** Returns the path of the sample snapshot. Its change files are beside it. */
export function samplePath({ DATA_DIR: directory }: Pick<Config, 'DATA_DIR'>): string {
  return join(directory, 'sample', 'openfirma.snapshot');
}

/**
 * Returns the settings of a service over the sample, with exports beside it: all doors whose packages are installed are on unless `DOORS` is
 * set.
 */
export function sampleConfig(config: Config): Config {
  const doors = ALL_DOORS.filter(({ packages = [] }) => packages.every(hasPackage));
  const DOORS = doors.map(({ declaration }) => declaration.name).join(',');
  return readConfig(process.env, { DOORS, EXPORTS_DIR: join(dirname(samplePath(config)), 'exports') });
}

/** Returns a line that says what the sample leaves out because its packages are not installed; undefined if it leaves out nothing. */
export function sampleGaps(isInstalled: (name: string) => boolean = hasPackage): string | undefined {
  const needs = [
    ...ALL_DOORS.map(({ declaration, packages = [] }) => ({ what: `the door ${declaration.name}`, packages })),
    { what: 'exports as Parquet', packages: [PARQUET_PACKAGE] },
  ];
  const off = needs.filter(({ packages }) => !packages.every(isInstalled));
  if (off.length === 0) return undefined;
  const missing = new Set(off.flatMap(({ packages }) => packages.filter((name) => !isInstalled(name))));
  return `off: ${off.map(({ what }) => what).join(', ')}; to have them, run ${installCommand([...missing])} and start again`;
}

/** Returns requests to copy: a name, a name without diacritics, a name in another alphabet, and a company of the first response. */
export async function firstRequests(
  address: string,
  backend: Backend,
  doors: readonly DoorDeclaration[],
): Promise<string> {
  const query = 'nordlys';
  const { json } = await backend.search({ query, limit: 1 });
  const { id } = JSON.parse(Buffer.from(json).toString()) as Company;
  const whole = await backend.company(id);
  const { identifiers = [] } = JSON.parse(Buffer.from(whole?.json ?? '{}').toString()) as Partial<Company>;
  return `
This serves a sample of invented companies. Try:

  curl '${address}/v1/search?q=${query}'
  curl '${address}/v1/search?q=lodz&country=PL'
  curl --get '${address}/v1/search?country=all&limit=3' --data-urlencode 'q=ђурђевка'
  curl '${address}/v1/companies/${id}'
${doors.length === 0 ? '' : doorAddresses(address, doors, identifiers[0]?.value)}`;
}

function doorAddresses(address: string, doors: readonly DoorDeclaration[], number = ''): string {
  const lines = doors.map(({ name, operations }) => {
    const { method, path = '', example = '' } = operations[0] ?? {};
    const target = path.includes('{value}') ? path.replace('{value}', encodeURIComponent(number)) : example;
    // A browser cannot send a POST from a link, so this links to the page that explains the door.
    return `  ${name.padEnd(10)} ${address}${method === 'POST' ? `/developers/${name}` : target}\n`;
  });
  return `\nDoors that are on (the setting DOORS); ${address}/developers explains them:\n\n${lines.join('')}`;
}
