import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InputError } from '../../model/index.ts';
import { FIELD_CHARS_MAX, RECORD_BYTES_MAX, RECORD_VALUES_MAX } from '../limits.ts';
import type { Encoding } from './text.ts';
import { FieldFault } from '../present.ts';
import { xmlRecords, xmlRoot, xmlWithout } from './xml.ts';
import { textInChunks } from './chunk-fixture.ts';

test('xmlRecords adds the shared elements before the records to each of them, and no others', async () => {
  const text =
    '<all><head><day>1</day><of><day>2</day></of></head><some><one><n>1</n></one><one/></some><head><day>3</day></head></all>';
  for (const size of [1, 7, 1000]) {
    const ready = await textInChunks(text, size);
    const layout = { records: 'all.some.one', shared: ['all.head.day'] };
    const records: unknown[] = [];
    for await (const record of xmlRecords('x', ready, layout)) records.push(record);
    assert.equal(JSON.stringify(records), '[{"n":{"$":"1"},"day":{"$":"1"}},{"day":{"$":"1"}}]');
  }
});

async function readRecords(text: string | Buffer, chunkBytes = 7, encoding?: Encoding): Promise<unknown[]> {
  const ready = await textInChunks(text, chunkBytes, { encoding });
  const records: unknown[] = [];
  for await (const record of xmlRecords('x', ready, { records: 'all.some.one' })) records.push(record);
  return records;
}

const inside = (records: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><all><some>${records}</some></all>\n`;

const READ: [claim: string, text: string, want: unknown[]][] = [
  ['gives text under $', inside('<one><name>Åbo &amp; &#x10c;o</name></one>'), [{ name: { $: 'Åbo & Čo' } }]],
  [
    'gives attributes under @, without namespaces',
    inside('<one><name xmlns:a="urn:a" xml:lang="fi">A</name></one>'),
    [{ name: { '@xml:lang': 'fi', $: 'A' } }],
  ],
  ['drops prefixes', inside('<l:one xmlns:l="urn:l"><l:name>A</l:name></l:one>'), [{ name: { $: 'A' } }]],
  [
    'makes a list of what repeats',
    inside('<one><n>1</n><m/><n>2</n><n>3</n></one>'),
    [{ n: [{ $: '1' }, { $: '2' }, { $: '3' }], m: {} }],
  ],
  ['joins text around other nodes', inside('<one><n>a<!-- c -->b<![CDATA[<c>]]></n></one>'), [{ n: { $: 'ab<c>' } }]],
  ['leaves out white space between elements', inside('<one>\n  <n>1</n>\n</one>\n<one/>'), [{ n: { $: '1' } }, {}]],
  [
    'skips elements beside the path',
    inside('<x><one><n>1</n></one></x><one/>').replace('<some>', '<one><n/></one><some>'),
    [{}],
  ],
  [
    'takes any name',
    inside('<one><constructor>1</constructor><__proto__>2</__proto__></one>'),
    [JSON.parse('{"constructor":{"$":"1"},"__proto__":{"$":"2"}}')],
  ],
  ['reads no record', inside(''), []],
];
for (const [claim, text, want] of READ) {
  test(`xmlRecords ${claim}`, async () => {
    for (const size of [1, 7, 1000]) {
      // Compared as text, because the actual elements have no prototype and the expected elements have one.
      assert.equal(JSON.stringify(await readRecords(text, size)), JSON.stringify(want));
    }
  });
}

test('xmlRecords removes and counts references to control characters, also across chunks', async () => {
  const text = inside(
    '<one a="1&#0;2"><n>a&#11;b&#x0B;c&#x1f;d&#10;&#127;&#x9f;&#133;</n><m><![CDATA[&#11;]] >&#x0B;]]>&#00011;</m></one>',
  );
  const want = JSON.stringify([{ '@a': '12', n: { $: 'abcd\n\u0085' }, m: { $: '&#11;]] >&#x0B;' } }]);
  for (let size = 1; size < text.length; size++) {
    let count = 0;
    const observer = { onControls: (more: number) => void (count += more), onUnendedRow: () => {} };
    const ready = await textInChunks(text, size, { observer });
    const records: unknown[] = [];
    for await (const record of xmlRecords('x', ready, { records: 'all.some.one' })) records.push(record);
    assert.deepEqual([JSON.stringify(records), count], [want, 7], `chunks of ${size}`);
  }
});

const REFUSED: [claim: string, text: string, want: RegExp][] = [
  ['an element that another one closes', inside('<one></two>'), /not valid XML: 1:\d+: unexpected close tag/],
  ['a bare ampersand', inside('<one>A & B</one>'), /record 1: the file ends in the middle/],
  ['a reference to half a character', inside('<one>&#xd800;</one>'), /not valid XML: .*malformed character entity/],
  ['an undeclared entity', inside('<one>&bomb;</one>'), /not valid XML: .*undefined entity/],
  ['a document type, which may declare a bomb', '<!DOCTYPE all [<!ENTITY b "bb">]><all/>', /it has a document type/],
  ['a second root', `${inside('<one/>').trim()}<all/>`, /record 2: not valid XML/],
  ['elements without end', inside('<x>'.repeat(70)), /elements are more than 64 deep/],
  [
    'another encoding',
    '<?xml version="1.0" encoding="windows-1251"?><all/>',
    /declared as "windows-1251"; must be UTF-8/,
  ],
];
for (const [claim, text, want] of REFUSED) {
  test(`xmlRecords refuses ${claim}`, async () => {
    await assert.rejects(readRecords(text), (error) => error instanceof InputError && want.test(error.message));
  });
}

test('xmlRecords refuses a file cut at any byte of its root', async () => {
  const text = inside('<one><n a="1">x</n></one><one/>').trim();
  for (let length = 1; length < text.length; length++) {
    await assert.rejects(readRecords(text.slice(0, length)), InputError, `cut at ${length}`);
  }
});

test('xmlRecords refuses a record that is longer than the limit', async () => {
  const text = inside(`<one>${`<n>${'x'.repeat(1017)}</n>`.repeat(RECORD_BYTES_MAX / 1024 + 4096)}</one>`);
  await assert.rejects(readRecords(text, 1 << 20), /record 1: longer than the allowed 16777216 bytes/);
});

const LARGE: [claim: string, text: string, want: RegExp][] = [
  ['with a longer text', `<one>${'x'.repeat(FIELD_CHARS_MAX + 1)}</one>`, /a text is longer than the allowed 1048576/],
  ['with a text in longer parts', `<one>${'x<y/>'.repeat(FIELD_CHARS_MAX / 4)}</one>`, /more than the allowed 1000000/],
  [
    'with more elements',
    `<one>${'<n/>'.repeat(RECORD_VALUES_MAX / 2)}</one>`,
    /more than the allowed 1000000 names and/,
  ],
  [
    'with more attributes',
    `<one ${Array.from({ length: 20_000 }, (_, i) => `a${i}=""`).join(' ')}/>`,
    /an element has more than the allowed 4096 attributes/,
  ],
];
for (const [claim, record, want] of LARGE) {
  test(`xmlRecords refuses a record ${claim} than the limit`, async () => {
    await assert.rejects(
      readRecords(inside(record), 1 << 16),
      (error) => error instanceof InputError && want.test(error.message),
    );
  });
}

test('xmlRecords reads the encoding that the register writes, if the file declares it', async () => {
  const declared = (encoding: string): Buffer =>
    Buffer.from(
      `<?xml version="1.0" encoding="${encoding}"?><all><some><one><n>\xc4\xb3\xbf</n></one></some></all>`,
      'latin1',
    );
  const want = JSON.stringify([{ n: { $: 'Дії' } }]);
  for (const size of [1, 7, 1000]) {
    assert.equal(JSON.stringify(await readRecords(declared('Windows-1251'), size, 'windows-1251')), want);
  }
  await assert.rejects(readRecords(declared('UTF-8'), 7, 'windows-1251'), /declared as "UTF-8"; must be WINDOWS-1251$/);
});

test('xmlRoot returns the root of a short text, with local names of attributes under any prefix', () => {
  for (const prefix of ['ns6', 'x']) {
    const text = `<?xml version="1.0"?><${prefix}:a xmlns:${prefix}="urn:a" ${prefix}:NR="1"><${prefix}:b>&lt;</${prefix}:b></${prefix}:a>`;
    assert.equal(JSON.stringify(xmlRoot('body', text)), '{"@NR":"1","b":{"$":"<"}}');
  }
  for (const text of ['<a><b></a>', '', '{}', '<a/>x'])
    assert.throws(() => xmlRoot('body', text), (error) => error instanceof FieldFault && error.field === 'body'); // prettier-ignore
});

const CUTS: [claim: string, text: string, want: string][] = [
  ['an element with what is in it', '<a><b>1<c/></b><d/></a>', '<a><d/></a>'],
  ['each of several, also of one name within another', '<a><b/>x<b><b>1</b></b>y</a>', '<a>xy</a>'],
  ['one with a prefix, spaces and attributes that hold its end', '<n:a xmlns:n="u"><n:b n:k="a>b" ><d/></n:b ></n:a>', '<n:a xmlns:n="u"></n:a>'],
  ['nothing of another name', '<a><bb>1</bb><d b="b"/><!-- <b>no</b> --></a>', '<a><bb>1</bb><d b="b"/><!-- <b>no</b> --></a>'],
  ['text after characters of two units and line breaks', '<a>😀\r\n<b>😀</b>\r\nü</a>', '<a>😀\r\n\r\nü</a>'],
  ['what CDATA holds', '<a><![CDATA[<b>]]><b><![CDATA[</b>]]></b></a>', '<a><![CDATA[<b>]]></a>'],
]; // prettier-ignore
for (const [claim, text, want] of CUTS) {
  test(`xmlWithout removes ${claim}`, () => {
    assert.equal(xmlWithout('body', text, (path) => path.at(-1) === 'b'), want); // prettier-ignore
  });
}

test('xmlWithout passes the path from the root, and refuses a cut text', () => {
  const paths: string[] = [];
  xmlWithout('body', '<n:a xmlns:n="u"><b><c/></b><d/></n:a>', (path) => paths.push(path.join('.')) === 0);
  assert.deepEqual(paths, ['a', 'a.b', 'a.b.c', 'a.d']);
  assert.throws(() => xmlWithout('body', '<a><b>', () => true), FieldFault);
});
