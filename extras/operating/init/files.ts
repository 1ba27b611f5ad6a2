/**
 * The files of an installation: those of `deploy/host`, with the values of the operator put in, the keys to fill in and the registers.
 * @module
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { Answers } from './answers.ts';
import type { WantedRegisters } from './registers-wanted.ts';

/** A file of the installation. */
export interface InstalledFile {
  readonly path: string;
  readonly text: string;
  readonly mode: number;
}

const PLAIN = 0o644;
/** The mode of files with keys: only root can read them. systemd reads them before it drops its rights. */
const SECRET = 0o600;

const ABOVE = join(import.meta.dirname, '..', '..', '..');

/** The folder of the program: in a package the scripts are one level deeper. */
export const ROOT = existsSync(join(ABOVE, 'package.json')) ? ABOVE : dirname(ABOVE);

/** The program: in a clone a shell script that sets the flags of Node, in a package the script of the command. */
const PROGRAMS = ['openfirma', 'openfirma.cjs'].map((name) => join(ROOT, 'bin', name));
export const PROGRAM = PROGRAMS.find((path) => existsSync(path)) ?? '';

/** The files to copy, each at its path on a machine. */
export const HOST_FILES = join(ROOT, 'deploy', 'host');

/** The values in these files, which are replaced. */
const SHOWN = {
  data: '/var/lib/openfirma',
  program: '/opt/openfirma/bin/openfirma',
  host: 'openfirma.example',
  address: 'https://openfirma.example',
} as const;

const SERVICE_PORT = 8080;

/** Whether the units cannot see a path: `ProtectHome` and `PrivateTmp` hide these folders from them. */
export function isHiddenFromUnits(path: string): boolean {
  return /^\/(?:home|root|run\/user|tmp|var\/tmp)\//.test(path);
}

/** Whether systemd itself creates the folder of the data: its unit names it. */
export function isStateFolder({ data }: Pick<Answers, 'data'>): boolean {
  return data === SHOWN.data;
}

/** Returns all files of an installation. */
export function installedFiles(answers: Answers, wanted: WantedRegisters): InstalledFile[] {
  const copied = globSync('etc/**/*', { cwd: HOST_FILES, withFileTypes: true })
    .filter((found) => found.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted()
    .map((source) => file(source.slice(HOST_FILES.length).replaceAll(sep, '/'), readFileSync(source, 'utf8')))
    .filter(({ path }) => isWanted(path, answers))
    .map(({ path, text }) => file(path, withValues(text, answers)));
  return [
    ...copied,
    file('/etc/openfirma/alerts.yaml', readFileSync(join(ROOT, 'docs', 'operating', 'alerts.yaml'), 'utf8')),
    file('/etc/openfirma/accounts', accounts(wanted), SECRET),
    file(join(answers.data, 'refresh.json'), refresh(wanted)),
  ];
}

function file(path: string, text: string, mode = PLAIN): InstalledFile {
  return { path, text, mode };
}

function isWanted(path: string, answers: Answers): boolean {
  if (path.startsWith('/etc/tmpfiles.d/')) return !isStateFolder(answers);
  const [, proxy] = /^\/etc\/(nginx|caddy)\//.exec(path) ?? [];
  return proxy === undefined || proxy === answers.proxy;
}

function withValues(text: string, answers: Answers): string {
  const { address, contact, data, proxy } = answers;
  const [port] = publicPorts(answers);
  const about = text
    .replace(/^CONTACT=.*\n/m, contact === '' ? '' : `CONTACT=${contact}\n`)
    .replaceAll(SHOWN.address, address)
    .replaceAll(SHOWN.host, new URL(address).hostname);
  const placed = (isStateFolder(answers) ? about : about.replace('StateDirectory=openfirma', `ReadWritePaths=${data}`))
    .replaceAll(SHOWN.program, PROGRAM)
    .replaceAll(SHOWN.data, data);
  if (proxy !== 'none') return placed;
  return placed
    .replace(/^#.*Without a proxy.*\nTRUSTED_PROXIES=.*$/m, `HOST=::\nPORT=${port}`)
    .replace(/^ports=.*$/m, `ports=${port}/tcp`)
    .replace(/(?: {2}<port .*\n)+/, `  <port protocol="tcp" port="${port}"/>\n`);
}

/** Returns the ports that clients connect to. */
export function publicPorts({ address, proxy }: Answers): readonly number[] {
  return proxy === 'none' ? [Number(new URL(address).port || SERVICE_PORT)] : [80, 443];
}

/** Returns the file with the keys of registers, which the operator fills in. */
function accounts({ keys }: WantedRegisters): string {
  const entries = keys.map(
    ({ register, settings, how }) => `\n# ${register}: ${how}\n${settings.map((name) => `#${name}=\n`).join('')}`,
  );
  return `# Keys of registers, NAME=VALUE a line.\n${entries.join('')}`;
}

/** Returns the configuration of `openfirma refresh`, with its default paths. */
function refresh({ registers }: WantedRegisters): string {
  const rows = registers.map((row) => `    ${JSON.stringify(row)}`).join(',\n');
  return `{\n  "walk_for": "6h",\n  "also": ["data/decisions.ndjson"],\n  "registers": [\n${rows}\n  ]\n}\n`;
}
