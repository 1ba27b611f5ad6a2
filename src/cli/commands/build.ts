import { Command } from 'commander';
import {
  buildSnapshot,
  rejectsPath,
  requirePrevious,
  type BuildOptions,
  type BuildOutcome,
} from '../../build/index.ts';
import { countryList, wholeNumber } from '../arguments.ts';
import { interruptible } from '../interrupt.ts';
import { describeMeetings } from '../meetings.ts';
import { createProgress } from '../progress.ts';

const HELP = `
Inputs are files of register lines (.ndjson, plain, .gz or .zst), or - for standard input. Where several lines describe
one company, the input named first wins, field by field; an index such as GLEIF's ranks last beside a national register,
wherever it is named. The snapshot is written to a temporary file, verified and then renamed: a build that fails or is
interrupted leaves FILE as it was. Two builds of one FILE cannot run at the same time.

Example:
  openfirma build --out data/openfirma.snapshot fi-prh.ndjson.gz gleif.ndjson.gz
`;

/** The command `openfirma build`: register lines in, a snapshot out. */
export function buildCommand(): Command {
  return new Command('build')
    .description('build a snapshot from register lines')
    .argument('<input...>', 'files of register lines, the most trusted first')
    .requiredOption('--out <file>', 'where the snapshot goes')
    .option(
      '--previous <file>',
      'the previous snapshot: its ids are kept, and no country may lose more than 5 % of its companies',
    )
    .option('--accept-loss <country>', 'a country that may lose more, two letters; can be repeated', countryList, [])
    .option(
      '--restriction-key <file>',
      'secret key that hides restricted companies; default: restriction.key beside FILE',
    )
    .option('--max-rejects <count>', 'how many unusable lines may be left out', wholeNumber, 0)
    .addHelpText('after', HELP)
    .action(async (inputs: string[], flags: Omit<BuildOptions, 'inputs'>) => {
      if (flags.previous === undefined) await requirePrevious(flags.out);
      const outcome = await interruptible(`build "${flags.out}"`, (signal) =>
        buildSnapshot({ inputs, ...flags, signal, startProgress: createProgress }),
      );
      process.stderr.write(describeBuild(outcome, flags.out));
    });
}

/** What a build did, one line a fact. */
export function describeBuild({ metadata, before, report, rejects }: BuildOutcome, out: string): string {
  const shared = report.numbersShared + report.leisShared;
  const lines = [
    `${report.lines} lines, ${report.companies} companies, ${metadata.records.active} of them active`,
    ...(report.vanished + report.returned + report.merged === 0
      ? []
      : [`vanished ${report.vanished}, returned ${report.returned}, merged into another ${report.merged}`]),
    ...(report.divided === 0 ? [] : [`companies that became several, one of which keeps the id: ${report.divided}`]),
    ...(shared === 0 ? [] : [`numbers that several companies share, ignored for matching: ${shared}`]),
    ...(report.numbersCeded === 0 ? [] : [`numbers that funds or branches carry, too: ${report.numbersCeded}`]),
    ...(report.idsWithSeveralKeys === 0 ? [] : [`ids with several keys: ${report.idsWithSeveralKeys}`]),
    ...describeMeetings(metadata, before),
    ...(rejects === 0 ? [] : [`lines left out, listed in "${rejectsPath(out)}": ${rejects}`]),
    `wrote "${out}", generation ${metadata.generation}`,
  ];
  return lines.map((line) => `${line}\n`).join('');
}
