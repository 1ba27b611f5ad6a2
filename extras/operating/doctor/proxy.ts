/**
 * Checks the way from clients to the service: whether the proxy leads to it, and whether the service sees the addresses of clients. The
 * `RateLimit` field of a response shows for which client the request was counted.
 * @module
 */
import { randomInt } from 'node:crypto';
import { connect, type PeerCertificate, type TLSSocket } from 'node:tls';
import type { Config } from '../../../src/extra/index.ts';
import { counted, toErrorMessage } from '../../../src/model/index.ts';
import { CURES } from '../cures.ts';
import { error, ok, warning, type Finding } from '../finding.ts';
import type { Installation } from './installation.ts';
import { get, type Reply, type Route } from './request.ts';

const CERTIFICATE_DAYS_LEAST = 14;
const DAY_MS = 86_400_000;
const WAIT_MS_MAX = 10_000;

/** Number of direct requests that are sent first, so that this machine has fewer requests left than a new client. */
const DIRECT_REQUESTS = 3;

/** A search that finds nothing, which costs one request. */
const SEARCH = '/v1/search?q=doctor';

/** An address that no client has (RFC 5737). One request pretends to come from it. */
const CLAIMED = '192.0.2.77';

const RESTART = `in the settings, then: ${CURES.restart}`;

/** Finds the route to the proxy: on loopback, from an address that no other program uses, or else by its public name. */
async function routeTo(address: string): Promise<Route & { readonly reply: Reply }> {
  const from = `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`;
  const route = { host: '127.0.0.1', from };
  try {
    return { ...route, reply: await get(`${address}/readyz`, route) };
  } catch {
    // No proxy on this machine.
    return { reply: await get(`${address}/readyz`) };
  }
}

/** Checks the proxy, and whether the service sees the addresses of its clients. */
export async function proxyFindings({ config, local }: Installation): Promise<Finding[]> {
  const { BASE_URL: address } = config;
  if (address === undefined)
    return [warning('proxy', 'BASE_URL is not set, so documents name this machine', `Set BASE_URL ${RESTART}`)];
  if (isDirect(config)) return [ok('proxy', 'the service is its own public address')];
  let route;
  try {
    route = await routeTo(address);
  } catch (fault) {
    return [error('proxy', `${address} cannot be reached: ${toErrorMessage(fault)}`, cureOf(fault))];
  }
  const direct = await get(`${local}/readyz`);
  if (parseGeneration(route.reply) !== parseGeneration(direct)) {
    const what = `${address} does not lead to this service: /readyz answers ${route.reply.status} with other data`;
    return [error('proxy', what, 'Compare its configuration with docs/operating/proxies.md')];
  }
  return [await clientFinding(address, local + new URL(address).pathname.replace(/\/$/, ''), route, config)];
}

/** Returns the cure for a connection that failed: the name, the program, or the way between them. */
function cureOf(fault: unknown): string {
  const code = fault instanceof Error && 'code' in fault ? fault.code : undefined;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'Correct the name in BASE_URL, or its record in the DNS';
  if (code === 'ECONNREFUSED') return 'Start the proxy, and let it listen on this port';
  return 'Check the firewall, and the ports of the proxy';
}

/** Returns whether clients reach the service at its public address without a proxy. */
function isDirect({ BASE_URL, HOST, PORT }: Config): boolean {
  if (BASE_URL === undefined) return false;
  const { protocol, port, hostname } = new URL(BASE_URL);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return protocol === 'http:' && Number(port || 80) === PORT && (isLocal || HOST !== 'localhost');
}

function parseGeneration({ body }: Reply): string | undefined {
  return /"generation":\s*"(\w+)"/.exec(body)?.[1];
}

/** Checks whether requests through the proxy are counted for the right client. */
async function clientFinding(address: string, local: string, route: Route, config: Config): Promise<Finding> {
  const limit = config.RATE_LIMIT;
  for (let i = 0; i < DIRECT_REQUESTS; i++) await get(local + SEARCH);
  const first = parseRequestsLeft(await get(address + SEARCH, route));
  const claiming = parseRequestsLeft(await get(address + SEARCH, route, { 'x-forwarded-for': CLAIMED }));
  if (first === undefined || claiming === undefined) {
    const what = 'its answers have no RateLimit field, so the addresses of clients cannot be checked';
    return warning('proxy', what, 'Let the proxy pass on all fields of answers');
  }
  if (first === limit && claiming === limit) {
    const what = 'this machine is in RATE_LIMIT_EXEMPT, so the addresses of clients cannot be checked';
    const cure = `If the proxy is in it and not in TRUSTED_PROXIES, no client has a limit: set TRUSTED_PROXIES ${RESTART}`;
    return warning('proxy', what, cure);
  }
  if (claiming >= first) {
    const what = 'a client can choose its address: the service believes an X-Forwarded-For that the client sent';
    const cure =
      'Let the proxy set X-Forwarded-For (docs/operating/proxies.md), and TRUSTED_PROXIES name only the proxy';
    return error('proxy', what, cure);
  }
  if (route.from !== undefined && first < limit - 1) {
    const what = 'all its clients share one rate limit: the service sees the address of the proxy';
    return error('proxy', what, `Set TRUSTED_PROXIES=127.0.0.1,::1 ${RESTART}; and let the proxy send X-Forwarded-For`);
  }
  const checked = route.from === undefined ? 'believes no made-up address' : "sees its clients' addresses";
  return ok('proxy', `${address} leads to the service, which ${checked}`);
}

/** Returns the number of requests left, from the field `RateLimit`. */
function parseRequestsLeft({ fields }: Reply): number | undefined {
  const left = /^"default";r=(\d+);/.exec(String(fields['ratelimit'] ?? ''))?.[1];
  return left === undefined ? undefined : Number(left);
}

/** Checks the certificate of the public address. */
export async function certificateFindings({ config }: Installation, now: number): Promise<Finding[]> {
  const { BASE_URL: address } = config;
  if (address === undefined) return [];
  const { protocol, hostname, port } = new URL(address);
  if (protocol === 'http:') {
    if (/^(localhost|127\.|\[::1\])/.test(hostname)) return [];
    const cure = 'Let the proxy get a certificate, and set BASE_URL to https';
    return [warning('certificate', `${address} has no TLS`, cure)];
  }
  for (const host of ['127.0.0.1', hostname]) {
    try {
      return [judged(await certificateAt(host, Number(port || 443), hostname), now)];
    } catch (fault) {
      if (host === hostname) return [error('certificate', toErrorMessage(fault), cureOf(fault))];
    }
  }
  return [];
}

interface Presented {
  readonly certificate: PeerCertificate;
  /** The reason why the certificate is not accepted; undefined if it is accepted. */
  readonly refusal: string | undefined;
}

function certificateAt(host: string, port: number, servername: string): Promise<Presented> {
  const { promise, resolve, reject } = Promise.withResolvers<Presented>();
  const socket: TLSSocket = connect({ host, port, servername, rejectUnauthorized: false, timeout: WAIT_MS_MAX }, () => {
    const refusal = socket.authorized ? undefined : String(socket.authorizationError);
    resolve({ certificate: socket.getPeerCertificate(), refusal });
    socket.end();
  });
  socket.on('error', reject);
  socket.on('timeout', () => socket.destroy(new Error(`no certificate within ${WAIT_MS_MAX / 1000} seconds`)));
  return promise;
}

function judged({ certificate, refusal }: Presented, now: number): Finding {
  const days = Math.floor((Date.parse(certificate.valid_to) - now) / DAY_MS);
  const renew = 'Renew it: certbot renew; and reload the proxy';
  if (Date.parse(certificate.valid_from) > now)
    return error('clock', `the certificate is valid from ${certificate.valid_from}`, CURES.clock);
  if (days < 0) return error('certificate', `it ended ${counted(-days, 'day')} ago`, renew);
  if (refusal !== undefined)
    return error('certificate', `browsers refuse it: ${refusal}`, 'Get one for this name: certbot');
  const what = `valid for ${days} more days`;
  return days < CERTIFICATE_DAYS_LEAST ? warning('certificate', what, renew) : ok('certificate', what);
}
