import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { withoutFormerName } from './former-name.ts';

suite('A former name in brackets is set aside', () => {
  const CASES: [written: string, present: string][] = [
    ['Lumekauba OÜ (end Talvekauba OÜ)', 'Lumekauba OÜ'],
    ['Lumekauba OÜ (end. Talvekauba OÜ)', 'Lumekauba OÜ'],
    ['Lumekauba OÜ (endine Talvekauba OÜ)', 'Lumekauba OÜ'],
    ['Lumekauba (END TALVEKAUBA', 'Lumekauba'],
    ['Kvarnbro Bygg (f.d. Åbro Bygg) AB', 'Kvarnbro Bygg AB'],
    ['Müllerhof GmbH [vorm. Bachhof GmbH]', 'Müllerhof GmbH'],
    ['Brackwater Ltd (formerly known as Stillwater Ltd)', 'Brackwater Ltd'],
    ['Brackwater Ltd (f/k/a Stillwater)', 'Brackwater Ltd'],
    ['Θαλασσινή ΑΕ (πρώην Ορεινή ΑΕ)', 'Θαλασσινή ΑΕ'],
  ];
  for (const [written, present] of CASES)
    test(`"${written}" is "${present}"`, () => assert.equal(withoutFormerName(written), present));

  const OTHERS = [
    'Kvarnbro Bygg AB (publ)',
    'Brackwater (Export) Ltd',
    'Brackwater (Endurance) Ltd',
    'Brackwater (UK) Ltd',
    '(end Talvekauba OÜ)',
    'Former Farm Ltd',
    '',
  ];
  for (const name of OTHERS) test(`"${name}" stays as it is`, () => assert.equal(withoutFormerName(name), name));
});
