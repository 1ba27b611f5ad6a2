import { invalidParameter } from './problem-error.ts';

/**
 * The known query parameters of the target of a request. Names and values are form-encoded: `+` is a blank, `%` starts a UTF-8 byte.
 * Unknown parameters are ignored. Throws a {@linkcode ProblemError} for a parameter that is repeated or not UTF-8.
 */
export function readQuery<Name extends string>(target: string, names: readonly Name[]): { [name in Name]?: string } {
  const start = target.indexOf('?');
  const given: { [name in Name]?: string } = {};
  if (start < 0) return given;
  for (const pair of target.slice(start + 1).split('&')) {
    const equals = pair.indexOf('=');
    const decoded = decode(equals < 0 ? pair : pair.slice(0, equals));
    const name = names.find((known) => known === decoded);
    if (name === undefined) continue;
    if (given[name] !== undefined) throw invalidParameter(name, 'must be given once, and is repeated');
    const encoded = equals < 0 ? '' : pair.slice(equals + 1);
    const value = decode(encoded);
    if (value === undefined) throw invalidParameter(name, 'must be percent-encoded UTF-8', encoded);
    given[name] = value;
  }
  return given;
}

const ENCODED = /[%+]/;

function decode(text: string): string | undefined {
  if (!ENCODED.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    // The only error is a URIError: an escape is malformed or not UTF-8.
    return undefined;
  }
}
