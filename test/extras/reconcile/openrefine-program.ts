/** OpenRefine itself, started by a test, which sends the requests of its page. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { Missing, findProgram, freePort } from '../../fixtures/programs.ts';
import { until } from '../../fixtures/until.ts';

/** Returns whether OpenRefine is installed; reports if it is not. */
export function hasOpenRefine(): boolean {
  try {
    findProgram('openrefine');
    return true;
  } catch (error) {
    if (!(error instanceof Missing)) throw error;
    const install = 'apt-get install --no-install-recommends openrefine default-jre-headless';
    process.stderr.write(`\nOpenRefine was not tested with: ${error.message}. Install it (Debian: ${install}).\n`);
    return false;
  }
}

/** A cell and its reconciliation. */
export interface RefinedCell {
  readonly v: unknown;
  readonly r?: Reconciled | undefined;
}

interface Reconciled {
  readonly j: 'matched' | 'new' | 'none';
  /** The match. */
  readonly m?: Candidate;
  /** The candidates, if none matches. */
  readonly c?: readonly Candidate[];
}

interface Candidate {
  readonly id: string;
  readonly name: string;
  readonly score: number;
}

type Fields = Readonly<Record<string, string>>;

/** A running OpenRefine with its data in a folder. */
export class OpenRefine {
  readonly origin: string;
  readonly #child: ChildProcess;

  private constructor(origin: string, child: ChildProcess) {
    this.origin = origin;
    this.#child = child;
  }

  static async start(folder: string): Promise<OpenRefine> {
    const port = await freePort();
    const where = ['-i', '127.0.0.1', '-p', String(port), '-d', join(folder, 'openrefine'), '-m', '500M'];
    // The script of OpenRefine starts another script, which becomes Java: all are in one process group.
    const child = spawn('openrefine', [...where, '-x', 'refine.headless=true'], { detached: true, stdio: 'ignore' });
    const started = new OpenRefine(`http://127.0.0.1:${port}`, child);
    await until('OpenRefine answers', async () => {
      assert.equal(child.exitCode, null);
      return await started.#token().then(
        () => true,
        () => false,
      );
    });
    return started;
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    process.kill(-(this.#child.pid ?? assert.fail('it was started')), 'SIGTERM');
    await ended;
  }

  /** Creates a project from a CSV file. Returns its number. */
  async createProject(name: string, csv: string): Promise<string> {
    const form = new FormData();
    form.set('project-name', name);
    form.set('format', 'text/line-based/*sv');
    form.set('options', JSON.stringify({ encoding: 'UTF-8', separator: ',', headerLines: 1 }));
    form.set('project-file', new Blob([csv], { type: 'text/csv' }), `${name}.csv`);
    const token = await this.#token();
    const address = `${this.origin}/command/core/create-project-from-upload?csrf_token=${token}`;
    const { status, headers } = await fetch(address, { method: 'POST', body: form, redirect: 'manual' });
    assert.equal(status, 302);
    return /project=(\d+)/.exec(headers.get('location') ?? '')?.[1] ?? assert.fail('a project');
  }

  /** Sends a command for all rows, and waits until it is done. */
  async run(project: string, command: string, fields: Fields): Promise<void> {
    const engine = JSON.stringify({ facets: [], mode: 'row-based' });
    const answer = await this.post(command, { project, engine, ...fields });
    assert.ok(['ok', 'pending'].includes((answer as { code: string }).code), JSON.stringify(answer));
    await until(`${command} is done`, async () => {
      const state = (await this.get('get-processes', { project })) as { processes: unknown[]; exceptions?: unknown[] };
      assert.equal(state.exceptions, undefined, JSON.stringify(state.exceptions));
      return state.processes.length === 0;
    });
  }

  /** Returns the cells of all rows by column name, with their reconciliation. */
  async rows(project: string): Promise<Map<string, RefinedCell | null>[]> {
    const { columnModel } = (await this.get('get-models', { project })) as {
      columnModel: { columns: { name: string; cellIndex: number }[] };
    };
    const { rows, pool } = (await this.get('get-rows', { project, start: '0', limit: '10000' })) as {
      rows: { cells: ({ v: unknown; r?: string } | null)[] }[];
      pool: { recons: Record<string, Reconciled> };
    };
    const toCell = (cell: { v: unknown; r?: string } | null | undefined): RefinedCell | null => {
      if (cell === null || cell === undefined) return null;
      return cell.r === undefined ? { v: cell.v } : { v: cell.v, r: pool.recons[cell.r] };
    };
    return rows.map(
      ({ cells }) => new Map(columnModel.columns.map(({ name, cellIndex }) => [name, toCell(cells[cellIndex])])),
    );
  }

  async get(command: string, fields: Fields): Promise<unknown> {
    const answer = await fetch(`${this.origin}/command/core/${command}?${new URLSearchParams(fields).toString()}`);
    assert.equal(answer.status, 200);
    return await answer.json();
  }

  async post(command: string, fields: Fields): Promise<unknown> {
    const body = new URLSearchParams({ ...fields, csrf_token: await this.#token() });
    const answer = await fetch(`${this.origin}/command/core/${command}`, { method: 'POST', body });
    assert.equal(answer.status, 200);
    return await answer.json();
  }

  async #token(): Promise<string> {
    return ((await this.get('get-csrf-token', {})) as { token: string }).token;
  }
}
