import { existsSync } from 'node:fs';

/** Whether systemd runs this machine: its commands are a cure only there. */
export const HAS_SYSTEMD = existsSync('/run/systemd/system');

const BY_SYSTEMD = {
  refresh: 'systemctl start openfirma-refresh; journalctl --unit openfirma-refresh shows its progress',
  refreshLog: 'journalctl --unit openfirma-refresh has the reason',
  start: 'systemctl start openfirma; journalctl --unit openfirma has the reason',
  serviceLog: 'journalctl --unit openfirma has the reason',
  restart: 'systemctl restart openfirma',
  clock: 'timedatectl set-ntp true',
};

const BY_HAND: typeof BY_SYSTEMD = {
  refresh: 'openfirma refresh, in the folder of refresh.json',
  refreshLog: 'the output of openfirma refresh has the reason',
  start: 'openfirma serve, in this folder',
  serviceLog: 'the output of openfirma serve has the reason',
  restart: 'restart openfirma serve',
  clock: 'let a time server set the clock, as chrony does',
};

/** What to run, or where to read, on this machine. */
export const CURES = HAS_SYSTEMD ? BY_SYSTEMD : BY_HAND;
