import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EncodingFault, readText, type Encoding } from './text.ts';
import { splitChunks } from './chunk-fixture.ts';

async function decodeText(bytes: Buffer, encoding: Encoding, chunkBytes = 3): Promise<string> {
  const { chunks } = await readText('x', splitChunks(bytes, chunkBytes), { encoding });
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts).toString();
}

test('readText turns Windows-1251 into UTF-8, in any chunks', async () => {
  const bytes = Buffer.from([0xd2, 0xce, 0xc2, 0x20, 0xab, 0xaf, 0xe6, 0xe0, 0xea, 0xbb, 0x20, 0xb2, 0xb3, 0xa5, 0x0a]);
  for (const size of [1, 3, 1000]) assert.equal(await decodeText(bytes, 'windows-1251', size), 'ТОВ «Їжак» ІіҐ\n');
});

/** ASCII of the same length as the start that is examined. */
const START = 'a'.repeat(64 * 1024);

test('readText turns Windows-1252 into UTF-8, in any chunks', async () => {
  const bytes = Buffer.from('SÖDERTÄLJE é ? ?\n', 'latin1');
  bytes[bytes.indexOf('?')] = 0x80;
  bytes[bytes.lastIndexOf('?')] = 0x94;
  for (const size of [1, 3, 1000]) assert.equal(await decodeText(bytes, 'windows-1252', size), 'SÖDERTÄLJE é € ”\n');
  const long = Buffer.from(`${START}Ö\n`, 'latin1');
  assert.equal(await decodeText(long, 'windows-1252', 1000), `${START}Ö\n`);
});

/** Encodes a text as UTF-16 with its byte order mark. */
function utf16(text: string, isBigEndian = false): Buffer {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
}

test('readText turns UTF-16 of either order into UTF-8, in any chunks', async () => {
  const text = '"Hišna št ","Ž"\r\n"𝄞 ","đ"\r\n';
  for (const size of [1, 2, 3, 5, 1000]) {
    assert.equal(await decodeText(utf16(text), 'utf-16', size), text);
    assert.equal(await decodeText(utf16(text, true), 'utf-16', size), text);
  }
  assert.equal(await decodeText(utf16(`${START}Ž\n`), 'utf-16', 1001), `${START}Ž\n`);
});

const REFUSED: [claim: string, bytes: Buffer, encoding: Encoding, want: RegExp][] = [
  ['UTF-8 for Windows-1252', Buffer.from('a;Ö\n'), 'windows-1252', /it is UTF-8; must be WINDOWS-1252$/],
  ['UTF-8 for Windows-1251', Buffer.from('<a>Дія</a>'), 'windows-1251', /it is UTF-8; must be WINDOWS-1251$/],
  [
    'UTF-8 far behind the start for Windows-1252',
    Buffer.from(`${START}aÖ\n`),
    'windows-1252',
    /it is UTF-8; must be WINDOWS-1252$/,
  ],
  ['a byte order mark for Windows-1252', Buffer.from('\uFEFFa\n'), 'windows-1252', /it is UTF-8; must be/],
  ['UTF-16 for Windows-1252', Buffer.from('\uFEFFa\n', 'utf16le'), 'windows-1252', /UTF-16; must be WINDOWS-1252$/],
  ['UTF-8 for UTF-16', Buffer.from('a;Ö\n'), 'utf-16', /it has no byte order mark of UTF-16; must be UTF-16$/],
  ['UTF-16 without its mark', Buffer.from('a;Ö\n', 'utf16le'), 'utf-16', /it has no byte order mark of UTF-16/],
  ['UTF-16 cut within a character', utf16('aÖ\n').subarray(0, -1), 'utf-16', /it ends within a character; download it/],
  ['UTF-16 cut within a pair', utf16('a𝄞').subarray(0, -2), 'utf-16', /it ends within a character; download it/],
  ['a lone half of a pair in UTF-16', utf16('a\ud834b\n'), 'utf-16', /not UTF-16 after byte 0$/],
  [
    'Latin-1 for UTF-8',
    Buffer.from('a;Ö\n', 'latin1'),
    'utf-8',
    /not UTF-8 near byte 2: in another encoding \(WINDOWS-1252\?\), or damaged; must be UTF-8$/,
  ],
  [
    'Latin-1 for UTF-8 far behind the start',
    Buffer.from(`${START}Ö\n`, 'latin1'),
    'utf-8',
    /near byte 65536: in another encoding/,
  ],
];
for (const [claim, bytes, encoding, want] of REFUSED) {
  test(`readText refuses ${claim}`, async () => {
    await assert.rejects(decodeText(bytes, encoding, 1000), (error) => error instanceof EncodingFault && want.test(error.message)); // prettier-ignore
  });
}

for (const [text, want] of [
  ['<!DOCTYPE html><p>Please log in', /it is a web page: perhaps the download was refused$/],
  ['\n<html>', /it is a web page/],
  ['%PDF-1.7 ', /it is a PDF$/],
  ['PAR1\u0015\u0004', /it is Parquet within an archive or a compressed file; unpack it$/],
] as const) {
  test(`readText refuses ${JSON.stringify(text)}`, async () => {
    for (const encoding of ['utf-8', 'windows-1252'] as const)
      await assert.rejects(decodeText(Buffer.from(text), encoding), want);
  });
}
