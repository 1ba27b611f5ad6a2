/** Shared caches in front of the service, with their defaults: the programs that operators run. */
import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findProgram, freePort, stopProcess } from '../fixtures/programs.ts';
import { findBlocks } from '../house/printed.ts';
import type { PartName } from '../parts.ts';

/** A cache: the files that it reads, by their paths in its folder, and its command. */
interface Cache {
  readonly program: string;
  /** Undefined for programs that CI runs without. */
  readonly part?: PartName;
  readonly files: (port: number, service: number, folder: string) => Readonly<Record<string, string>>;
  readonly args: (port: number, service: number, folder: string) => readonly string[];
}

const APACHE_MODULES = ['mpm_event', 'authz_core', 'proxy', 'proxy_http', 'cache', 'cache_disk'];

export const CACHES: Readonly<Record<string, Cache>> = {
  apache: {
    program: 'apache2',
    part: 'apache',
    files: (port, service, folder) => ({
      'apache.conf': `ServerRoot ${folder}
ServerName localhost
PidFile ${folder}/pid
DefaultRuntimeDir ${folder}
ErrorLog ${folder}/log
Listen 127.0.0.1:${port}
${APACHE_MODULES.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so\n`).join('')}
User www-data
Group www-data
CacheRoot ${folder}/kept
CacheEnable disk /
ProxyPass / http://127.0.0.1:${service}/ nocanon
`,
      'kept/.keep': '',
    }),
    args: (_port, _service, folder) => ['-DFOREGROUND', '-f', `${folder}/apache.conf`],
  },
  'traffic server': {
    program: 'traffic_server',
    part: 'trafficserver',
    files: (port, service, folder) => ({
      'runroot.yaml': ['sysconfdir', 'cachedir', 'logdir', 'runtimedir', 'datadir', 'localstatedir']
        .map((name) => `${name}: ${folder}/${name}\n`)
        .join(''),
      'sysconfdir/records.config': `CONFIG proxy.config.http.server_ports STRING ${port}
CONFIG proxy.config.admin.user_id STRING www-data
`,
      'sysconfdir/ip_allow.yaml': 'ip_allow: [{ apply: in, ip_addrs: 127.0.0.1, action: allow, methods: ALL }]\n',
      'sysconfdir/remap.config': `map / http://127.0.0.1:${service}/\n`,
      'sysconfdir/storage.config': `${folder}/cachedir 64M\n`,
      'cachedir/.keep': '',
      'logdir/.keep': '',
      'runtimedir/.keep': '',
      'datadir/.keep': '',
    }),
    args: (_port, _service, folder) => [`--run-root=${folder}`],
  },
  varnish: {
    program: 'varnishd',
    part: 'varnish',
    files: () => ({}),
    args: (port, service, folder) => [
      '-F',
      `-a127.0.0.1:${port}`,
      `-b127.0.0.1:${service}`,
      `-n${join(folder, 'varnish')}`,
      '-smalloc,16m',
    ],
  },
  nginx: {
    program: 'nginx',
    part: 'nginx',
    files: (port, service, folder) => ({
      'nginx.conf': `daemon off; pid ${folder}/pid; error_log stderr; events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((part) => `${part}_temp_path ${folder}/${part};`).join(' ')}
  proxy_cache_path ${folder}/kept keys_zone=kept:1m;
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://127.0.0.1:${service}; proxy_cache kept; }
  }
}
`,
    }),
    args: (_port, _service, folder) => ['-e', 'stderr', '-c', `${folder}/nginx.conf`],
  },
  squid: {
    program: 'squid',
    files: (port, service, folder) => ({
      'squid.conf': `http_port 127.0.0.1:${port} accel no-vhost defaultsite=localhost
cache_peer 127.0.0.1 parent ${service} 0 no-query originserver
http_access allow all
cache_mem 16 MB
pid_filename none
access_log none
cache_log ${folder}/log
coredump_dir ${folder}
shutdown_lifetime 0 seconds
`,
    }),
    args: (_port, _service, folder) => ['-N', '-f', `${folder}/squid.conf`],
  },
  haproxy: {
    program: 'haproxy',
    part: 'haproxy',
    files: (port, service) => ({
      'haproxy.cfg': `defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
cache openfirma
  total-max-size 16
  process-vary on
frontend public
  bind 127.0.0.1:${port}
  default_backend openfirma
backend openfirma
  ${findBlocks('docs/operating/proxies.md', 'haproxy')[0]?.replaceAll('\n', '\n  ')}
  server local 127.0.0.1:${service}
`,
    }),
    args: (_port, _service, folder) => ['-f', `${folder}/haproxy.cfg`],
  },
};

export interface RunningCache {
  readonly port: number;
  readonly child: ChildProcess;
  readonly remove: () => Promise<void>;
}

/** Starts a cache in front of a port of this machine. */
export async function startCache({ program, files, args }: Cache, service: number): Promise<RunningCache> {
  const folder = mkdtempSync(join(tmpdir(), 'openfirma-cache-'));
  const port = await freePort();
  for (const [name, text] of Object.entries(files(port, service, folder))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
    // Programs that root starts run as other users.
    chmodSync(dirname(join(folder, name)), 0o777);
  }
  const child = spawn(findProgram(program, '/usr/sbin'), args(port, service, folder), { stdio: 'ignore' });
  return {
    port,
    child,
    remove: async () => {
      await stopProcess(child);
      rmSync(folder, { recursive: true, maxRetries: 5 });
    },
  };
}
