import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { Duplex } from 'node:stream';

/** Maximum number of characters that are kept of the messages of the program; the first line says what is wrong. */
const MESSAGE_MAX = 1024;

type Done = (error?: Error | null) => void;

/** Decompresses bzip2 with the program of the system, which ends with this stream. Concatenated streams are one text. */
export class Bunzip extends Duplex {
  readonly #program: ChildProcessWithoutNullStreams;
  #messages = '';

  constructor() {
    super();
    this.#program = spawn('bzip2', ['-dc']);
    const { stdin, stdout, stderr } = this.#program;
    // The end of the program says why it no longer reads.
    stdin.on('error', () => undefined);
    stdout.on('data', (bytes: Buffer) => {
      if (!this.push(bytes)) stdout.pause();
    });
    stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#messages = (this.#messages + text).slice(0, MESSAGE_MAX);
    });
    this.#program.on('error', (error) => {
      const cure = 'install bzip2, in Debian the package of this name';
      this.destroy(new Error(`cannot run the program bzip2, which decompresses it: ${cure}`, { cause: error }));
    });
    this.#program.on('close', (code, signal) => this.#ended(code, signal));
  }

  override _write(bytes: Buffer, _: BufferEncoding, done: Done): void {
    this.#program.stdin.write(bytes, () => done());
  }

  override _final(done: Done): void {
    this.#program.stdin.end();
    done();
  }

  override _read(): void {
    this.#program.stdout.resume();
  }

  override _destroy(error: Error | null, done: Done): void {
    this.#program.kill('SIGKILL');
    done(error);
  }

  /** Ends the output. The program ends with 0 also if it ignored data after the end of a stream, of which only a message reports. */
  #ended(code: number | null, signal: NodeJS.Signals | null): void {
    const [message = ''] = this.#messages.trim().split('\n');
    if (code === 0 && message === '') this.push(null);
    else this.destroy(new Error(message === '' ? `bzip2 ended with ${signal ?? code}` : message.replace(/[;.]$/, '')));
  }
}
