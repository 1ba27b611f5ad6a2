import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { withoutControlBytes, withoutControls } from './controls.ts';

const isControl = (code: number): boolean =>
  (code < 0x20 && ![0x09, 0x0a, 0x0d].includes(code)) || (code >= 0x7f && code < 0xa0 && code !== 0x85);

test('every control character except white space is removed and counted, in bytes and in texts', () => {
  for (let code = 0; code < 0x300; code++) {
    const char = String.fromCharCode(code);
    const text = `a${char}é${char}`;
    for (const filler of ['', ' '] as const) {
      let removed = 0;
      const clean = withoutControlBytes(Buffer.from(text), filler, (count) => (removed += count));
      assert.equal(clean.toString(), isControl(code) ? `a${filler}é${filler}` : text, `U+${code.toString(16)}`);
      assert.equal(removed, isControl(code) ? 2 : 0);
    }
    assert.equal(
      withoutControls(text, () => {}),
      isControl(code) ? 'aé' : text,
    );
  }
});

test('bytes and texts lose the same characters in any context', () => {
  const unit = fc.oneof(fc.integer({ min: 0, max: 0xff }).map((code) => String.fromCharCode(code)), fc.string({ unit: 'grapheme' })); // prettier-ignore
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 50 }), (text) => {
      const none = (): void => {};
      assert.equal(withoutControlBytes(Buffer.from(text), '', none).toString(), withoutControls(text, none));
    }),
  );
});
