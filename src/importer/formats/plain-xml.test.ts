import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { InputError } from '../../model/index.ts';
import { COLUMNS_MAX } from '../limits.ts';
import { textInChunks } from './chunk-fixture.ts';
import { PlainXml } from './plain-xml.ts';
import { xmlRecords, xmlRoot } from './xml.ts';

interface Outcome {
  readonly records: string[];
  readonly isRefused: boolean;
}

async function read(text: string, chunkBytes: number): Promise<Outcome> {
  const ready = await textInChunks(text, chunkBytes);
  const records: string[] = [];
  try {
    for await (const record of xmlRecords('x', ready, { records: 'all.one' })) records.push(JSON.stringify(record));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { records, isRefused: true };
  }
  return { records, isRefused: false };
}

type Node = Map<string, unknown>;

/** The expected outcome: each record as the strict parser reads it. */
function oracle(text: string): Outcome {
  const records: string[] = [];
  const open: Node[] = [];
  const path: string[] = [];
  let isRefused = false;
  const parser = new SaxesParser();
  const bare = (name: string): string => name.slice(name.indexOf(':') + 1);
  const toJson = (value: unknown): unknown => {
    if (value instanceof Map) return Object.fromEntries([...value].map(([name, one]) => [name, toJson(one)]));
    return Array.isArray(value) ? value.map(toJson) : value;
  };
  const addText = (content: string): void => {
    const top = open.at(-1);
    if (top === undefined || (content.trim() === '' && top.get('@xml:space') !== 'preserve')) return;
    top.set('$', [top.get('$'), content].join(''));
  };
  parser.on('error', () => (isRefused = true));
  parser.on('doctype', () => (isRefused = true));
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('opentag', ({ name, attributes }) => {
    path.push(bare(name));
    if (open.length === 0 && path.join('.') !== 'all.one') return;
    const members = Object.entries(attributes).filter(([key]) => !/^xmlns(?::|$)/.test(key));
    open.push(new Map(members.map(([key, value]): [string, unknown] => [`@${key}`, value])));
  });
  parser.on('closetag', () => {
    const name = path.pop() ?? '';
    const node = open.pop();
    if (node === undefined) return;
    const above = open.at(-1);
    if (above !== undefined) above.set(name, above.has(name) ? [above.get(name), node].flat() : node);
    else if (!isRefused) records.push(JSON.stringify(toJson(node)));
  });
  parser.write(text).close();
  return { records, isRefused };
}

const some = fc.constantFrom;
const contents = fc
  .array(
    some(
      'A',
      ' ',
      'Ö',
      '\u00a0',
      '\n',
      '\r\n',
      '\t',
      ']',
      '>',
      '"',
      "'",
      '😀',
      '&amp;',
      '&lt;',
      '&quot;',
      '&#98765;',
      '\ufffd',
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));
const attributes = fc
  .uniqueArray(some('a', 'b', 'xml:lang', 'xml:space', 'n:a', 'xmlns:n', 'xmlns', 'é'), { maxLength: 3 })
  .chain((names) =>
    fc.tuple(fc.constant(names), some('"', "'"), some('', 'x', 'x y', 'preserve', '&amp;', '>', ' =', '\t')),
  )
  .map(([names, quote, value]) => names.map((name) => ` ${name}=${quote}${value}${quote}`).join(''));
const NAMES = ['b', 'c', 'n:b', 'one', 'n.-1', 'é'];

const OTHERS = some('<!-- </one> -->', '<![CDATA[</one>]]>', '<?p </one>?>', '\n  ');

/** Elements with as many levels of elements below them. */
function elements(levels: number): fc.Arbitrary<string> {
  const below = levels === 0 ? contents : fc.oneof({ weight: 3, arbitrary: elements(levels - 1) }, contents, OTHERS);
  return fc
    .tuple(some(...NAMES), attributes, some('', ' '), fc.array(below, { maxLength: 4 }))
    .map(([name, own, blank, nodes]) =>
      nodes.length === 0 && blank === '' ? `<${name}${own}/>` : `<${name}${own}${blank}>${nodes.join('')}</${name}>`,
    );
}

const records = fc
  .array(fc.tuple(some('', '\n ', '\r\n', '<!-- </one> -->'), attributes, fc.array(elements(2), { maxLength: 5 })), {
    maxLength: 8,
  })
  .map((all) => all.map(([before, own, nodes]) => `${before}<one${own}>${nodes.join('')}</one>`).join(''));

test('records in plain form are those of a strict parser, between any others, in chunks of any length', async () => {
  await fc.assert(
    fc.asyncProperty(records, fc.integer({ min: 1, max: 200 }), async (text, chunkBytes) => {
      const whole = `<all><one/>${text}</all>`;
      assert.deepEqual(await read(whole, chunkBytes), oracle(whole));
    }),
    { numRuns: 300 },
  );
});

test('a strict parser refuses the same texts, after the same records', async () => {
  const changes = fc.array(
    fc.tuple(fc.nat(), some('', '<', '>', '/', '"', '=', '&', ' ', 'é', '</one>', '<one>', '\ufffe')),
    {
      minLength: 1,
      maxLength: 2,
    },
  );
  await fc.assert(
    fc.asyncProperty(records, changes, fc.integer({ min: 1, max: 200 }), async (text, all, chunkBytes) => {
      let changed = `<all><one/>${text}</all>`;
      for (const [place, by] of all) {
        const at = place % changed.length;
        // Half a character becomes U+FFFD.
        changed = Buffer.from(changed.slice(0, at) + by + changed.slice(at + 1)).toString();
      }
      assert.deepEqual(await read(changed, chunkBytes), oracle(changed));
    }),
    { numRuns: 600 },
  );
});

const PLAIN: [text: string, want: string | undefined][] = [
  ['<one/>', '{}'],
  [' <one a="1" b=">"  /> ', '{"@a":"1","@b":">"}'],
  ['<one><b> Ö &amp; &lt;&gt;&quot;&apos; </b><n:b/>\r\n<c></c></one>', '{"b":[{"$":" Ö & <>\\"\' "},{}],"c":{}}'],
  [
    '<one><constructor>1</constructor><b><c><d>2</d></c></b></one>',
    '{"constructor":{"$":"1"},"b":{"c":{"d":{"$":"2"}}}}',
  ],
  ['<one><b xml:space="preserve"> </b></one>', undefined],
  ['<one><b a="1" a="2"/></one>', undefined],
  ['<one><b xmlns:n="1" xmlns:n="2"/></one>', undefined],
  [`<one><b a="${'1'.repeat(300)}"/></one>`, `{"b":{"@a":"${'1'.repeat(300)}"}}`],
  ['<one xmlns:n="u"/>', undefined],
  ['<one><b a="1"b="2"/></one>', undefined],
  ["<one><b a='1'/></one>", undefined],
  ['<one><b a="&amp;"/></one>', undefined],
  ['<one><b>1\r2</b></one>', undefined],
  ['<one><b>]]></b></one>', undefined],
  ['<one><b>&#65;</b></one>', undefined],
  ['<one><b>\uffff</b></one>', undefined],
  ['<one><b>😀</b></one>', undefined],
  ['<one>1<b/></one>', undefined],
  ['<one><b/>1</one>', undefined],
  ['<one><b>1</c></one>', undefined],
  ['<one><b><c/></one></b>', undefined],
  ['<one><!-- 1 --></one>', undefined],
  ['<one><b><c><d><e/></d></c></b></one>', undefined],
  ['<one><b>1</b>', undefined],
  ['<two/>', undefined],
  ['</one>', undefined],
];
for (const [text, want] of PLAIN)
  test(`${want === undefined ? 'only a strict parser reads' : 'plain form has'} ${JSON.stringify(text.slice(0, 60))}`, () => {
    const plain = new PlainXml(undefined);
    const record = plain.read(text, 0, 'one', 4);
    assert.equal(JSON.stringify(record), want);
    if (want !== undefined) assert.equal(plain.end, text.trimEnd().length);
  });

test('plain form has at most 4096 tags, which are kept', () => {
  const plain = new PlainXml(undefined);
  const readTag = (n: number): unknown => plain.read(`<one><n${n}/></one>`, 0, 'one', 4);
  for (let n = 1; n < COLUMNS_MAX; n++) assert.ok(readTag(n), `tag ${n}`);
  assert.equal(readTag(COLUMNS_MAX), undefined);
  assert.ok(readTag(COLUMNS_MAX - 1));
});

test('in XML 1.1 all records are read strictly: it has other ends of lines', async () => {
  const whole = '<?xml version="1.1"?><all><one/><one><b>x\u0085y\u2028z</b></one></all>';
  assert.deepEqual(await read(whole, 7), oracle(whole));
  assert.match(oracle(whole).records[1] ?? '', /x\\ny\\nz/);
});

test('after the root no other is read, whatever it is named', () => {
  for (const text of ['<a><!--</undefined>--></a><a>2</a>', '<undefined>1</undefined><undefined>2</undefined>'])
    assert.throws(() => xmlRoot('f', text), /documents may contain only one root/);
});
