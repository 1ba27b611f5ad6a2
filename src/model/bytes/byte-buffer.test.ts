import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ByteBuffer } from './byte-buffer.ts';

suite('Bytes are prepended to a ByteBuffer', () => {
  for (const [claim, prepend] of [
    ['as bytes', (buffer, text) => buffer.prepend(Buffer.from(text))],
    ['as ASCII', (buffer, text) => buffer.prependAscii(text)],
    ['as Latin-1', (buffer, text) => buffer.prependLatin1(text)],
  ] as readonly (readonly [string, (buffer: ByteBuffer, text: string) => void])[])
    test(`${claim}, as far as they fit; else nothing changes`, () => {
      const buffer = new ByteBuffer(16);
      buffer.clear(4);
      buffer.appendAscii('body');
      prepend(buffer, 'abc');
      assert.equal(buffer.written().toString(), 'abcbody');
      assert.throws(() => prepend(buffer, 'de'), RangeError);
      assert.equal(buffer.written().toString(), 'abcbody');
      prepend(buffer, 'f');
      assert.equal(buffer.written().toString(), 'fabcbody');
    });
});
