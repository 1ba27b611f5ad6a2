/** The tools for agents, tested with the official conformance suite of the protocol, and with the official client over both transports. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { parse } from 'yaml';
import { COMMAND, startService, stopService, type Running } from '../../fixtures/serving.ts';
import { buildSample } from '../../serving/unread-clients.ts';
import { untilSteady } from '../../fixtures/until.ts';

const CONFORMANCE = join(
  import.meta.dirname,
  '..',
  '..',
  '..',
  'node_modules',
  '@modelcontextprotocol',
  'conformance',
  'dist',
  'index.js',
);
/**
 * Tests of the suite for features that we lack: resources, prompts, logging, completion, sessions, and tools with names that the suite
 * requires.
 */
const NOT_OFFERED = [
  'logging-set-level',
  'completion-complete',
  'server-sse-multiple-streams',
  ...['simple-text', 'image', 'audio', 'embedded-resource', 'mixed-content', 'with-logging', 'error', 'with-progress', 'sampling', 'elicitation'].map((name) => `tools-call-${name}`), // prettier-ignore
  'elicitation-sep1034-defaults',
  'elicitation-sep1330-enums',
  ...['list', 'read-text', 'read-binary', 'templates-read', 'subscribe', 'unsubscribe'].map((name) => `resources-${name}`), // prettier-ignore
  ...['list', 'get-simple', 'get-with-args', 'get-embedded-resource', 'get-with-image'].map((name) => `prompts-${name}`), // prettier-ignore
];
const PASSED = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'];

const NAMES = [
  'search',
  'fetch',
  'match_company',
  'search_companies',
  'get_company',
  'company_details',
  'list_officers',
  'look_up_number',
  'changes_of',
];

test('the skill and the page say when to use each tool, and name no other', () => {
  const skill = readFileSync('extras/mcp/SKILL.md', 'utf8');
  const head = parse(skill.split('---\n')[1] ?? '') as { name: string; description: string };
  assert.ok(/^[a-z-]{1,64}$/.test(head.name) && head.description.length <= 1024);
  for (const text of [skill, readFileSync('extras/mcp/page.md', 'utf8')]) {
    const named = [...text.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    assert.deepEqual(named, NAMES);
  }
});

test('the configuration of each client parses, and starts "openfirma mcp" or names a service', () => {
  const page = readFileSync('docs/agents.md', 'utf8');
  const blocks = [...page.matchAll(/```json\n([^]*?)```/g)].map(([, json = '']) => JSON.parse(json) as Record<string, Record<string, { command?: string; args?: string[]; url?: string }>>); // prettier-ignore
  assert.ok(blocks.length >= 3);
  for (const block of blocks) {
    const [servers = {}] = Object.values(block);
    const { command, args, url } = servers['openfirma'] ?? {};
    assert.deepEqual(url === undefined ? [command, args] : url, url === undefined ? ['openfirma', ['mcp', '/srv/openfirma.snapshot']] : 'https://api.example.org/mcp'); // prettier-ignore
  }
});

/** Writes a file when a module of zod is loaded. */
const TRACE = `import { registerHooks } from 'node:module';
import { writeFileSync } from 'node:fs';
registerHooks({
  load(url, context, next) {
    if (url.includes('/node_modules/zod/')) writeFileSync(process.env.ZOD_LOADED, url);
    return next(url, context);
  },
});`;

suite('the door "mcp"', () => {
  const folder = mkdtempSync(join(tmpdir(), 'openfirma-mcp-'));
  const loaded = join(folder, 'loaded');
  let running: Running;
  before(async () => {
    await buildSample(join(folder, 'a.snapshot'));
    running = await startService(folder, ['--snapshot', 'a.snapshot'], {
      DATA_DIR: 'data',
      DOORS: 'mcp',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(TRACE)}`,
      ZOD_LOADED: loaded,
    });
  });
  after(async () => {
    await stopService(running);
    rmSync(folder, { recursive: true });
  });

  test('loads the library of the protocol at the first message', async () => {
    assert.equal((await fetch(`${running.address}/v1/search?q=nordlysmyr`)).status, 200);
    assert.equal(existsSync(loaded), false);
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
    const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
    assert.equal((await fetch(`${running.address}/mcp`, { method: 'POST', headers, body })).status, 200);
    assert.equal(existsSync(loaded), true);
  });

  test('passes the conformance suite of the protocol, except for features that it does not offer', () => {
    const baseline = join(folder, 'expected.yaml');
    writeFileSync(baseline, `server:\n${NOT_OFFERED.map((name) => `  - ${name}\n`).join('')}`);
    const asked = ['server', '--url', `${running.address}/mcp`, '--expected-failures', baseline];
    const { stdout, stderr, status } = spawnSync(process.execPath, [CONFORMANCE, ...asked], { encoding: 'utf8' });
    assert.equal(status, 0, stdout.slice(-2000) + stderr.slice(-2000));
    for (const name of PASSED) assert.match(stdout, new RegExp(`✓ ${name}: [1-9]\\d* passed, 0 failed`));
  });

  /** Calls every tool as a client. */
  async function usesTools(client: Client): Promise<void> {
    const { tools } = await client.listTools();
    assert.deepEqual(tools.map(({ name }) => name), NAMES); // prettier-ignore
    assert.match(client.getInstructions() ?? '', /Show "Powered by openfirma" with the data\.$/);
    assert.ok(tools.every(({ annotations }) => annotations?.readOnlyHint === true));
    // The client rejects structured content that does not match the declared schema.
    const found = await called(client, 'search_companies', { query: 'nordlysmyr', country: 'NO', limit: 1 });
    const { data, next_cursor: cursor, attribution } = found as { data: { id: string; name: string }[]; next_cursor: string; attribution: string }; // prettier-ignore
    assert.equal(attribution, 'Powered by openfirma');
    assert.equal(data[0]?.name, 'NORDLYSMYR ENK');
    const next = await called(client, 'search_companies', { query: 'nordlysmyr', country: 'NO', cursor });
    assert.notEqual((next['data'] as { id: string }[])[0]?.id, data[0].id);
    const id = data[0].id;
    const details = (await called(client, 'company_details', { company_id: id }))['data'];
    assert.equal((details as { object: string }).object, 'company_details');
    const company = (await called(client, 'get_company', { company_id: id }))['data'] as { identifiers: { value: string }[] }; // prettier-ignore
    const value = company.identifiers[0]?.value;
    const looked = await called(client, 'look_up_number', { number: value, country: 'NO' });
    assert.equal((looked['data'] as { company_id: string }[])[0]?.company_id, id);
    assert.equal((await called(client, 'changes_of', {}))['object'], 'change_list');
    assert.deepEqual((await called(client, 'changes_of', { company_id: [id, id] }))['data'], []);
    const { results } = (await called(client, 'search', { query: 'nordlysmyr' })) as { results: { id: string; title: string; url: string }[] }; // prettier-ignore
    assert.ok(
      results.some((one) => one.id === id && one.title.startsWith('NORDLYSMYR ENK (NO') && one.url.endsWith(id)),
    );
    const document = await called(client, 'fetch', { id });
    assert.deepEqual([document['id'], document['title']], [id, 'NORDLYSMYR ENK']);
    assert.match(String(document['text']), new RegExp(`^NORDLYSMYR ENK\\nCompany ID: ${id}\\n[^]*Registry number: ${value}[^]*\\nPowered by openfirma$`)); // prettier-ignore
    assert.equal((document['metadata'] as Record<string, string>)['national_registry_number'], value);
    const { data: matches } = (await called(client, 'match_company', { number: value, country: 'Norway' })) as { data: { company_id: string; certain: boolean; reason: string }[] }; // prettier-ignore
    assert.deepEqual([matches[0]?.company_id, matches[0]?.reason], [id, 'same number, requested country']);
    assert.equal((await called(client, 'list_officers', { company_id: id }))['object'], 'company_officer_list');
    const refused = await client.callTool({ name: 'search_companies', arguments: { query: 'n' } });
    assert.equal(refused.isError, true);
    assert.match(JSON.stringify(refused.content), /must hold 3 to 64 characters/);
  }

  async function called(
    client: Client,
    name: string,
    given: Record<string, unknown>,
  ): Promise<Record<string, unknown>> {
    const result = await client.callTool({ name, arguments: given });
    assert.ok(result.isError !== true, JSON.stringify(result.content));
    return result.structuredContent as Record<string, unknown>;
  }

  test('answers the client of the protocol over HTTP', async () => {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${running.address}/mcp`)));
    await usesTools(client);
    await client.close();
  });

  const args = ['mcp', join(folder, 'a.snapshot')];
  const INITIALIZE = `{"jsonrpc":"2.0","id":"first","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}\n`;
  interface Message {
    readonly id: string | number | null;
    readonly error?: { readonly code: number };
    readonly result?: object;
  }
  const parseMessages = (text: string): Message[] =>
    text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Message]));

  test('openfirma mcp answers an invalid message with the error of the protocol, and ends if one is too long', () => {
    const input = `{"jsonrpc":\n[]\n{"jsonrpc":"1.0"}\n\n${INITIALIZE}${'x'.repeat(11_000_000)}`;
    const { status, stderr, stdout } = spawnSync(COMMAND, args, { input, encoding: 'utf8' });
    assert.equal(stderr, 'openfirma: Cannot use standard input: a line is longer than the allowed 10485760 bytes\n');
    assert.equal(status, 1);
    const refused = parseMessages(stdout).filter(({ error }) => error !== undefined);
    assert.deepEqual(
      refused.map(({ id, error }) => [id, error?.code]),
      [
        [null, -32_700],
        [null, -32_600],
        [null, -32_600],
      ],
    );
  });

  test('openfirma mcp answers all requests before the end of its input', () => {
    const lists = Array.from({ length: 20 }, (_, id) => `{"jsonrpc":"2.0","id":${id},"method":"tools/list"}\n`);
    const input = `${INITIALIZE}{"jsonrpc":"2.0","method":"notifications/initialized"}\n${lists.join('')}`;
    const { status, stderr, stdout } = spawnSync(COMMAND, args, { input, encoding: 'utf8' });
    assert.deepEqual([status, stderr], [0, '']);
    const answered = parseMessages(stdout);
    assert.deepEqual(new Set(answered.map(({ id }) => id)), new Set(['first', ...lists.keys()]));
    assert.ok(answered.every(({ result }) => result !== undefined));
  });

  test('openfirma mcp stops reading while its client reads no responses, and ends at one signal', async (t) => {
    const child = spawn(COMMAND, args);
    t.after(() => child.kill('SIGKILL'));
    const ended = once(child, 'exit');
    child.stdin.on('error', () => undefined);
    child.stdin.write(INITIALIZE);
    await once(child.stdout, 'readable');
    const request = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n`.repeat(1000);
    // Pipes and the program buffer only a small part of 20 MB.
    for (let sent = 0; sent < 20_000_000; sent += request.length) child.stdin.write(request);
    await untilSteady('it has stopped reading', () => child.stdin.writableLength);
    const held = child.stdin.writableLength;
    assert.ok(held > 15_000_000, `${held} bytes are not read`);
    child.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
  });

  test('openfirma mcp answers the same over standard input and output, and ends with its client', async (t) => {
    const transport = new StdioClientTransport({ command: COMMAND, args, stderr: 'inherit' });
    const client = new Client({ name: 'test', version: '1' });
    t.after(() => client.close());
    await client.connect(transport);
    await usesTools(client);
  });
});
