import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EncodingFault, readText, type Encoding } from './text.ts';
import { chunksOf } from './chunk-fixture.ts';

async function textOf(bytes: Buffer, encoding: Encoding, chunkBytes = 3): Promise<string> {
  const { chunks } = await readText('x', chunksOf(bytes, chunkBytes), { encoding });
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts).toString();
}

/** As long as the start that is looked at, in ASCII. */
const START = 'a'.repeat(64 * 1024);

test('readText turns Windows-1252 into UTF-8, whatever the chunks', async () => {
  const bytes = Buffer.from('SÖDERTÄLJE é ? ?\n', 'latin1');
  bytes[bytes.indexOf('?')] = 0x80;
  bytes[bytes.lastIndexOf('?')] = 0x94;
  for (const size of [1, 3, 1000]) assert.equal(await textOf(bytes, 'windows-1252', size), 'SÖDERTÄLJE é € ”\n');
  const long = Buffer.from(`${START}Ö\n`, 'latin1');
  assert.equal(await textOf(long, 'windows-1252', 1000), `${START}Ö\n`);
});

const REFUSED: [claim: string, bytes: Buffer, encoding: Encoding, want: RegExp][] = [
  ['UTF-8 for Windows-1252', Buffer.from('a;Ö\n'), 'windows-1252', /it is UTF-8; must be WINDOWS-1252$/],
  ['a byte order mark for Windows-1252', Buffer.from('\uFEFFa\n'), 'windows-1252', /it is UTF-8; must be/],
  ['UTF-16 for Windows-1252', Buffer.from('\uFEFFa\n', 'utf16le'), 'windows-1252', /UTF-16; must be WINDOWS-1252$/],
  ['Latin-1 for UTF-8', Buffer.from('a;Ö\n', 'latin1'), 'utf-8', /not UTF-8 near byte 2$/],
  ['Latin-1 for UTF-8 far behind the start', Buffer.from(`${START}Ö\n`, 'latin1'), 'utf-8', /near byte 65536$/],
];
for (const [claim, bytes, encoding, want] of REFUSED) {
  test(`readText refuses ${claim}`, async () => {
    await assert.rejects(textOf(bytes, encoding, 1000), (error) => error instanceof EncodingFault && want.test(error.message)); // prettier-ignore
  });
}
