import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { CrawlRequest, CrawlResponse, Source } from '../../importer/index.ts';
import { fixtureCases } from '../fixtures.ts';
import { bgTr } from './index.ts';
import { daysCrawl, listedOn } from './crawl.ts';

const crawl = daysCrawl('https://portal.example');

function createResponse(request: CrawlRequest, body: string): CrawlResponse {
  return { request, status: 200, body, json: () => JSON.parse(body) as unknown };
}

const toId = (n: number): string => `0000000${n}-0000-4000-8000-000000000000`;

/** A page of the list as the portal writes it: days, the newest first, and links to other pages. */
function page(days: readonly string[], pages: readonly number[] = []): string {
  const files = days.map((day, n) => {
    const [year, month, date] = day.split('-');
    return `<a href="https://portal.example/organisation/datasets/resourceView/${toId(n)}">
      <span><svg id="Layer_1" viewBox="0 0 30 30"></svg></span> <span class="version-heading">Ресурс</span>
      <span class="version">&nbsp;&#8211;&nbsp;Търговски регистър ${date}.${month}.${year}</span></a>`;
  });
  return `<html>${pages.map((n) => `<a href="/x?order=name&amp;rpage=${n}">${n}</a>`).join('')}${files.join('')}</html>`;
}

const pageRequest = (key: string, until = ''): CrawlRequest => ({ kind: 'page', key, data: { until } });
const dayRequest: CrawlRequest = { kind: 'day', key: `2026-04-29 ${toId(1)}` };

test('the list of days gives the id of each file and ignores other links', () => {
  const other = `<a href="https://portal.example/organisation/datasets/resourceView/${toId(9)}">Друго</a>`;
  assert.deepEqual(listedOn(other + page(['2026-04-29', '2026-04-28'])), [
    { day: '2026-04-29', id: toId(0) },
    { day: '2026-04-28', id: toId(1) },
  ]);
});

const FOLLOWED: readonly (readonly [claim: string, key: string, until: string, body: string, want: readonly string[]])[] = [
  ['days and the next page', '1', '', page(['2026-04-29', '2026-04-28'], [1, 2, 168]), [`day:2026-04-29 ${toId(0)}`, `day:2026-04-28 ${toId(1)}`, 'page:2']],
  ['no page after the last', '168', '', page(['2022-09-03'], [1, 167, 168]), [`day:2022-09-03 ${toId(0)}`]],
  ['no day that the ZIP has, and no page of such days', '110', '', page(['2022-09-02', '2022-09-01'], [1, 168]), []],
  ['the page that has days of both', '109', '', page(['2022-09-03', '2022-09-02'], [1, 168]), [`day:2022-09-03 ${toId(0)}`, 'page:110']],
  ['no page behind one whose days are known', '1', '2026-04-30', page(['2026-04-29'], [1, 2]), [`day:2026-04-29 ${toId(0)}`]],
  ['the next page while a day is new', '1', '2026-04-29', page(['2026-04-29', '2026-04-28'], [1, 2]), [`day:2026-04-29 ${toId(0)}`, `day:2026-04-28 ${toId(1)}`, 'page:2']],
]; // prettier-ignore
for (const [claim, key, until, body, want] of FOLLOWED) {
  test(`a page of the list leads to ${claim}`, () => {
    const found = Array.from(crawl.follow?.(createResponse(pageRequest(key, until), body)) ?? []) as CrawlRequest[];
    assert.deepEqual(found.map((one) => `${one.kind}:${one.key}`), want); // prettier-ignore
    for (const one of found) if (one.kind === 'day') assert.ok(one.once === true && one.leaf === true);
  });
}

test('a round of changes asks for the first pages until two weeks before the last round', () => {
  const state = { today: '2026-05-20', reached: {} };
  assert.deepEqual(crawl.first(state), { isWhole: true, requests: [{ kind: 'page', key: '1', data: { until: '' }, differs: true }] }); // prettier-ignore
  assert.deepEqual(crawl.first({ ...state, since: '2026-05-19T20:00:00.000Z' }), {
    requests: [{ kind: 'page', key: '1', data: { until: '2026-05-05' }, differs: true }],
  });
});

test('requests name the page of the list and the file of a day', () => {
  const { url } = crawl.toHttpRequest(pageRequest('7'));
  assert.match(url, /^https:\/\/portal\.example\/organisation\/dataset\/[\da-f-]{36}\?rpage=7$/);
  assert.equal(crawl.toHttpRequest(dayRequest).url, `https://portal.example/resource/download/${toId(1)}/json`);
});

const DEEDS = '{"Message": [{"_": "", "Body": [{"Deeds": [{"Deed": []}]}]}]}';
const JUDGED: readonly (readonly [claim: string, question: CrawlRequest, body: string, want: string | undefined])[] = [
  ['a page with a day', pageRequest('1'), page(['2026-04-29']), undefined],
  ['a page of the portal without any', pageRequest('1'), '<html>Грешка</html>', 'it lists no file of a day'],
  ['a day', dayRequest, DEEDS, undefined],
  ['a day without a deed', dayRequest, '{"Message":[{"Body":[{"Deeds":[{"_":""}]}]}]}', undefined],
  ['the page of the portal instead of a day', dayRequest, '<!DOCTYPE html><html></html>', 'it does not begin with "Message"'],
  ['a response without a file', dayRequest, '{"success":false}', 'it does not begin with "Message"'],
  ['next to nothing', dayRequest, '[]', 'it does not begin with "Message"'],
  ['a message without deeds', dayRequest, '{"Message":[]}', 'it has no place for deeds'],
]; // prettier-ignore
for (const [claim, request, body, want] of JUDGED) {
  test(`${claim} is ${want === undefined ? 'a response' : 'none'}`, () => {
    assert.equal(crawl.fault?.(createResponse(request, body)), want);
  });
}

test('a stored day has only the fields that an import reads, and the names of unknown fields', () => {
  const [input = ''] = fixtureCases('bg-tr').flatMap(({ inputs }) => inputs);
  const days = fixtureCases('bg-tr').flatMap(({ inputs }) => inputs.filter((one) => one.endsWith('.json')));
  assert.ok(days.includes(input));
  const kept = days.map((one) => crawl.redact?.(createResponse(dayRequest, readFileSync(one, 'utf8'))) ?? '').join('\n');
  for (const word of ['ЗАБРАНЕН', 'ДЕЙСТВИТЕЛЕН', 'Тайна', 'Passport', 'ActualOwners', 'Partners', 'Indent"', 'abab', 'Домашна', 'EMail']) {
    assert.ok(!kept.includes(word), word);
  }
  for (const word of ['ЗОРА ИЗМИСЛЕНОВА ПЪРВА', 'Бял Фар', 'SINYA MELNITSA', 'ул. Първа', '"NewField":[]']) assert.ok(kept.includes(word), word);
}); // prettier-ignore

test('a page of the list is stored unchanged', () => {
  const body = page(['2026-04-29']);
  assert.equal(crawl.redact?.(createResponse(pageRequest('1'), body)), body);
});

const MADE: readonly (readonly [claim: string, createResponse: object, want: string | RegExp])[] = [
  ['all of it', { uri: 'a b', format: 'json', delete_only_zip: true }, '/dataset/resources/download/zip/json/a%20b/true'],
  ['only the id', { uri: '7' }, '/dataset/resources/download/zip/json/7/false'],
  ['nothing', {}, /is missing/],
]; // prettier-ignore
for (const [claim, made, want] of MADE) {
  test(`the response of the portal leads to the whole set: it has ${claim}`, () => {
    const [source] = bgTr.files.current as readonly Source[];
    assert.ok(source !== undefined && 'address' in source);
    if (want instanceof RegExp) assert.throws(() => source.address(made), want);
    else assert.equal(source.address(made), `https://data.egov.bg${want}`);
  });
}
