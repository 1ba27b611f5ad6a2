import { httpDateMs, quoteValue } from '../../model/index.ts';
import { matchEntityTag, writeEntityTag, type EntityTag } from '../cache/entity-tag.ts';
import { ProblemError } from '../../operations/index.ts';

type Fields = NodeJS.Dict<string | string[]>;

/**
 * Evaluates the conditions of a `GET` or `HEAD` of a file, in the order of RFC 9110 (section 13.2.2). Returns whether the client's copy is
 * current. Throws a {@linkcode ProblemError} (412) if the file is not the one that the client means.
 * @param modifiedMs when the file was written, in milliseconds; undefined if unknown
 */
export function isCurrentCopy(fields: Fields, tag: EntityTag, modifiedMs: number | undefined): boolean {
  const text = (name: string): string | undefined => fields[name]?.toString();
  const ifMatch = text('if-match');
  if (ifMatch !== undefined) {
    if (!isListed(ifMatch, writeEntityTag(tag))) throw failed('If-Match', ifMatch, tag);
  } else {
    const since = text('if-unmodified-since');
    if (isAfter(modifiedMs, since) === true) throw failed('If-Unmodified-Since', since ?? '', tag);
  }
  const ifNoneMatch = text('if-none-match');
  if (ifNoneMatch !== undefined) return matchEntityTag(ifNoneMatch, tag, 0) !== undefined;
  return isAfter(modifiedMs, text('if-modified-since')) === false;
}

/**
 * Whether a tag is in a list. Compares strongly, which files need (section 13.1.1). Our tags contain no comma, so lists can be split at
 * commas.
 */
function isListed(field: string, tag: string): boolean {
  return field.trim() === '*' || field.split(',').some((one) => one.trim() === tag);
}

/** Whether the file is newer than a date; undefined without a valid date, which is then not a condition (section 13.1.4). */
function isAfter(modifiedMs: number | undefined, date: string | undefined): boolean | undefined {
  const dateMs = date === undefined ? undefined : httpDateMs(date.trim());
  if (modifiedMs === undefined || dateMs === undefined) return undefined;
  // Dates have whole seconds.
  return Math.floor(modifiedMs / 1000) * 1000 > dateMs;
}

function failed(field: string, value: string, tag: EntityTag): ProblemError {
  const detail = `The file is not the one that ${field} ${quoteValue(value)} means: its ETag is ${writeEntityTag(tag)} now`;
  return new ProblemError('invalid_request', detail, { status: 412 });
}
