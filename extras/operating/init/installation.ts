import { join } from 'node:path';
import type { Answers } from './answers.ts';
import type { WantedRegisters } from './registers-wanted.ts';
import {
  UNITS,
  accounts,
  alerts,
  compose,
  firewalld,
  proxySnippet,
  refresh,
  settings,
  sysusers,
  tmpfiles,
  ufw,
  unit,
} from './templates.ts';

/** A file of the installation. */
export interface InstalledFile {
  readonly path: string;
  readonly text: string;
  readonly mode: number;
}

const PLAIN = 0o644;
/** Readable by root only: keys. systemd reads them before it gives up its rights. */
const SECRET = 0o600;

/** The folder of the settings, and of what `init` remembers. */
export function configFolder({ data }: Pick<Answers, 'data'>, isCompose: boolean): string {
  return isCompose ? data : '/etc/openfirma';
}

/** All files of an installation, for systemd or for containers. */
export function installedFiles(answers: Answers, wanted: WantedRegisters, isCompose: boolean): InstalledFile[] {
  const { data } = answers;
  const config = configFolder(answers, isCompose);
  const own = isCompose
    ? file(join(data, 'compose.yaml'), compose(answers))
    : [
        ...file('/etc/sysusers.d/openfirma.conf', sysusers(data)),
        ...file('/etc/tmpfiles.d/openfirma.conf', tmpfiles(data)),
        ...UNITS.flatMap((name) => file(`/etc/systemd/system/${name}`, unit(name, data))),
        ...file(join(config, 'settings'), settings(answers)),
      ];
  const proxyPath =
    answers.proxy === 'caddy' ? '/etc/caddy/openfirma.Caddyfile' : '/etc/nginx/sites-available/openfirma';
  return [
    ...own,
    ...file(join(config, 'accounts'), accounts(wanted), SECRET),
    ...file(join(data, 'refresh.json'), refresh(wanted, isCompose)),
    ...file(proxyPath, proxySnippet(answers)),
    ...file('/etc/ufw/applications.d/openfirma', ufw(answers)),
    ...file('/etc/firewalld/services/openfirma.xml', firewalld(answers)),
    ...file(join(config, 'alerts.yaml'), alerts()),
  ];
}

function file(path: string, text: string | undefined, mode = PLAIN): InstalledFile[] {
  return text === undefined ? [] : [{ path, text, mode }];
}
