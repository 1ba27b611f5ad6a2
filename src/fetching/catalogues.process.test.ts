import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { test, type TestContext } from 'node:test';
import type { CatalogueFile, LookUp } from '../importer/index.ts';
import { InputError } from '../model/index.ts';
import { lookUpWith } from './index.ts';
import { clientFor, serverFor } from './server-fixture.ts';

async function lookUpAt(t: TestContext, listener: RequestListener) {
  const { base, requests } = await serverFor(t, listener);
  const { client, said } = clientFor(t, 'https://register.example/');
  return { base, requests, said, lookUp: lookUpWith(client) };
}

const FOUND: [claim: string, body: unknown, ask: (lookUp: LookUp, url: string) => Promise<readonly CatalogueFile[]>, want: readonly CatalogueFile[]][] = [
  [
    'ckan: resources, with `path` where `url` is missing, sizes as text, and one without an address',
    {
      success: true,
      result: {
        resources: [
          { name: 'UO.zip', url: null, path: 'https://files.example/uo.zip', size: '327000000' },
          { name: ' company_2026.09.14.xlsx ', url: '/dataset/c.xlsx', size: null },
          { name: 'gone' },
        ],
      },
    },
    (lookUp, url) => lookUp.ckan(url),
    [
      { name: 'UO.zip', url: 'https://files.example/uo.zip', bytes: 327_000_000 },
      { name: 'company_2026.09.14.xlsx', url: 'BASE/dataset/c.xlsx' },
      { name: 'gone' },
    ],
  ],
  [
    'dcat: distributions as XML that became JSON, one without an address',
    {
      'dcat:Distribution': [
        { 'dct:title': 'Οργανισμοί', 'dcat:downloadURL': { '@rdf:resource': 'https://files.example/organisations_97.csv' } },
        { 'dct:title': { '@value': 'officials' }, 'dcat:downloadURL': {} },
      ],
    },
    (lookUp, url) => lookUp.dcat(url),
    [{ name: 'Οργανισμοί', url: 'https://files.example/organisations_97.csv' }, { name: 'officials' }],
  ],
  [
    'dcat: distributions of JSON-LD, in the data set, with whole names',
    {
      '@graph': [
        {
          'dcat:distribution': [{ 'dcat:Distribution': { 'dcat:downloadURL': { '@id': 'https://files.example/a.csv' }, 'dcat:byteSize': '12' } }],
        },
        { 'http://www.w3.org/ns/dcat#distribution': { 'http://www.w3.org/ns/dcat#downloadURL': [{ '@id': 'b.csv' }] } },
      ],
    },
    (lookUp, url) => lookUp.dcat(url),
    [
      { name: '', url: 'https://files.example/a.csv', bytes: 12 },
      { name: '', url: 'BASE/b.csv' },
    ],
  ],
]; // prettier-ignore
for (const [claim, body, ask, want] of FOUND) {
  test(`look-ups find files in ${claim}`, async (t) => {
    const { base, lookUp } = await lookUpAt(t, (_, response) => response.end(JSON.stringify(body)));
    const wanted = JSON.parse(JSON.stringify(want).replaceAll('BASE', base)) as CatalogueFile[];
    assert.deepEqual(await ask(lookUp, `${base}/catalogue`), wanted);
  });
}

const listing = (keys: readonly string[], more: string): string =>
  `<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>b</Name>${keys
    .map((key) => `<Contents><Key>${key}</Key><LastModified>2026-11-07T01:00:00.000Z</LastModified><Size>5</Size></Contents>`)
    .join('')}${more}</ListBucketResult>`; // prettier-ignore

const KEYS = ['daily/a_2026-11-02.json.gz', 'daily/a_2026-11-03.json.gz', 'init/i_001 &amp; x.json.gz', 'init/i_002.json.gz', 'init/i_003.json.gz']; // prettier-ignore

for (const marks of ['NextMarker', 'the last key']) {
  test(`look-ups find the objects of an S3 bucket, page by page, by ${marks}`, async (t) => {
    const { base, lookUp, requests } = await lookUpAt(t, (request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://x');
      // This server ignores the prefix and lists all keys.
      const rest = KEYS.filter((key) => key.replace('&amp;', '&') > (searchParams.get('marker') ?? ''));
      const page = rest.slice(0, 2);
      const marker = marks === 'NextMarker' ? `<NextMarker>${page.at(-1)}</NextMarker>` : '';
      response.end(listing(page, `<IsTruncated>${rest.length > 2}</IsTruncated>${rest.length > 2 ? marker : ''}`));
    });
    const files = await lookUp.s3(`${base}/bucket`, 'init/');
    assert.deepEqual(files[0], {
      name: 'init/i_001 & x.json.gz',
      url: `${base}/bucket/init/i_001%20%26%20x.json.gz`,
      bytes: 5,
    });
    assert.deepEqual(files.map(({ name }) => name.slice(0, 10)), ['init/i_001', 'init/i_002', 'init/i_003']); // prettier-ignore
    assert.equal(requests.length, 3);
    assert.equal(requests[0]?.url, '/bucket?prefix=init%2F');
  });
}

test('look-ups refuse an S3 listing that repeats itself', async (t) => {
  const { base, lookUp } = await lookUpAt(t, (_, response) =>
    response.end(listing(['a', 'b'], '<IsTruncated>true</IsTruncated>')),
  );
  await assert.rejects(lookUp.s3(base, ''), /the listing repeats itself$/);
});

const NO_CATALOGUE: [claim: string, body: string, ask: (lookUp: LookUp, url: string) => Promise<unknown>, want: RegExp][] = [
  ['a page in the place of CKAN', '<html>Sorry</html>', (lookUp, url) => lookUp.ckan(url), /the response is not JSON: .*; tried 6 times$/],
  ['a fault of CKAN', '{"success":false,"error":{}}', (lookUp, url) => lookUp.ckan(url), /the response has no list of resources; tried 6 times$/],
  ['a catalogue without distributions', '{"dct:title":"x"}', (lookUp, url) => lookUp.dcat(url), /the response has no list of distributions; tried/],
  ['a fault of S3', '<Error><Code>AccessDenied</Code></Error>', (lookUp, url) => lookUp.s3(url, ''), /the response is not a listing of an S3 bucket; tried/],
  ['a cut listing', '<ListBucketResult><Contents>', (lookUp, url) => lookUp.s3(url, ''), /the response is not valid XML: .*; tried/],
]; // prettier-ignore
for (const [claim, body, ask, want] of NO_CATALOGUE) {
  test(`look-ups repeat ${claim} and then report it in one line`, async (t) => {
    const { base, lookUp, requests } = await lookUpAt(t, (_, response) => response.end(body));
    await assert.rejects(
      ask(lookUp, base),
      (error) => error instanceof InputError && want.test(error.message) && !error.message.includes('\n'),
    );
    assert.equal(requests.length, 6);
  });
}
