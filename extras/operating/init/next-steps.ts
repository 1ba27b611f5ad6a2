import { join } from 'node:path';
import type { Answers } from './answers.ts';
import type { Step } from './write-files.ts';
import { PROGRAM, publicPorts } from './templates.ts';

/** The commands that turn the files into a running service, with a comment each. */
export function nextSteps(answers: Answers, steps: readonly Step[], isCompose: boolean): string[] {
  const { data, proxy } = answers;
  const beside = steps.flatMap(({ action, writes = '' }) => (action === 'beside' ? [writes] : []));
  const kept = beside.map(
    (path) => `diff ${path.slice(0, -'.new'.length)} ${path}   # changed by hand: take over what you want`,
  );
  return [...kept, ...(isCompose ? composeSteps(data) : systemdSteps(data)), ...networkSteps(answers, proxy)];
}

function systemdSteps(data: string): string[] {
  return [
    `${PROGRAM} probe --config ${join(data, 'refresh.json')}   # do the registers send what imports expect?`,
    'systemd-sysusers && systemd-tmpfiles --create',
    'systemctl daemon-reload',
    'systemctl start openfirma-refresh   # downloads, imports and builds: takes a while; journalctl -fu openfirma-refresh',
    'systemctl enable --now openfirma openfirma-refresh.timer',
  ];
}

function composeSteps(data: string): string[] {
  return [
    `podman compose --file ${join(data, 'compose.yaml')} up --build --detach   # or docker compose; the first refresh takes a while`,
  ];
}

function networkSteps(answers: Answers, proxy: Answers['proxy']): string[] {
  const { hostname, protocol } = new URL(answers.address);
  const snippet = {
    nginx: [
      'ln --symbolic --force ../sites-available/openfirma /etc/nginx/sites-enabled/ && nginx -t && systemctl reload nginx',
      ...(protocol === 'https:' ? [`certbot --nginx --domain ${hostname}   # the certificate`] : []),
    ],
    caddy: ['echo "import openfirma.Caddyfile" >> /etc/caddy/Caddyfile && systemctl reload caddy   # once'],
    none: [],
  }[proxy];
  return [
    ...snippet,
    `ufw allow openfirma   # or: firewall-cmd --permanent --add-service=openfirma; ports ${publicPorts(answers).join(', ')}`,
    `${PROGRAM} doctor   # checks the installation`,
  ];
}
