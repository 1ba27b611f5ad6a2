import { basename, dirname, join } from 'node:path';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { readKeptRecord } from '../io/kept-record.ts';

const Count = Type.Integer({ minimum: 0 });

/** How far a walk came, in a small file beside its answers. */
const WalkStatus = Type.Object(
  {
    walk: Type.String(),
    /** Whether a round that asked for everything has ended: until then the answers are a part of the register. */
    complete: Type.Boolean(),
    /** When the last round that ended began: what changed before is in the answers. UTC, ISO 8601. */
    whole_at: Type.Optional(Type.String()),
    /** When the present round, or the last one, began, and when it ended. */
    round_began_at: Type.String(),
    round_ended_at: Type.Optional(Type.String()),
    /** The requests of that round, and what became of them: `asked` is the sum of the four below. */
    asked: Count,
    answered: Count,
    none: Count,
    refused: Count,
    failed: Count,
    /** The questions that are still to be asked, as far as they are known, and those that were given up. */
    left: Count,
    given_up: Count,
    /** The files with the answers, and how long each is. */
    files: Type.Array(Type.Object({ name: Type.String(), bytes: Count }, { additionalProperties: false })),
  },
  { additionalProperties: false },
);
export type WalkStatus = Static<typeof WalkStatus>;
const walkStatus = Compile(WalkStatus);

/** A file of a walk: its name, and that of the file. */
const ANSWER_FILE = /^(?<walk>[\w-]+)\.\d{4,}\.ndjson(?:\.zst)?$/;

/** Where the status of a walk lies. */
export function statusPath(folder: string, walk: string): string {
  return join(folder, `${walk}.walk.json`);
}

/** The name of the file that holds so many answers of a walk. */
export function answersName(walk: string, number: number): string {
  return `${walk}.${String(number).padStart(4, '0')}.ndjson.zst`;
}

/** The walk that a file belongs to, as its name tells; undefined for other files. */
export function walkOf(path: string): string | undefined {
  return ANSWER_FILE.exec(basename(path))?.groups?.['walk'];
}

/**
 * The status of the walk that a file belongs to; undefined where there is none.
 * @throws {InputError} where it cannot be read
 */
export async function statusBeside(path: string): Promise<WalkStatus | undefined> {
  const walk = walkOf(path);
  return walk === undefined ? undefined : readStatus(statusPath(dirname(path), walk));
}

/** Reads the status of a walk; undefined where there is none. @throws {InputError} where it cannot be read */
export async function readStatus(at: string): Promise<WalkStatus | undefined> {
  return await readKeptRecord(at, (value) => walkStatus.Check(value), 'status of a walk');
}
