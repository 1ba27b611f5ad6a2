import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { InputError } from '../../model/index.ts';
import { chunksOf } from '../formats/chunk-fixture.ts';
import { readPart } from './xml-part.ts';
import { attributeOf } from './xml-scanner.ts';

async function eventsOf(bytes: Buffer, chunkBytes: number): Promise<string[]> {
  const events: string[] = [];
  const handler = {
    open: (name: string, attributes: string) => void events.push(`<${name} ${attributeOf(attributes, 'id') ?? ''}`),
    text: (content: string) => void events.push(content),
    close: (name: string) => void events.push(`>${name}`),
  };
  for await (const _ of readPart('x', chunksOf(bytes, chunkBytes), handler)) continue;
  return events;
}

const XML =
  '\ufeff<?xml version="1.0" encoding="UTF-8"?>\n<!-- <a> --><p:a id="1"><b sid="0" id = \'2"\'/>ţ &amp; ş<![CDATA[<c>]]></p:a >\n';

test('readPart gives the same events however the bytes arrive', async () => {
  for (const size of [1, 2, 7, 1000]) {
    assert.deepEqual(await eventsOf(Buffer.from(XML), size), ['<a 1', '<b 2"', '>b', 'ţ & ş', '<c>', '>a']);
  }
});

test('readPart reads no part that was cut', async () => {
  const bytes = Buffer.from(XML.trimEnd());
  for (let length = 0; length < bytes.length; length++) {
    await assert.rejects(eventsOf(bytes.subarray(0, length), 7), InputError, String(length));
  }
});

test('readPart refuses bytes that are not UTF-8', async () => {
  for (const text of ['<a>\u00e9</a>', '<a/>\u00e9']) {
    await assert.rejects(eventsOf(Buffer.from(text, 'latin1'), 3), /Cannot read "x": it is not UTF-8$/);
  }
});

for (const [written, want] of [
  [' r="A1" id="7"', '7'],
  [" id='7'", '7'],
  [' id = "7"', '7'],
  [' id="a&amp;b"', 'a&b'],
  [' sid="0"', undefined],
  ['', undefined],
] as const) {
  test(`attributeOf gives ${want} for${written}`, () => assert.equal(attributeOf(written, 'id'), want));
}

test('readPart ends with events or says why not, whatever stands in a part', async () => {
  const pieces = ['<', '>', '/>', '</', '<a', '</a>', '<b x="', '"', "'", '<!--', '-->', '<![CDATA[', ']]>', '<?x', '?>', '&amp;', '&', ';', '<!DOCTYPE', '=', ' ', 'ţ', '\n']; // prettier-ignore
  const part = fc.array(fc.constantFrom('<a>', '</a>', 'x', '<b y="1"/>', ...pieces), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(part, fc.integer({ min: 1, max: 9 }), async (texts, size) => {
      const bytes = Buffer.from(texts.join(''));
      const ends = (chunkBytes: number): Promise<unknown> =>
        eventsOf(bytes, chunkBytes).catch((error: unknown) => {
          if (!(error instanceof InputError)) throw error;
          return 'refused';
        });
      // However the bytes arrive, the end is the same.
      assert.deepEqual(await ends(size), await ends(1000));
    }),
    { numRuns: 500 },
  );
});
