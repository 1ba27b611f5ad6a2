import { InputError } from '../../src/model/index.ts';

/** The values of `target_session_attrs`, as in libpq. */
export const SESSION_KINDS = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const;
export type SessionKind = (typeof SESSION_KINDS)[number];

export interface DatabaseAddress {
  /** One address for each host, in order: `pg` takes one host at a time. The addresses contain the password. */
  readonly hosts: readonly [string, ...string[]];
  readonly sessionKind: SessionKind;
  /** The address for messages, without the password. */
  readonly shown: string;
}

const FORM = /^postgres(?:ql)?:\/\/(?:([^@/?#]*)@)?([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/;

/**
 * Parses `postgres://USER:PASSWORD@HOST:PORT,HOST:PORT/DATABASE?target_session_attrs=any`. Other parameters, such as `sslmode`, are passed
 * to `pg`; a socket is `?host=/FOLDER`.
 * @throws {InputError} that does not show the password
 */
export function parseDatabaseAddress(text: string): DatabaseAddress {
  const [, user, hosts = '', path = '', query = ''] = FORM.exec(text) ?? [];
  const shown = text.replace(/\/\/([^:@/?#]*):[^@]*@/, '//$1:***@').replace(/([?&]password=)[^&]*/i, '$1***');
  const fail = (what: string): never => {
    throw new InputError(`Cannot use the database "${shown}": ${what}`);
  };
  if (!FORM.test(text)) fail('it must be of the form postgres://USER:PASSWORD@HOST:PORT,HOST:PORT/DATABASE');
  const parameters = new URLSearchParams(query);
  const kind = parameters.get('target_session_attrs') ?? 'any';
  const sessionKind = SESSION_KINDS.find((known) => known === kind);
  if (sessionKind === undefined)
    return fail(`target_session_attrs must be one of ${SESSION_KINDS.join(', ')}, got "${kind}"`);
  parameters.delete('target_session_attrs');
  const rest = `${path}${parameters.size === 0 ? '' : `?${parameters.toString()}`}`;
  const login = user === undefined ? '' : `${user}@`;
  const [first = '', ...others] = hosts.split(',');
  const formatAddress = (host: string): string => `postgres://${login}${host}${rest}`;
  for (const host of [first, ...others]) {
    // An address without a host is the address of a socket.
    if (!URL.canParse(formatAddress(host)) && (host !== '' || others.length > 0)) fail(`"${host}" is not a host`);
  }
  return { hosts: [formatAddress(first), ...others.map(formatAddress)], sessionKind, shown };
}
