import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip, type Gzip } from 'node:zlib';
import { makeFolder } from '../../../src/files/index.ts';
import type { FileKind } from './format.ts';

/** Text is compressed in pieces of this size; at most two pieces are in memory. */
const PIECE_CHARS = 256 * 1024;

/** A kind of file whose rows are lines of text, compressed with gzip. A file with rows begins with the line `header`. */
export function textLines<Item>(
  kind: Omit<FileKind<Item>, 'open'>,
  formatItem: (item: Item) => Iterable<string>,
  header?: string,
): FileKind<Item> {
  return {
    ...kind,
    open(path) {
      let text = header === undefined ? '' : `${header}\n`;
      let rows = 0;
      const gzip = createGzip();
      let written: Promise<void> | undefined;
      const flush = async (): Promise<void> => {
        written ??= writeTo(path, gzip);
        const piece = text;
        text = '';
        // A failed write ends the pipeline, which then never drains.
        if (!gzip.write(piece)) await Promise.race([once(gzip, 'drain'), written]);
      };
      return {
        add(item) {
          for (const line of formatItem(item)) {
            text += `${line}\n`;
            rows++;
          }
          return text.length < PIECE_CHARS ? undefined : flush();
        },
        async close() {
          if (rows === 0) return 0;
          await flush();
          gzip.end();
          await written;
          return rows;
        },
        discard: () => void gzip.destroy(),
      };
    },
  };
}

function writeTo(path: string, gzip: Gzip): Promise<void> {
  makeFolder(dirname(path));
  const written = pipeline(gzip, createWriteStream(path));
  // The next write or close throws the error.
  written.catch(() => undefined);
  return written;
}
