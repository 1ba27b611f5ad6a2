/**
 * The manual's setup as it is printed, under a systemd of its own: in namespaces, with what it writes to in memory and everything else
 * read-only. Needs root, namespaces and systemd; where one is missing, it is skipped with a message.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT, printedIn } from './printed.ts';

const SYSTEMD = '/usr/lib/systemd/systemd';
const NAMESPACES = [
  '--mount',
  '--pid',
  '--fork',
  '--kill-child',
  '--cgroup',
  '--uts',
  '--ipc',
  '--net',
  '--mount-proc',
];
const RUN_MS_MAX = 120_000;
const GLEIF = 'src/registers/gleif/fixtures/json/20261120-0000-gleif-goldencopy-lei2-intra-day.json';

const canRun = existsSync(SYSTEMD) && spawnSync('unshare', [...NAMESPACES, 'true']).status === 0;
if (canRun) test('systemd runs the units as they are printed', testUnits);
else process.stderr.write('\nNo units were run: needs root, namespaces and systemd.\n');

/** The script of the first process of the namespaces; `/mnt` is the folder of the test. */
const BOOT = String.raw`set -eu
mount --make-rprivate /
mount --bind "$1" /mnt
mount -t tmpfs -o mode=755 tmpfs /opt; mkdir /opt/openfirma
mount --bind "$2" /opt/openfirma; mount -o remount,bind,ro /opt/openfirma
mount -t tmpfs -o mode=755 tmpfs /media; cp -a /etc/. /media/; mount --bind /media /etc
for place in /run /var /usr/local; do mount -t tmpfs -o mode=755 tmpfs $place; done
mkdir -p /var/lib /var/log /var/tmp /usr/local/bin
mount -t tmpfs -o mode=1777 tmpfs /tmp
mount -o remount,bind,ro /
mount -t cgroup2 cgroup2 /sys/fs/cgroup
printf '%s\n' '[Service]' Type=oneshot StandardOutput=append:/mnt/output StandardError=inherit \
  'ExecStart=/bin/bash -eux /mnt/steps' 'ExecStopPost=/bin/systemctl exit' > /etc/systemd/system/steps.service
exec env container=test ${SYSTEMD} --log-level=warning --unit=steps.service`;

/** The commands of the manual, and the checks between them. */
function steps(): string {
  const [setup = '', start = '', inspect = ''] = printedIn('docs/operating.md', 'sh');
  const files = `"gleif", "files": ["/opt/openfirma/${GLEIF}"]`;
  return `ip link set lo up
${setup}
sed -i 's|{ "register": "fi-prh" }, ||; s|"gleif"|${files}|' /var/lib/openfirma/refresh.json
${start}
answers() { for _ in $(seq 100); do curl -sf "http://$1:8080/v1/search?q=esimerkki" | grep -q '"name"' && return; sleep 0.2; done; false; }
answers 127.0.0.1
${inspect}
test "$(stat -c %U /var/lib/openfirma/data/cursor-secret)" = openfirma
systemctl reload openfirma
first=$(systemctl show -P MainPID openfirma)
kill -KILL "$first"
answers 127.0.0.1
test "$(systemctl show -P MainPID openfirma)" != "$first"
systemctl start openfirma-refresh
systemctl stop openfirma
test "$(systemctl show -P Result openfirma)" = success
systemctl list-timers | grep -q openfirma-refresh
mkdir /etc/systemd/system/openfirma.service.d
printf '[Service]\\nEnvironment=PORT=wrong\\n' > /etc/systemd/system/openfirma.service.d/override.conf
systemctl daemon-reload
systemctl start openfirma
for _ in $(seq 300); do test "$(systemctl is-failed openfirma)" = failed && break; sleep 0.2; done
test "$(systemctl is-failed openfirma)" = failed
systemctl show -P NRestarts openfirma
echo all steps are done
`;
}

function testUnits(): void {
  const folder = mkdtempSync(join(tmpdir(), 'openfirma-systemd-'));
  try {
    writeFileSync(join(folder, 'steps'), steps());
    writeFileSync(join(folder, 'output'), '');
    const booted = ['bash', '-c', BOOT, 'boot', folder, ROOT];
    const { stderr } = spawnSync('unshare', [...NAMESPACES, ...booted], {
      encoding: 'utf8',
      timeout: RUN_MS_MAX,
      killSignal: 'SIGKILL',
    });
    const output = readFileSync(join(folder, 'output'), 'utf8');
    assert.match(output, /\nall steps are done\n$/, `${output}${stderr}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
