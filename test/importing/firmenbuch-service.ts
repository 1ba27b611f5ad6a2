/** A local imitation of the Firmenbuch web service, as far as its behaviour is known, with invented companies. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import {
  changes,
  extract,
  findFault,
  hit,
  search,
  type ExtractOf,
} from '../../src/registers/at-firmenbuch/responses-fixture.ts';
import { localServer } from '../fixtures/local-server.ts';

/** A company of the service. */
export type Company = Pick<ExtractOf, 'number' | 'name' | 'form' | 'manager' | 'isDeleted'>;

/** A request as the service parses it. */
export interface Asked {
  readonly operation: string;
  readonly field: (name: string) => string;
  readonly request: IncomingMessage;
}

/** The companies of the service; tests change them between rounds. */
export interface Service {
  readonly companies: Map<string, Company>;
  /** By day, the numbers of changed companies and the kind of change. */
  readonly changes: Map<string, [number: string, what: string][]>;
  /** Sends the response instead of the service if it returns true. */
  misbehave?: (asked: Asked, response: ServerResponse, count: number) => boolean;
}

/** Companies by their numbers. */
export function byNumber(companies: readonly Company[]): Map<string, Company> {
  return new Map(companies.map((company) => [company.number.replace(' ', ''), company]));
}

/** Starts the service. Requests are recorded in forms such as `SUCHEFIRMAREQUEST GES a*`. */
export async function firmenbuch(t: TestContext, service: Service): Promise<{ base: string; asked: string[] }> {
  const asked: string[] = [];
  const { base } = await localServer(t, (request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const one = read(body, request);
      asked.push(
        `${one.operation} ${one.field('RECHTSFORM')}${one.field('FIRMENWORTLAUT')}${one.field('FNR')}${one.field('VON')}`,
      );
      if (service.misbehave?.(one, response, asked.length) === true) return;
      const [status, answer] = respondTo(one, service);
      response.writeHead(status, { 'content-type': 'application/soap+xml;charset=UTF-8' }).end(answer);
    });
  });
  return { base, asked };
}

function read(body: string, request: IncomingMessage): Asked {
  const [, operation = ''] = /<s:Body><q:(\w+)>/.exec(body) ?? [];
  const field = (name: string): string => {
    const [, value = ''] = new RegExp(`<q:${name}>([^<]*)<`).exec(body) ?? [];
    return value.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  };
  return { operation, field, request };
}

function respondTo({ operation, field, request }: Asked, service: Service): [status: number, body: string] {
  if (request.headers['x-api-key'] !== 'geheim') return [401, 'no key'];
  if (operation === 'AUSZUG_V2_REQUEST') {
    const company = service.companies.get(field('FNR'));
    if (company === undefined) return [500, findFault('Firmenbuchnummer ist ungültig!')];
    if (field('UMFANG') !== 'Kurzinformation') return [500, findFault('nicht berechtigt')];
    if (!/^\d{4}-\d\d-\d\d$/.test(field('STICHTAG'))) return [400, 'no STICHTAG'];
    return [200, extract({ ...company, day: field('STICHTAG') })];
  }
  if (operation === 'SUCHEFIRMAREQUEST') return [200, found(field('FIRMENWORTLAUT'), field('RECHTSFORM'), service)];
  return [200, changes(field('VON'), service.changes.get(field('VON')) ?? [])];
}

/** Returns the hits of a pattern. `*` at the start and at the end matches any text; case is ignored. */
function found(pattern: string, form: string, { companies }: Service): string {
  const [, before, text = '', behind] = /^(\*?)(.*?)(\*?)$/s.exec(pattern.toLowerCase()) ?? [];
  const hits = [...companies.values()].filter((company) => {
    if (form !== '' && company.form !== form) return false;
    const name = company.name.toLowerCase();
    if (pattern === '*') return true;
    if (before === '*') return name.includes(text);
    return behind === '*' ? name.startsWith(text) : name === text;
  });
  return search(
    form,
    '',
    hits.map(({ number, name, form: code, isDeleted = false }) =>
      hit(number.replace(' ', ''), name, code, isDeleted ? 'gelöscht' : ''),
    ),
  );
}
