import { Command } from 'commander';
import { randomBytes } from 'node:crypto';
import { MATCH_INDEX } from '../../matching/index/name-index.ts';
import { openBackend } from '../../../src/backend/index.ts';
import { reportFault, type Config } from '../../../src/extra/index.ts';
import { requirePackages } from '../../../src/files/index.ts';
import { MCP_PACKAGE } from '../declaration.ts';
import { serveTools } from '../stdio.ts';
import { InputError } from '../../../src/model/index.ts';
import { Operations } from '../../../src/operations/index.ts';
import { systemClock } from '../../../src/server/index.ts';
import packageJson from '../../../package.json' with { type: 'json' };

const HELP = `
Speaks the Model Context Protocol over standard input and output, so that a program with a language model can use it:
name this command where the program lists its servers. The tools read the snapshot and nothing else; they write nothing.

Settings come from the environment:
  SITE_URL, BASE_URL      the address of a service with the same data, for links to its pages

Example:
  openfirma mcp data/openfirma.snapshot
`;

const NOWHERE = 'http://localhost';

export function mcpCommand(readConfig: () => Config): Command {
  return new Command('mcp')
    .description('serve a snapshot to an agent over standard input and output (Model Context Protocol)')
    .argument('<file>', 'the snapshot')
    .addHelpText('after', HELP)
    .action(async (file: string) => {
      requirePackages([MCP_PACKAGE], (reason) => new InputError(`Cannot serve "${file}" to agents: ${reason}`));
      const config = readConfig();
      const backend = openBackend(`snapshot:${file}`, { nameIndex: async () => MATCH_INDEX });
      const operations = new Operations(backend, systemClock, {
        // Cursors are valid only in this process.
        cursorSecret: randomBytes(32),
        cursorTtlSeconds: config.CURSOR_TTL_SECONDS,
        officersMax: config.OFFICERS_MAX,
        dataProvider: config.DATA_PROVIDER,
      });
      // Without the address of a service, a company has a URN in place of a page.
      const { SITE_URL: site = config.BASE_URL } = config;
      const toUrl = (id: string): string => (site === undefined ? `urn:openfirma:${id}` : `${site}/companies/${id}`);
      const facts = { baseUrl: NOWHERE, siteUrl: NOWHERE, dataProvider: config.DATA_PROVIDER };
      const { version } = packageJson;
      const stop = new AbortController();
      for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
      const streams = { input: process.stdin, output: process.stdout };
      try {
        const parts = { backend, operations, facts, version, snapshot: file, toUrl };
        await serveTools(parts, streams, stop.signal, reportFault);
      } finally {
        await backend.close();
      }
      // Output that the client does not read would keep the process alive.
      if (process.stdout.writableLength > 0) process.exit();
    });
}
