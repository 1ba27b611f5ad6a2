import { createHash } from 'node:crypto';
import { open, readFile, rm, stat, truncate, type FileHandle } from 'node:fs/promises';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { writeWhole } from '../files/index.ts';
import type { PagedList } from '../importer/index.ts';

const strict = { additionalProperties: false };

/** How far a crawl came: what the next page is asked with, and how much of the file is whole pages. */
const Position = Type.Object(
  {
    /** A hash of what is asked: another crawl of the same name does not continue this one. */
    crawl: Type.String(),
    records: Type.Integer({ minimum: 0 }),
    bytes: Type.Integer({ minimum: 0 }),
    after: Type.String(),
    /** A hash of the records of the last page: a server that repeats it leads nowhere. */
    page: Type.String(),
    saved_at: Type.Integer({ minimum: 0 }),
  },
  strict,
);
export type Position = Static<typeof Position>;
const position = Compile(Position);

/** The file of an unfinished crawl, and beside it how far it came. */
export class UnfinishedList {
  readonly path: string;
  readonly #identity: string;
  position: Position;

  private constructor(path: string, identity: string, at: Position) {
    this.path = path;
    this.#identity = identity;
    this.position = at;
  }

  /** The crawl where an earlier run left it, if that was no longer ago than `ageMsMax`; else from its start. */
  static async open(path: string, crawl: PagedList, ageMsMax: number): Promise<UnfinishedList> {
    const { url, form, records, limit, next } = crawl;
    const identity = hashOf(JSON.stringify({ url, form, records, limit, next }));
    const unfinished = new UnfinishedList(path, identity, start(identity));
    try {
      const saved: unknown = JSON.parse(await readFile(unfinished.#statePath, 'utf8'));
      const { size } = await stat(path);
      if (!position.Check(saved) || saved.crawl !== identity || size < saved.bytes) return unfinished;
      if (Date.now() - saved.saved_at > ageMsMax) return unfinished;
      unfinished.position = saved;
    } catch {
      // There is no crawl, or its state is damaged: it begins at the first page.
    }
    return unfinished;
  }

  get #statePath(): string {
    return `${this.path}.json`;
  }

  /** Opens the file behind its last whole page. */
  async append(): Promise<FileHandle> {
    const file = await open(this.path, 'a');
    await truncate(this.path, this.position.bytes);
    return file;
  }

  /** Writes a page and then how far the crawl came, so that a page counts only when it is whole. */
  async add(file: FileHandle, lines: readonly string[], after: string): Promise<void> {
    const text = lines.map((line) => `${line}\n`).join('');
    await file.writeFile(text);
    await file.datasync();
    this.position = {
      crawl: this.#identity,
      records: this.position.records + lines.length,
      bytes: this.position.bytes + Buffer.byteLength(text),
      after,
      page: hashOf(text),
      saved_at: Date.now(),
    };
    await writeWhole(this.#statePath, JSON.stringify(this.position));
  }

  /** Whether a page holds the same records as the one before. */
  isRepeated(lines: readonly string[]): boolean {
    return lines.length > 0 && hashOf(lines.map((line) => `${line}\n`).join('')) === this.position.page;
  }

  /** Forgets the crawl, so that it begins at the first page. */
  async discard(): Promise<void> {
    await rm(this.#statePath, { force: true });
    await rm(this.path, { force: true });
    this.position = start(this.#identity);
  }
}

function start(crawl: string): Position {
  return { crawl, records: 0, bytes: 0, after: '', page: '', saved_at: 0 };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
