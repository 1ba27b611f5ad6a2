/**
 * Help for operators: `openfirma init` sets up a service, `doctor` checks a running service, `probe` checks the files of registers before
 * an import.
 * @module
 */
import type { Extra } from '../../src/extra/index.ts';

export const operating: Extra = {
  name: 'operating',
  commands: {
    init: { load: async () => (await import('./commands/init.ts')).initCommand() },
    doctor: { load: async (readConfig) => (await import('./commands/doctor.ts')).doctorCommand(readConfig) },
    probe: { load: async () => (await import('./commands/probe.ts')).probeCommand() },
  },
};
