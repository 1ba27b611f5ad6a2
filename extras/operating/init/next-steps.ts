import { join } from 'node:path';
import type { Answers } from './answers.ts';
import { PROGRAM, isStateFolder, publicPorts } from './files.ts';
import type { Step } from './write-files.ts';

/** Returns the commands that turn the files into a running service, with comments. */
export function nextSteps(answers: Answers, steps: readonly Step[]): string[] {
  const { data, proxy, address } = answers;
  const { hostname, protocol } = new URL(address);
  const kept = steps
    .filter(({ action }) => action === 'kept')
    .map(({ path }) => `mv ${path} ${path}.old   # exists and was kept; for a new one move it and run init again`);
  const started = [
    `${PROGRAM} probe --config ${join(data, 'refresh.json')}   # do the registers send what imports expect?`,
    isStateFolder(answers) ? 'systemd-sysusers' : 'systemd-sysusers && systemd-tmpfiles --create',
    'systemctl daemon-reload',
    'systemctl start openfirma-refresh   # downloads, imports and builds: takes a while; journalctl -fu openfirma-refresh',
    'systemctl enable --now openfirma openfirma-refresh.timer',
  ];
  const proxied = {
    nginx: [
      'ln --symbolic --force ../sites-available/openfirma /etc/nginx/sites-enabled/ && nginx -t && systemctl reload nginx',
      ...(protocol === 'https:' ? [`certbot --nginx --domain ${hostname}   # the certificate`] : []),
    ],
    caddy: ['echo "import openfirma.Caddyfile" >> /etc/caddy/Caddyfile && systemctl reload caddy   # once'],
    none: [],
  }[proxy];
  return [
    ...kept,
    ...started,
    ...proxied,
    `ufw allow openfirma   # or: firewall-cmd --permanent --add-service=openfirma; ports ${publicPorts(answers).join(', ')}`,
    `${PROGRAM} doctor   # checks the installation`,
  ];
}
