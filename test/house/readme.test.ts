import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import manifest from '../../package.json' with { type: 'json' };
import { OPENAPI_FILES, RATE_LIMIT } from '../../src/contract/index.ts';
import { findCompany } from '../../src/operations/index.ts';
import { COUNTRY_COVERAGE, REGISTERS } from '../../src/registers/index.ts';
import { lineId, openSample, TestService, type Sample } from '../fixtures/service.ts';

const README = readFileSync('README.md', 'utf8');

suite('README', () => {
  let sample: Sample;
  before(async () => {
    sample = await openSample();
  });
  after(() => sample.close());

  test('shows a request and the answer that it really gets', async () => {
    const target = /curl 'http:\/\/localhost:8080([^']+)'/.exec(README)?.[1] ?? '';
    const shown = /```json\n([\s\S]+?)```/.exec(README)?.[1] ?? '';
    const service = new TestService(sample.backend, { dataProvider: 'openfirma' });
    const answer = await service.ask(target);
    assert.equal(answer.status, 200);
    assert.deepEqual(JSON.parse(answer.body), JSON.parse(shown));
  });

  test('says how many companies the sample has', () => {
    const said = Number(/a sample of ([\d,]+) invented companies/.exec(README)?.[1]?.replace(',', ''));
    assert.equal(said, sample.byState.active.length);
  });

  test('says of countries and registers what the declarations say', () => {
    const national = [...REGISTERS.values()].filter(({ country }) => country !== undefined);
    const lonely = [...COUNTRY_COVERAGE.values()].filter(({ registers }) => registers[0] === 'gleif');
    const words = README.replaceAll(/\s+/g, ' ');
    for (const said of [
      `${national.length} national registers of Europe`,
      `in ${lonely.length} countries only companies with an LEI`,
      `in ${national.filter(({ hasOfficers }) => hasOfficers).length} countries`,
      `for all ${COUNTRY_COVERAGE.size} [countries]`,
      `${RATE_LIMIT.requests} requests a minute`,
      `OpenAPI ${Object.values(OPENAPI_FILES)
        .map((version) => version.slice(0, 3))
        .join(', ')
        .replace(/, (?=\S+$)/, ' and ')},`,
    ])
      assert.ok(words.includes(said), said);
  });

  test('says of companies what is served of them', async () => {
    const { byState } = sample;
    const ids = byState.active.map(lineId);
    const { records = [] } = (await sample.backend.details?.(ids)) ?? {};
    const served = new Set(records.flatMap((record) => Object.keys(record?.details ?? {})));
    for (const id of ids)
      for (const field of Object.keys((await findCompany(sample.backend, id)) ?? {})) served.add(field);
    const [, row = ''] = /A company has (.*?), as far as/.exec(README.replaceAll(/\s+/g, ' ')) ?? [];
    const fieldOf: Readonly<Record<string, string>> = {
      numbers: 'identifiers',
      activities: 'classifications',
      days: 'registered_on',
    };
    for (const word of row
      .trim()
      .replace(/^its /, '')
      .split(/, | and /))
      assert.ok(served.has(fieldOf[word] ?? word.replaceAll(' ', '_')), word);
  });

  test('has badges that say what the package and the registers say', () => {
    const national = [...REGISTERS.values()].filter(({ country }) => country !== undefined).length;
    const badges: readonly (readonly [file: string, name: string, value: string])[] = [
      ['licence.svg', 'licence', manifest.license],
      ['node.svg', 'node', manifest.engines.node.replace('>=', '≥ ')],
      ['registers.svg', 'national registers', String(national)],
      ['keys.svg', 'API keys', 'none'],
    ];
    for (const [file, name, value] of badges) {
      const text = readFileSync(join('docs', 'badges', file), 'utf8');
      for (const shown of [`aria-label="${name}: ${value}"`, `>${name}</text>`, `>${value}</text>`])
        assert.ok(text.includes(shown), `docs/badges/${file}, which is drawn by hand, lacks ${shown}`);
      assert.ok(README.includes(`](docs/badges/${file})`), file);
    }
    assert.ok(!/!\[[^\]]*\]\(https?:/.test(README), 'a picture of another server shows it the readers');
  });

  test('has a small picture of the site', () => {
    const { size } = statSync(join('docs', 'site.png'));
    assert.ok(size < 150_000, `${size} bytes`);
  });

  test('says that there is no release for as long as the changelog does', () => {
    const isReleased = /^## \d[\d.]+(?!.*not yet released)/m.test(readFileSync('CHANGELOG.md', 'utf8'));
    const others = ['clients/javascript/README.md', 'src/site/texts/operators.md'].map((file) =>
      readFileSync(file, 'utf8'),
    );
    for (const page of [README, ...others]) assert.equal(page.includes('not released yet'), !isReleased);
  });
});
