import ipaddr from 'ipaddr.js';
import { InputError } from '../../model/index.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/** Parses addresses and CIDR ranges for settings. Throws {@linkcode InputError} at the first invalid text. */
export function parseAddressRanges(texts: readonly string[]): readonly Range[] {
  return texts.map((text) => {
    const [address = '', bits, ...rest] = text.split('/');
    const parsed = parseAddress(address);
    const bitsMax = parsed?.kind() === 'ipv4' ? 32 : 128;
    const length = bits === undefined ? bitsMax : /^\d{1,3}$/.test(bits) ? Number(bits) : Infinity;
    if (parsed === undefined || rest.length > 0 || length > bitsMax) {
      throw new InputError(`Cannot read "${text}" as an address or a CIDR range such as 10.0.0.0/8 or fd00::/8`);
    }
    return [parsed, length];
  });
}

/** Parses an IPv4 or IPv6 address in its usual notation; an IPv4-mapped IPv6 address becomes the IPv4 address. */
function parseAddress(text: string): Address | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!text.includes(':') || !ipaddr.IPv6.isValid(text)) return undefined;
  return ipaddr.process(text);
}

const HOP_WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([0-9A-Fa-f:.]+)\])(?::\d{1,5})?$/;

/** Parses a hop of `X-Forwarded-For`, without the port that some proxies add. */
function parseHop(text: string): Address | undefined {
  const hop = text.trim();
  const match = HOP_WITH_PORT.exec(hop);
  return parseAddress(match?.[1] ?? match?.[2] ?? hop);
}

/** Sockets without an address, such as closed ones, share one rate limit. */
const UNKNOWN_CLIENT = 'unknown';

/**
 * Finds the client of a request from the address of its socket and its field `X-Forwarded-For`. The client is the address of the socket or,
 * if that address is trusted, the right-most hop of `X-Forwarded-For` that is not trusted. The search ends at an invalid hop, and the last
 * valid address is the client: invalid hops do not give a client behind a proxy a second limit.
 */
export class ClientAddresses {
  readonly #trusted: readonly Range[];
  readonly #exempt: readonly Range[];
  /** The trusted ranges of IPv4, as numbers. */
  readonly #trustedIpv4: readonly { readonly size: number; readonly start: number }[];

  constructor(trusted: readonly string[], exempt: readonly string[] = []) {
    this.#trusted = parseAddressRanges(trusted);
    this.#exempt = parseAddressRanges(exempt);
    this.#trustedIpv4 = this.#trusted.flatMap(([network, bits]) => {
      const size = 2 ** (32 - bits);
      const number = ipv4Number(network.toString());
      return number === undefined ? [] : [{ size, start: Math.floor(number / size) }];
    });
  }

  /** Returns the key of a client's rate limit, of at most 19 characters: its IPv4 address, or the /64 network of its IPv6 address. */
  toLimitKey(socketAddress: string | undefined, forwardedFor: string | undefined): string {
    if (socketAddress === undefined) return UNKNOWN_CLIENT;
    // The fast path: IPv4, direct or behind one proxy.
    const direct = ipv4Number(socketAddress);
    if (direct !== undefined) {
      if (forwardedFor === undefined || !this.#isTrustedIpv4(direct)) return socketAddress;
      if (ipv4Number(forwardedFor) !== undefined) return forwardedFor;
    }
    const address = this.#findAddress(socketAddress, forwardedFor);
    if (!(address instanceof ipaddr.IPv6)) return address?.toString() ?? UNKNOWN_CLIENT;
    const network = address.parts.slice(0, 4);
    return network.map((part) => part.toString(16)).join(':');
  }

  /** Returns the whole address of a client for the log; undefined for a client without an address. */
  formatAddress(socketAddress: string | undefined, forwardedFor: string | undefined): string | undefined {
    const address = this.#findAddress(socketAddress, forwardedFor);
    return address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address?.toString();
  }

  isExempt(socketAddress: string | undefined, forwardedFor: string | undefined): boolean {
    if (this.#exempt.length === 0) return false;
    const address = this.#findAddress(socketAddress, forwardedFor);
    return address !== undefined && isInRanges(this.#exempt, address);
  }

  #isTrustedIpv4(address: number): boolean {
    return this.#trustedIpv4.some(({ size, start }) => Math.floor(address / size) === start);
  }

  #findAddress(socketAddress: string | undefined, forwardedFor: string | undefined): Address | undefined {
    let address = parseAddress(socketAddress ?? '');
    if (address === undefined || forwardedFor === undefined || !isInRanges(this.#trusted, address)) return address;
    const hops = forwardedFor.split(',');
    while (hops.length > 0 && isInRanges(this.#trusted, address)) {
      const hop = parseHop(hops.pop() ?? '');
      if (hop === undefined) break;
      address = hop;
    }
    return address;
  }
}

function isInRanges(ranges: readonly Range[], address: Address): boolean {
  return ranges.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
}

const DOT = 0x2e;
const ZERO = 0x30;

/** Parses an IPv4 address in the usual notation as a number; undefined for any other text. */
function ipv4Number(text: string): number | undefined {
  let number = 0;
  let part = -1;
  let dots = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === DOT && part >= 0) {
      number = number * 256 + part;
      part = -1;
      dots++;
    } else if (code >= ZERO && code <= ZERO + 9 && part !== 0) {
      part = Math.max(0, part) * 10 + code - ZERO;
      if (part > 255) return undefined;
    } else {
      return undefined;
    }
  }
  return dots === 3 && part >= 0 ? number * 256 + part : undefined;
}
