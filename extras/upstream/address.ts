import { InputError } from '../../src/model/index.ts';

export interface UpstreamAddress {
  readonly origin: string;
  /** The prefix of the paths of operations, without a final slash. */
  readonly path: string;
  readonly shown: string;
}

const HOSTS_OF_THIS_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Parses the base address of a service, `https://api.example/registry`, to which `/v1/search` is appended. `http:` is allowed only for this
 * machine: the token and the data would cross a network unencrypted.
 * @throws {InputError} whose message omits user, password and query: they may be secret
 */
export function parseUpstreamAddress(text: string): UpstreamAddress {
  const shown = text.replace(/\/\/.*@/s, '//***@').replace(/[?#].*$/s, (end) => `${end[0] ?? ''}***`);
  const fail = (what: string): never => {
    throw new InputError(`Cannot use the service "${shown}": ${what}`);
  };
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:\/\/[^\s\\]+$/.test(text))
    return fail('it must be an address such as https://api.example');
  if (url.username !== '' || url.password !== '') fail('the address must have no user; UPSTREAM_TOKEN holds the token');
  if (/[?#]/.test(text)) fail('the address must have no query and no fragment');
  if (url.protocol === 'http:' && !HOSTS_OF_THIS_MACHINE.has(url.hostname))
    fail('http is only for this machine; use https');
  const path = url.pathname.replace(/\/+$/, '');
  if (path.endsWith('/v1')) fail('it must not end with "/v1", which begins the path of each operation');
  return { origin: url.origin, path, shown: url.origin + path };
}
