/** The worker that ends a process of tests which makes no progress, and prints what its main thread runs. */
import { writeSync } from 'node:fs';
import { Session, type Debugger } from 'node:inspector';
import { workerData } from 'node:worker_threads';

const { started, latest, msMax } = workerData as {
  /** The number of tests that have started. */
  readonly started: Int32Array;
  /** The name of the latest of them, filled up with zeros. */
  readonly latest: Uint8Array;
  readonly msMax: number;
};
/** Time in which the main thread is paused again and again, until it is in a file of the project. */
const PAUSING_MS_MAX = 5000;

function end(frames: readonly string[]): void {
  const place = frames.length > 0 ? `runs:\n${frames.join('\n')}` : 'waits, or is in Node itself.';
  const name = Buffer.from(latest).toString().replaceAll('\0', '');
  writeSync(2, `No test has started for ${msMax / 1000} s, the latest was "${name}". The main thread ${place}\n`);
  process.kill(process.pid, 'SIGKILL');
}

function findPlace(): void {
  const session = new Session();
  const scripts = new Map<string, string>();
  session.connectToMainThread();
  session.on('Debugger.scriptParsed', ({ params }: { readonly params: Debugger.ScriptParsedEventDataType }) => {
    if (params.url.startsWith('file:')) scripts.set(params.scriptId, params.url);
  });
  session.on('Debugger.paused', ({ params }: { readonly params: Debugger.PausedEventDataType }) => {
    const frames = params.callFrames.flatMap(({ functionName, location }) => {
      const file = scripts.get(location.scriptId);
      return file === undefined ? [] : [`  ${functionName} ${file}:${location.lineNumber + 1}`];
    });
    if (frames.length > 0) return end(frames);
    session.post('Debugger.resume');
    session.post('Debugger.pause');
  });
  session.post('Debugger.enable');
  session.post('Debugger.pause');
  setTimeout(end, PAUSING_MS_MAX, []);
}

let before = -1;
const timer = setInterval(() => {
  const now = Atomics.load(started, 0);
  if (now === before) {
    clearInterval(timer);
    findPlace();
  }
  before = now;
}, msMax);
