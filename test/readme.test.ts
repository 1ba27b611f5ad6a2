import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { openSample, TestService, type Sample } from './service.ts';

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
    // A cursor holds the time; what it looks like is of no use to a reader.
    const cut = (text: string): unknown => ({ ...(JSON.parse(text) as object), next_cursor: 'cut' });
    assert.deepEqual(cut(answer.body), cut(shown));
  });

  test('names only commands that exist', () => {
    const commands = [...README.matchAll(/^bin\/openfirma (\w+)/gm)].map(([, command]) => command ?? '');
    assert.ok(commands.length >= 2);
    for (const command of commands) assert.ok(existsSync(join('src', 'cli', 'commands', `${command}.ts`)), command);
  });

  test('says how many companies the sample has', () => {
    const said = Number(/a sample of ([\d,]+) invented companies/.exec(README)?.[1]?.replace(',', ''));
    const active = sample.byState.active.length;
    assert.ok(said <= active && said > active - 100, `${said} is said, there are ${active}`);
  });
});
