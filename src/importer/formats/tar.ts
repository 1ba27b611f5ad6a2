import { basename } from 'node:path';
import { Header } from 'tar/header';
import { Pax } from 'tar/pax';
import { InputError, quoteValue } from '../../model/index.ts';
import { TAR_NAME_BYTES_MAX } from '../limits.ts';
import { isOfMac } from './zip.ts';

const BLOCK_BYTES = 512;

const MAGIC_AT = 257;

export interface TarMember {
  readonly name: string;
  /** The name of the tar and the path of the member, for messages. */
  readonly path: string;
  /** Streams the bytes of the member. Can be called once, before the next member is read. Unread bytes are skipped. */
  readonly chunks: AsyncGenerator<Buffer>;
}

const FILES: ReadonlySet<string> = new Set(['File', 'OldFile', 'ContiguousFile']);

const WITHOUT_CONTENT: ReadonlySet<string> = new Set([
  'Directory',
  'Link',
  'SymbolicLink',
  'CharacterDevice',
  'BlockDevice',
  'FIFO',
  'NextFileHasLongLinkpath',
]);

/** Whether a file with these first bytes is a tar. */
export function isTar(start: Buffer): boolean {
  return start.toString('latin1', MAGIC_AT, MAGIC_AT + 5) === 'ustar';
}

/**
 * Streams the files inside a tar, in order. Only the present block is in memory. A tar ends with two blocks of zeros. A tar without
 * these blocks was cut, perhaps between two members.
 * @throws {InputError} if the tar is damaged or cut, or has a member that is not a plain file
 */
export async function* tarMembers(name: string, chunks: AsyncGenerator<Buffer>): AsyncGenerator<TarMember> {
  const blocks = new Blocks(name, chunks);
  const tarName = basename(name);
  // Extensions of the format store a long name in blocks before the member.
  let long: string | undefined;
  let pax: Pax | undefined;
  let global: Pax | undefined;
  try {
    for (let number = 1; ; number++) {
      const header = parseHeader(await blocks.take(BLOCK_BYTES), pax, global);
      if (header?.nullBlock === true) break;
      const { path = '', size, type } = header ?? {};
      const damage = (what: string): InputError =>
        new InputError(`Cannot read ${quoteValue(name)}: member ${number}, ${quoteValue(path)}: ${what}`);
      if (header?.cksumValid !== true || type === undefined || !Number.isSafeInteger(size) || size === undefined)
        throw damage('its header is damaged; download it again');
      let left = size;
      if (IS_NAME.test(type)) {
        if (size > TAR_NAME_BYTES_MAX) throw damage(`a name is longer than the allowed ${TAR_NAME_BYTES_MAX} bytes`);
        const text = (await blocks.take(size)).toString('utf8');
        if (type === 'GlobalExtendedHeader') global = Pax.parse(text, global, true);
        else if (type.endsWith('ExtendedHeader')) pax = Pax.parse(text, pax);
        else long = text.replace(/\0.*$/s, '');
        left = 0;
      } else {
        const content = async function* (): AsyncGenerator<Buffer> {
          while (left > 0) {
            const bytes = await blocks.next(left);
            left -= bytes.length;
            yield bytes;
          }
        };
        // A path from pax has already replaced the path in the header.
        const own = long ?? path;
        if (!FILES.has(type) && !WITHOUT_CONTENT.has(type))
          throw damage(`it is of the type ${type}; must be a plain file`);
        if (FILES.has(type) && !isOfMac(own)) yield { name: own, path: `${tarName}!${own}`, chunks: content() };
        long = undefined;
        pax = undefined;
      }
      await blocks.pass(left + (-size & (BLOCK_BYTES - 1)));
    }
    await blocks.expectEnd();
  } finally {
    await chunks.return(undefined);
  }
}

/** Types of members that are extension headers: their bytes hold the name, and possibly other fields, of following members. */
const IS_NAME = /^(Global|Old)?ExtendedHeader$|^NextFileHasLongPath$|^OldGnuLongPath$/;

/** Parses the header of a member; undefined if a number in the header is too large. */
function parseHeader(block: Buffer, pax: Pax | undefined, global: Pax | undefined): Header | undefined {
  try {
    return new Header(block, 0, pax, global);
  } catch {
    return undefined;
  }
}

class Blocks {
  readonly #name: string;
  readonly #chunks: AsyncGenerator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(name: string, chunks: AsyncGenerator<Buffer>) {
    this.#name = name;
    this.#chunks = chunks;
  }

  async take(length: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let left = length; left > 0; left -= parts.at(-1)?.length ?? 0) parts.push(await this.next(left));
    return Buffer.concat(parts);
  }

  /** Returns the next bytes: at least one, at most `length`. */
  async next(length: number): Promise<Buffer> {
    const bytes = await this.#some(length);
    if (bytes !== undefined) return bytes;
    throw new InputError(`Cannot read ${quoteValue(this.#name)}: the tar ends in the middle; download it again`);
  }

  async pass(length: number): Promise<void> {
    for (let left = length; left > 0;) left -= (await this.next(left)).length;
  }

  /**
   * Reads everything after the first block of zeros, so that the checksum of the compression is verified. A second block of zeros must
   * follow, and nothing except zeros.
   */
  async expectEnd(): Promise<void> {
    let rest: Buffer | undefined = await this.take(BLOCK_BYTES);
    while (rest !== undefined) {
      if (rest.some((byte) => byte !== 0)) {
        throw new InputError(`Cannot read ${quoteValue(this.#name)}: the tar continues after its end`);
      }
      rest = await this.#some(Infinity);
    }
  }

  async #some(length: number): Promise<Buffer | undefined> {
    while (this.#rest.length === 0) {
      const { value, done } = await this.#chunks.next();
      if (done === true) return undefined;
      this.#rest = value;
    }
    const given = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(given.length);
    return given;
  }
}
