/**
 * The manual's setup as printed, under a separate systemd, which is booted twice: in namespaces, with `/etc` and `/var` in a folder and
 * everything else in memory or read-only. Needs root, namespaces and systemd; if one is missing, the test is skipped with a message.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT, findBlocks, splitCommands } from './printed.ts';

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

/**
 * The script of the first process of the namespaces; `/mnt` is the folder of the test. Only systemd's own units of the machine are present,
 * besides those that the steps add.
 */
const BOOT = String.raw`set -eu
mount --make-rprivate /
mount --bind "$1" /mnt
mount -t tmpfs -o mode=755 tmpfs /opt; mkdir /opt/openfirma
mount --bind "$2" /opt/openfirma; mount -o remount,bind,ro /opt/openfirma
if ! test -e /mnt/etc; then
  cp -a /etc /mnt/etc; rm -rf /mnt/etc/systemd/system; mkdir -p /mnt/etc/systemd/system/multi-user.target.wants
  mkdir -p /mnt/var/lib /mnt/var/log /mnt/var/tmp /mnt/local/bin
  ln -s ../steps.service /mnt/etc/systemd/system/multi-user.target.wants/
fi
mount --bind /mnt/etc /etc; mount --bind /mnt/var /var; mount --bind /mnt/local /usr/local
mount -t tmpfs -o mode=755 tmpfs /run
mount -t tmpfs -o mode=1777 tmpfs /tmp
mount -o remount,bind,ro /
mount -t cgroup2 cgroup2 /sys/fs/cgroup
printf '%s\n' '[Service]' Type=oneshot StandardOutput=append:/mnt/output StandardError=inherit \
  "Environment=PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin" "ExecStart=/bin/bash -eux /mnt/$3" 'ExecStopPost=/bin/systemctl exit' > /etc/systemd/system/steps.service
exec env container=test ${SYSTEMD} --log-level=warning --unit=multi-user.target`;

/** A shell function that waits until the service at an address returns a company. */
const ANSWERS = `answers() {
  for _ in $(seq 150); do
    curl -sf "http://$1:8080/v1/search?q=esimerkki" | grep -q '"name"' && return; sleep 0.2
  done; false
}`;

/** The steps after a restart: without any command, the service answers and the timer waits. */
const REBOOTED = `ip link set lo up
${ANSWERS}
answers 127.0.0.1
test "$(systemctl is-active openfirma)" = active
systemctl list-timers | grep -q openfirma-refresh
curl -sf http://127.0.0.1:9464/metrics | grep -q '^openfirma_ready 1'
openfirma doctor --json > /mnt/doctor.json || true
echo all steps are done
`;

/** Returns the commands of the manual, and checks between them. */
function steps(): string {
  const [setup = '', start = '', inspect = ''] = findBlocks('docs/operating.md', 'sh');
  const [, init = ''] = splitCommands(setup);
  const files = `"gleif", "files": ["/opt/openfirma/${GLEIF}"]`;
  return `ip link set lo up
${setup}
sed -i '/"fi-prh"/d; s|"gleif"|${files}|' /var/lib/openfirma/refresh.json
${start}
${ANSWERS}
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
# While the file is incomplete the unit tries again; then it answers by itself.
cd /var/lib/openfirma/data
cp openfirma.snapshot whole
head -c 1000 whole > openfirma.snapshot
systemctl start openfirma
for _ in $(seq 600); do test "$(systemctl show -P NRestarts openfirma)" -gt 5 && break; sleep 0.2; done
test "$(systemctl show -P NRestarts openfirma)" -gt 5
cp whole openfirma.snapshot
answers 127.0.0.1
# The file belongs to root, and programs that would write into it wait all the same.
cp whole arriving
chmod 644 arriving
mv arriving openfirma.snapshot
systemctl restart openfirma
answers 127.0.0.1
grep -q "LEASE  ACTIVE    READ .*:$(stat -c %i openfirma.snapshot) " /proc/locks
cp whole openfirma.snapshot
for _ in $(seq 150); do grep -q ":$(stat -c %i openfirma.snapshot) " /proc/locks && break; sleep 0.2; done
answers 127.0.0.1
test "$(systemctl show -P NRestarts openfirma)" = 0
cd -
# A second init keeps what was changed by hand.
${init} > /mnt/second
grep -q '^kept .*refresh.json' /mnt/second
test "$(grep -c '^unchanged' /mnt/second)" = 10
systemd-analyze security openfirma.service openfirma-refresh.service | tail -n 1 || true
echo all steps are done
`;
}

function testUnits(): void {
  const folder = mkdtempSync(join(tmpdir(), 'openfirma-systemd-'));
  try {
    writeFileSync(join(folder, 'steps'), steps());
    writeFileSync(join(folder, 'rebooted'), REBOOTED);
    for (const script of ['steps', 'rebooted']) boot(folder, script);
    const { findings } = JSON.parse(readFileSync(join(folder, 'doctor.json'), 'utf8')) as { findings: Found[] };
    const levels = Object.fromEntries(findings.map(({ about, level }) => [about, level]));
    for (const about of ['service', 'refresh', 'settings', 'disk', 'memory', 'version'])
      assert.equal(levels[about], 'ok', about);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Found {
  readonly about: string;
  readonly level: string;
}

/** Boots a systemd over the folder, which runs a script in it and ends. */
function boot(folder: string, script: string): void {
  writeFileSync(join(folder, 'output'), '');
  const booted = ['bash', '-c', BOOT, 'boot', folder, ROOT, script];
  const { stderr } = spawnSync('unshare', [...NAMESPACES, ...booted], {
    encoding: 'utf8',
    timeout: RUN_MS_MAX,
    killSignal: 'SIGKILL',
  });
  const output = readFileSync(join(folder, 'output'), 'utf8');
  assert.match(output, /\nall steps are done\n$/, `${output}${stderr}`);
}
