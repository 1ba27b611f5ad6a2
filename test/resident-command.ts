/**
 * The command `openfirma` in a process that stays, for tables of cases whose claim is not the process: each start would load the program
 * anew, which takes longer than what most cases do.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** What a command said, and how it ended. */
export interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What the process is asked to run. */
export interface Asked {
  readonly args: readonly string[];
  readonly cwd: string;
  /** What is set in the environment besides what the process was started with. */
  readonly settings: Readonly<Record<string, string>>;
}

/** How a command is run. */
export interface ResidentRun {
  /** Ends the waiting. */
  readonly late?: AbortSignal;
  readonly settings?: Readonly<Record<string, string>>;
}

/** A process that runs one command after the other. */
export class ResidentCommand {
  readonly #child: ChildProcess;

  /** @param env its environment; that of the tests where it is not given */
  constructor(env: Readonly<Record<string, string | undefined>> = process.env) {
    const { NODE_OPTIONS } = process.env;
    this.#child = fork(join(import.meta.dirname, 'resident-command-process.ts'), {
      // Not those of the tests.
      execArgv: [],
      env: { ...env, NODE_OPTIONS },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
  }

  /** Runs a command in a folder. Rejects where it ends the process, or does not end before `late`. */
  async run(args: readonly string[], cwd: string, { late, settings = {} }: ResidentRun = {}): Promise<Ended> {
    const over = new AbortController();
    const signal = AbortSignal.any(late === undefined ? [over.signal] : [over.signal, late]);
    const ended = once(this.#child, 'message', { signal }) as Promise<[Ended]>;
    const lost = once(this.#child, 'exit', { signal }).then(([code]) => {
      throw new Error(`The process of commands ended with ${code}, running "${args.join(' ')}"`);
    });
    this.#child.send({ args, cwd, settings } satisfies Asked);
    try {
      const [answer] = await Promise.race([ended, lost]);
      return answer;
    } finally {
      lost.catch(() => undefined);
      over.abort();
    }
  }

  /** Ends it, whatever it waits for. */
  close(): void {
    this.#child.kill('SIGKILL');
  }
}
