import { invalidParameter } from './problem-error.ts';

/**
 * Reads the known query parameters of a request target. Names and values are form-encoded: `+` is a blank, `%` starts a UTF-8 byte. Unknown
 * parameters are ignored. Throws a {@linkcode ProblemError} for a parameter that is repeated or not UTF-8.
 */
export function readQuery<Name extends string>(target: string, names: readonly Name[]): { [name in Name]?: string } {
  const given: { [name in Name]?: string } = {};
  const start = target.indexOf('?') + 1;
  if (start === 0) return given;
  for (let at = start, end = 0; at <= target.length; at = end + 1) {
    const ampersand = target.indexOf('&', at);
    end = ampersand < 0 ? target.length : ampersand;
    const equals = target.indexOf('=', at);
    const nameEnd = equals < 0 || equals > end ? end : equals;
    const name = names[names.indexOf(decode(target.slice(at, nameEnd)) as Name)];
    if (name === undefined) continue;
    if (given[name] !== undefined) throw invalidParameter(name, 'must be given once, and is repeated');
    const encoded = target.slice(nameEnd + 1, end);
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
