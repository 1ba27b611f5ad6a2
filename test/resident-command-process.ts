/** Runs the commands that its parent sends, as `openfirma` does, and sends back what they say. */
import { EventEmitter } from 'node:events';
import { runProgram } from '../src/cli/program.ts';
import type { Asked, Ended } from './resident-command.ts';

// Each command adds listeners to the streams and the process, which end with it elsewhere.
EventEmitter.defaultMaxListeners = 0;

/** Keeps what is written to a stream; returns what gives it back and ends that. */
function capture(stream: NodeJS.WriteStream): () => string {
  let text = '';
  const write = stream.write.bind(stream);
  stream.write = (chunk: Uint8Array | string, ...more: readonly unknown[]) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    for (const done of more) if (typeof done === 'function') process.nextTick(done);
    return true;
  };
  return () => {
    stream.write = write;
    return text;
  };
}

async function run({ args, cwd, settings }: Asked): Promise<Ended> {
  process.chdir(cwd);
  const own = process.env;
  process.env = { ...own, ...settings };
  process.argv.splice(2, process.argv.length, ...args);
  process.exitCode = 0;
  const [stdout, stderr] = [capture(process.stdout), capture(process.stderr)];
  try {
    await runProgram();
  } finally {
    process.stdout.removeAllListeners('error');
    process.env = own;
  }
  const status = process.exitCode;
  process.exitCode = 0;
  return { status, stdout: stdout(), stderr: stderr() };
}

process.on('message', (asked: Asked) => {
  void run(asked).then((ended) => process.send?.(ended));
});
