import { Command } from 'commander';
import { randomBytes } from 'node:crypto';
import { openBackend } from '../../backend/index.ts';
import { STDIO_BYTES_MAX, serveTools } from '../../doors/index.ts';
import { errorCode } from '../../files/index.ts';
import { Answers, systemClock } from '../../server/index.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { readConfig } from '../config.ts';
import { reportFault } from '../fault.ts';

const HELP = `
Speaks the Model Context Protocol over standard input and output, so that a program with a language model can use it:
name this command where the program lists its servers. The tools read the snapshot and nothing else; they write nothing.

Example:
  openfirma mcp data/openfirma.snapshot
`;

const NOWHERE = 'http://localhost';

/** Says in one line what came in and was no message. What is too long ends the command. */
function tellRefused(error: Error): void {
  // The client has gone.
  if (errorCode(error) === 'EPIPE') return;
  const isTooLong = error.message.startsWith('ReadBuffer exceeded');
  if (isTooLong) process.exitCode = 1;
  const reason = isTooLong ? `it has more than ${STDIO_BYTES_MAX} bytes` : 'it must be one message of JSON-RPC 2.0';
  process.stderr.write(`openfirma: Cannot use a message on standard input: ${reason}\n`);
}

/** The command `openfirma mcp`: the tools for agents, without a service. */
export function mcpCommand(): Command {
  return new Command('mcp')
    .description('serve a snapshot to an agent over standard input and output (Model Context Protocol)')
    .argument('<file>', 'the snapshot')
    .addHelpText('after', HELP)
    .action(async (file: string) => {
      const config = readConfig(process.env);
      const backend = openBackend(`snapshot:${file}`);
      const answers = new Answers(backend, systemClock, {
        // Cursors of this process are for nobody else.
        cursorSecret: randomBytes(32),
        cursorTtlSeconds: config.CURSOR_TTL_SECONDS,
        officersMax: config.OFFICERS_MAX,
        dataProvider: config.DATA_PROVIDER,
      });
      // Nothing is told of addresses: there is no service.
      const facts = { baseUrl: NOWHERE, siteUrl: NOWHERE, dataProvider: config.DATA_PROVIDER };
      const { version } = packageJson;
      const { promise, resolve } = Promise.withResolvers<void>();
      const events = { onUnforeseen: reportFault, onRefused: tellRefused, onEnd: resolve };
      const serving = await serveTools({ backend, answers, facts, version, snapshot: file }, events);
      process.stdin.once('close', resolve);
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
      await promise;
      await serving.close();
      await backend.close();
    });
}
