/**
 * The files of an installation, made from files of the manual: the units and the alert rules of `docs/operating`, the snippets of its page
 * about proxies, and `deploy/compose.yaml`.
 * @module
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseDocument } from 'yaml';
import { InputError } from '../../../src/model/index.ts';
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

/** The paths and the host name in the files of the manual, which are replaced. */
const MANUAL_DATA = '/var/lib/openfirma';
const MANUAL_PROGRAM = '/opt/openfirma/bin/openfirma';
const MANUAL_HOST = 'openfirma.example';
export const UNITS = ['openfirma.service', 'openfirma-refresh.service', 'openfirma-refresh.timer'] as const;

const SERVICE_PORT = 8080;

/** Returns the folder of the settings, and of the answers that `init` remembers. */
export function configFolder({ data }: Pick<Answers, 'data'>, isCompose: boolean): string {
  return isCompose ? data : '/etc/openfirma';
}

/** Whether the units cannot see a path: `ProtectHome` and `PrivateTmp` hide these folders from them. */
export function isHiddenFromUnits(path: string): boolean {
  return /^\/(?:home|root|run\/user|tmp|var\/tmp)\//.test(path);
}

/** Whether the data are in the folder of the manual, which systemd itself creates: its unit names it. */
export function isManualFolder({ data }: Pick<Answers, 'data'>): boolean {
  return data === MANUAL_DATA;
}

/** Returns all files of an installation, for systemd or for containers. */
export function installedFiles(answers: Answers, wanted: WantedRegisters, isCompose: boolean): InstalledFile[] {
  const { data, proxy } = answers;
  const config = configFolder(answers, isCompose);
  const ports = publicPorts(answers);
  const own = isCompose ? [file(join(data, 'compose.yaml'), compose(answers))] : systemdFiles(answers, config);
  const proxyPath = proxy === 'caddy' ? '/etc/caddy/openfirma.Caddyfile' : '/etc/nginx/sites-available/openfirma';
  const portElements = ports.map((port) => `  <port protocol="tcp" port="${port}"/>\n`).join('');
  return [
    ...own,
    file(join(config, 'accounts'), accounts(wanted), SECRET),
    file(join(data, 'refresh.json'), refresh(wanted, isCompose)),
    ...(proxy === 'none' ? [] : [file(proxyPath, proxySnippet(answers, proxy))]),
    file(
      '/etc/ufw/applications.d/openfirma',
      `[openfirma]\ntitle=openfirma\ndescription=The API and the site of openfirma\nports=${ports.join(',')}/tcp\n`,
    ),
    file(
      '/etc/firewalld/services/openfirma.xml',
      `<?xml version="1.0" encoding="utf-8"?>\n<service>\n  <short>openfirma</short>\n${portElements}</service>\n`,
    ),
    file(join(config, 'alerts.yaml'), shown('alerts.yaml')),
  ];
}

function file(path: string, text: string, mode = PLAIN): InstalledFile {
  return { path, text, mode };
}

/** Reads a file of the manual. */
function shown(name: string): string {
  return readFileSync(join(ROOT, 'docs', 'operating', name), 'utf8');
}

function systemdFiles(answers: Answers, config: string): InstalledFile[] {
  const { data } = answers;
  const isManual = isManualFolder(answers);
  const user = `# The user of openfirma: systemd-sysusers\nu openfirma - "openfirma" ${data} /usr/sbin/nologin\n`;
  const folder = `# The data of openfirma: systemd-tmpfiles --create\nd ${data} 0750 openfirma openfirma\nZ ${data} - openfirma openfirma\n`;
  const units = UNITS.map((name) => {
    const text = shown(name).replaceAll(MANUAL_PROGRAM, PROGRAM);
    const moved = text.replace('StateDirectory=openfirma', `ReadWritePaths=${data}`).replaceAll(MANUAL_DATA, data);
    return file(`/etc/systemd/system/${name}`, isManual ? text : moved);
  });
  const settings = Object.entries(settingsOf(answers)).map(([name, value]) => `${name}=${value}\n`);
  const about = '# Settings of the service: docs/settings.md has all. After a change: systemctl restart openfirma\n';
  return [
    file('/etc/sysusers.d/openfirma.conf', user),
    ...(isManual ? [] : [file('/etc/tmpfiles.d/openfirma.conf', folder)]),
    ...units,
    file(join(config, 'settings'), about + settings.join('')),
  ];
}

function settingsOf({ address, contact, proxy }: Answers): Record<string, string> {
  const network = { HOST: '::', PORT: new URL(address).port || String(SERVICE_PORT) };
  return {
    BASE_URL: address,
    ...(contact !== '' && { CONTACT: contact }),
    ...(proxy === 'none' ? network : { TRUSTED_PROXIES: '127.0.0.1,::1' }),
    METRICS_PORT: '9464',
  };
}

/** Returns the ports that clients connect to. */
export function publicPorts(answers: Answers): readonly number[] {
  return answers.proxy === 'none' ? [Number(settingsOf(answers)['PORT'])] : [80, 443];
}

/** Returns the file with the keys of registers, which the operator fills in. */
function accounts({ keys }: WantedRegisters): string {
  const entries = keys.map(
    ({ register, settings, how }) => `\n# ${register}: ${how}\n${settings.map((name) => `#${name}=\n`).join('')}`,
  );
  const about = '# Keys of registers, NAME=VALUE a line. Then run "openfirma init" again: it adds their registers.\n';
  return about + entries.join('');
}

/** Returns the configuration of `openfirma refresh`. Paths are relative to its folder, except in a container, where they are absolute. */
function refresh({ registers }: WantedRegisters, isContainer: boolean): string {
  const paths = isContainer
    ? { downloads: '/data/downloads', lines: '/data/lines', snapshot: '/data/openfirma.snapshot' }
    : { downloads: 'downloads', lines: 'data/lines', snapshot: 'data/openfirma.snapshot' };
  const decisions = isContainer ? '/data/decisions.ndjson' : 'data/decisions.ndjson';
  const rows = registers.map((row) => `    ${JSON.stringify(row)}`).join(',\n');
  const head = Object.entries(paths).map(([name, path]) => `  ${JSON.stringify(name)}: ${JSON.stringify(path)},\n`);
  return `{\n${head.join('')}  "walk_for": "6h",\n  "also": ["${decisions}"],\n  "registers": [\n${rows}\n  ]\n}\n`;
}

/** Returns the snippet of the manual for a proxy, with the host name of this installation. */
function proxySnippet({ address }: Answers, proxy: 'nginx' | 'caddy'): string {
  const language = { nginx: 'nginx', caddy: 'caddyfile' }[proxy];
  const [, text] = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'm').exec(shown('proxies.md')) ?? [];
  if (text === undefined) throw new Error(`docs/operating/proxies.md has no block of ${language}`);
  return text.replaceAll(MANUAL_HOST, new URL(address).hostname);
}

/** Returns `deploy/compose.yaml` with the settings of this installation. */
function compose(answers: Answers): string {
  const source = join(ROOT, 'deploy', 'compose.yaml');
  if (!existsSync(source)) {
    throw new InputError(
      'Cannot write files for containers: the package has no image; run init in a clone of the repository',
    );
  }
  const document = parseDocument(readFileSync(source, 'utf8'));
  const { METRICS_PORT: _, HOST: __, PORT: ___, ...environment } = settingsOf(answers);
  // The proxy of the host reaches a container from a bridge; the port is published on loopback only.
  if (answers.proxy !== 'none') environment['TRUSTED_PROXIES'] = '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16';
  document.setIn(['services', 'serve', 'environment'], environment);
  if (answers.proxy === 'none') document.setIn(['services', 'serve', 'ports'], [`${publicPorts(answers)[0]}:8080`]);
  for (const service of ['serve', 'refresh']) document.setIn(['services', service, 'build', 'context'], ROOT);
  document.setIn(['services', 'refresh', 'env_file'], ['./accounts']);
  return document.toString({ lineWidth: 0 });
}
