/** Reads a file record by record with only a parser, each record as a plain object, without checks: `bare.ts FORMAT FILE`. */
import { createReadStream, readFileSync } from 'node:fs';
import { parse } from 'csv-parse';
import { SaxesParser } from 'saxes';

const CHUNK_BYTES = 64 * 1024;

let records = 0;

const READERS: Readonly<Record<string, (path: string) => Promise<void> | void>> = {
  async csv(path) {
    for await (const _ of createReadStream(path).pipe(parse({ columns: true }))) records++;
  },
  async xml(path) {
    const parser = new SaxesParser();
    const open: Record<string, unknown>[] = [{}];
    parser.on('opentag', ({ attributes }) => open.push({ ...attributes }));
    parser.on('text', (text) => {
      const element = open.at(-1);
      if (element !== undefined && text.trim() !== '') element['$'] = text;
    });
    parser.on('closetag', ({ name }) => {
      const element = open.pop();
      const parent = open.at(-1);
      if (name === 'lei:LEIRecord') records++;
      else if (parent !== undefined) parent[name] = element;
    });
    for await (const text of texts(path)) parser.write(text);
    parser.close();
  },
  array(path) {
    records = (JSON.parse(readFileSync(path, 'utf8')) as unknown[]).length;
  },
  async lines(path) {
    let rest = '';
    for await (const text of texts(path)) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        JSON.parse(line);
        records++;
      }
    }
  },
};

function texts(path: string): AsyncIterable<string> {
  return createReadStream(path, { encoding: 'utf8', highWaterMark: CHUNK_BYTES }) as AsyncIterable<string>;
}

const [, , format = '', path = ''] = process.argv;
await READERS[format]?.(path);
process.stdout.write(`${records}\n`);
