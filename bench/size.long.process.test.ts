import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Finished } from './size/report.ts';

const folder = mkdtempSync(join(tmpdir(), 'openfirma-size-'));
after(() => rmSync(folder, { recursive: true }));
const figures = join(folder, 'size-2000-beside-1000.json');
const finished = (): Finished => (existsSync(figures) ? (JSON.parse(readFileSync(figures, 'utf8')) as Finished) : {});

function start(): ChildProcess {
  const sizes = ['--companies', '2000', '--beside', '1000', '--into', folder];
  const loads = ['--questions', '200', '--seconds', '0.1', '--rounds', '1'];
  const script = join(import.meta.dirname, 'size.ts');
  return spawn(process.execPath, [script, ...sizes, ...loads], { stdio: ['ignore', 'pipe', 'pipe'] });
}

/**
 * Returns standard output and standard error. The process is killed when `isEnough` returns true; otherwise all output until its end
 * counts.
 */
async function readOutput(child: ChildProcess, isEnough: (output: string) => boolean = () => false): Promise<string> {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  const watch = setInterval(() => {
    if (isEnough(output)) child.kill('SIGKILL');
  }, 5);
  await new Promise((resolve) => child.once('exit', resolve));
  clearInterval(watch);
  return output;
}

test('bench:size continues after kill -9 with the step that was cut, and reports only finished steps', async () => {
  const isBuilding = (output: string): boolean =>
    output.includes('step build 2000') &&
    readdirSync(folder).some((name) => name.startsWith('.2000-1.snapshot.building'));
  const cut = await readOutput(start(), isBuilding);
  const before = finished();
  assert.deepEqual(Object.keys(before), ['build 1000', 'verify 1000']);
  assert.match(cut, /\nNOT RUN YET: build 2000, verify 2000, start 1000, .*export 2000\n/);
  assert.doesNotMatch(cut, /\nbuild 2000 /);

  const rest = await readOutput(start());
  assert.match(rest, /\nbuild 2000 [^]*\nsearch, every question once: CPU/);
  const { 'build 1000': build, 'verify 1000': verify, ...others } = finished();
  assert.deepEqual({ 'build 1000': build, 'verify 1000': verify }, before);
  assert.equal(Object.keys(others).length, 11);
  // The last report lacks no step.
  assert.doesNotMatch(rest.slice(rest.lastIndexOf('openfirma with 2000')), /NOT RUN/);
  const left = readdirSync(folder).filter((name) => !/^(1000|2000)-1\.snapshot|^size-|^changes$/.test(name));
  assert.deepEqual(left, []);
});
