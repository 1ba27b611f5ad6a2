import { lookup as resolve } from 'node:dns';
import { lookup as resolveAll } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { getCACertificates } from 'node:tls';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';
import { quoteValue } from '../model/index.ts';

const CONNECT_MS_MAX = 30_000;

/** The error for a host that is not on the public internet. The message is only the reason. */
export class AddressError extends Error {}

/** Returns the host of a URL as DNS expects it: an IPv6 address has no brackets. */
export function parseHost(url: string | URL): string {
  return new URL(url).hostname.replaceAll(/[[\]]/g, '');
}

/** Whether an address equals `prefix` or is below it: `/api/list` is below `/api`, `/apiary` is not. */
export function isBelow(url: string, prefix: string): boolean {
  const [at, below] = [new URL(url), new URL(prefix)];
  const folder = below.pathname.replace(/\/?$/, '/');
  return at.origin === below.origin && (at.pathname === below.pathname || at.pathname.startsWith(folder));
}

/** Whether a host is an IP address or this machine, so that it needs no DNS server. */
export function isFixedHost(host: string): boolean {
  return isIP(host) !== 0 || host === 'localhost' || host.endsWith('.localhost');
}

/** Whether an address is on the public internet: not loopback, private, link-local or reserved. */
export function isPublicAddress(address: string): boolean {
  const parsed = ipaddr.process(address);
  // NAT64 (RFC 6052): the last four bytes are the IPv4 address.
  if (parsed.range() === 'rfc6052') return isPublicAddress(parsed.toByteArray().slice(12).join('.'));
  return parsed.range() === 'unicast';
}

/**
 * Makes a connector for public addresses, and for hosts that `isOwn` accepts. The check is part of the DNS lookup of the connection, so a
 * name cannot change its address between check and connection. `certificates` (PEM) are trusted in addition to the certificates of Node.
 */
export function guardedConnector(
  isOwn: (host: string) => boolean,
  certificates: readonly string[],
): buildConnector.connector {
  const ca = certificates.length === 0 ? {} : { ca: [...getCACertificates('default'), ...certificates] };
  const common = { ...ca, timeout: CONNECT_MS_MAX, allowH2: false };
  const connectOwn = buildConnector(common);
  const connectPublic = buildConnector({ ...common, lookup: lookUpPublic });
  return (options, callback) => {
    const host = options.hostname.replaceAll(/[[\]]/g, '');
    if (isOwn(host)) connectOwn(options, callback);
    // For an IP address there is no lookup.
    else if (isIP(host) !== 0 && !isPublicAddress(host)) callback(notPublic(host), null);
    else connectPublic(options, callback);
  };
}

const lookUpPublic: LookupFunction = (host, options, callback) => {
  resolve(host, { ...options, all: true }, (error, addresses) => {
    const hidden = addresses?.find(({ address }) => !isPublicAddress(address));
    const [first] = addresses ?? [];
    if (error !== null) callback(error, []);
    else if (hidden !== undefined) callback(notPublic(host, hidden.address), []);
    else if (options.all === true) callback(null, addresses);
    else callback(null, first?.address ?? '', first?.family);
  });
};

/**
 * Returns the checked address of a host, for a connection without a second lookup.
 * @throws {AddressError} if the address is not on the public internet
 */
export async function resolvePublicAddress(host: string): Promise<string> {
  if (isIP(host) !== 0) {
    if (isPublicAddress(host)) return host;
    throw notPublic(host);
  }
  const [first, ...more] = await resolveAll(host, { all: true });
  const hidden = [first, ...more].find((one) => one !== undefined && !isPublicAddress(one.address));
  if (hidden !== undefined) throw notPublic(host, hidden.address);
  return first?.address ?? host;
}

function notPublic(host: string, address?: string): AddressError {
  const where = address === undefined ? '' : ` (${address})`;
  return new AddressError(`the host ${quoteValue(host)}${where} is not on the public internet`);
}
