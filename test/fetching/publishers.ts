/**
 * Loaded before a command (`--import`): all registers are fetched from a server in the same process, which serves files made from the
 * fixtures. Declarations are unchanged except for hosts, waits and the number of records of a full file. `PUBLISHERS_DOWN` lists registers,
 * separated by commas, whose servers are down.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { CodeLists, LookUp, Register, Source, Crawl } from '../../src/importer/index.ts';
import { CODE_LISTS, REGISTERS } from '../../src/registers/index.ts';
import { CATALOGUES } from './published-catalogues.ts';
import { findDay, readAnswers, readBytes } from './published-files.ts';
import { createPage } from './published-lists.ts';

type Answer = (url: URL, response: ServerResponse, request: IncomingMessage) => void;

/** Responses of the sources by path. */
const responses = new Map<string, Answer>();
const down = new Set((process.env['PUBLISHERS_DOWN'] ?? '').split(','));

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '', 'http://publisher');
  const [, id = ''] = url.pathname.split('/');
  const answer = responses.get(url.pathname);
  request.resume();
  if (down.has(id)) response.writeHead(403).end();
  else if (answer === undefined) response.writeHead(404).end();
  else answer(url, response, request);
});
server.listen(0, '127.0.0.1').unref();
await once(server, 'listening');
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** Serves a response at a path. Returns its address. */
function serve(path: string, response: Answer): string {
  responses.set(encodeURI(path), response);
  return `${base}${encodeURI(path)}`;
}

function movedSource(id: string, source: Source): Source {
  if ('kept' in source) return source;
  const path = `/${id}/${source.name}`;
  const file = (at: string): string =>
    serve(at, (_, response) => {
      response.setHeader('last-modified', new Date(findDay(id, source.name)).toUTCString());
      response.end(readBytes(id, source.name));
    });
  if ('address' in source) {
    const made = file(`${path}.made`);
    return { ...source, url: serve(path, (_, response) => response.end('{}')), address: () => made };
  }
  if (!('records' in source)) {
    return { name: source.name, url: file(path) };
  }
  const url = serve(path, ({ searchParams }, response) => {
    const { body, total } = createPage(source, id, searchParams);
    response.setHeader('x-total-count', total);
    response.end(JSON.stringify(body));
  });
  return { ...source, url: `${url}?limit={limit}&offset={offset}&page={page}&after={after}`, intervalMs: 0 };
}

/** Returns a crawl that requests exactly the responses of the fixtures; other tests cover how a register finds its requests. */
function movedCrawl(id: string, crawl: Crawl): Crawl {
  const kept = readAnswers(id);
  const { name, format, none = [], statuses = [] } = crawl;
  return {
    name,
    format,
    none,
    statuses,
    keep: (response) => crawl.keep?.(response) ?? true,
    redact: (response) => crawl.redact?.(response) ?? response.body,
    perMinute: 60_000,
    first: () => ({ isWhole: true, requests: kept.map(({ kind, key }) => ({ kind, key, leaf: true })) }),
    toHttpRequest: ({ kind, key }) => {
      const answer = kept.find((one) => one.kind === kind && one.key === key);
      const url = serve(`/${id}/${kind}/${key}`, (_, response) =>
        response.writeHead(answer?.status ?? 404).end(answer?.body),
      );
      return { url };
    },
  };
}

function moved<Lists extends Register | CodeLists>(register: Lists): Lists {
  const { id, files } = register;
  const { current, server: declared } = files;
  const catalogue = serve(`/${id}/catalogue`, (_, response) => response.end(CATALOGUES[id]));
  const token = serve(`/${id}/token`, (_, response) => response.end('{"access_token":"given","token":"given"}'));
  const source = (one: Source): Source => movedSource(id, one);
  const movedCurrent =
    typeof current === 'function'
      ? async (lookUp: LookUp): Promise<readonly Source[]> =>
          (
            await current({
              page: (_, accept) => lookUp.page(catalogue, accept),
              ckan: () => lookUp.ckan(catalogue),
              dcat: () => lookUp.dcat(catalogue),
              s3: (_, prefix) => lookUp.s3(catalogue, prefix),
              ftp: () => lookUp.ckan(catalogue),
            })
          ).map(source)
      : 'account' in current
        ? current
        : current.map(source);
  const credentials = declared?.credentials;
  for (const name of credentials?.settings ?? [])
    process.env[`OPENFIRMA_${id.toUpperCase().replaceAll('-', '_')}_${name}`] = 'given';
  return {
    ...register,
    expect: [],
    ...('lists' in register && register.lists !== undefined && { lists: moved(register.lists) }),
    files: {
      ...files,
      current: movedCurrent,
      ...('crawl' in files && files.crawl !== undefined && { crawl: movedCrawl(id, files.crawl) }),
      server: {
        ...declared,
        ...(credentials && {
          credentials: {
            ...credentials,
            ...(credentials.oauth && { oauth: { token, api: base } }),
            ...(credentials.login && { login: { ...credentials.login, url: token, token: 'token', api: base } }),
          },
        }),
      },
    },
  };
}

for (const lists of [REGISTERS, CODE_LISTS])
  for (const [id, one] of lists) (lists as Map<string, Register | CodeLists>).set(id, moved(one));
