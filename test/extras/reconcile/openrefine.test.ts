/**
 * The requests that OpenRefine sends, byte by byte, as its sources form them (StandardReconConfig, GuessTypesOfColumnCommand,
 * ReconciledDataExtensionJob, HttpClient; recon-manager.js, custom-suggest.js, add-column-by-reconciliation.js), and the parts of the
 * responses that it reads.
 */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { DataExtension, ReconcileManifest, ReconcileResults } from '../../../extras/reconcile/schemas.ts';
import { openSample, serviceWithDoors, type Answer, type Sample, type TestService } from '../../fixtures/service.ts';

const PATH = '/reconcile/v1';
/** The header fields of each form that its Java client sends. */
const FORM = {
  'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
  'accept-encoding': 'gzip, x-gzip, deflate',
  'user-agent': 'OpenRefine/3.9 [TRUNK]',
  connection: 'keep-alive',
};
/** The header fields of each request that its page sends. */
const AJAX = {
  accept: 'application/json, text/javascript, */*; q=0.01',
  origin: 'http://127.0.0.1:3333',
  referer: 'http://127.0.0.1:3333/',
};

suite('OpenRefine', () => {
  let sample: Sample;
  let service: TestService;
  let id = '';
  before(async () => {
    sample = await openSample();
    service = await serviceWithDoors(sample.backend, 'reconcile');
    id = sample.findId('Aallokas Marjatila Oy');
  });
  after(async () => {
    await service.app.close();
    await sample.close();
  });

  const post = async (payload: string): Promise<Answer> => {
    const answer = await service.ask(PATH, { method: 'POST', payload, headers: FORM });
    assert.equal(answer.status, 200, answer.body);
    return answer;
  };
  const get = async (target: string): Promise<Answer> => {
    const answer = await service.ask(`${PATH}${target}`, { headers: AJAX });
    assert.equal(answer.status, 200, answer.body);
    assert.equal(answer.headers['access-control-allow-origin'], '*');
    assert.match(answer.headers['content-type'] ?? '', /^application\/json/);
    return answer;
  };

  const BATCHES: readonly (readonly [claim: string, payload: string, found: readonly string[]])[] = [
    [
      'guesses types by the first cells of a column',
      'queries=%7B%22q0%22%3A%7B%22query%22%3A%22Aallokas+Marjatila+Oy%22%2C%22limit%22%3A3%7D%2C%22q1%22%3A%7B%22query%22%3A%22Zzqzzq%22%2C%22limit%22%3A3%7D%7D',
      ['q0'],
    ],
    [
      'reconciles against a type, with another column as a property',
      'queries=%7B%22q0%22%3A%7B%22query%22%3A%22Aallokas+Marjatila+Oy%22%2C%22type%22%3A%22company%22%2C%22type_strict%22%3A%22should%22%2C%22properties%22%3A%5B%7B%22pid%22%3A%22country%22%2C%22v%22%3A%22Finland%22%7D%5D%2C%22limit%22%3A5%7D%7D',
      ['q0'],
    ],
    [
      'reconciles by a column that was reconciled with another service',
      'queries=%7B%22q0%22%3A%7B%22query%22%3A%22Aallokas+Marjatila+Oy%22%2C%22properties%22%3A%5B%7B%22pid%22%3A%22country%22%2C%22v%22%3A%7B%22name%22%3A%22Finland%22%2C%22id%22%3A%22Q33%22%7D%7D%5D%7D%7D',
      ['q0'],
    ],
    [
      'sends cells that hold numbers and truths, and blank ones between no-break spaces',
      'queries=%7B%22q0%22%3A%7B%22query%22%3A%2242.0%22%2C%22properties%22%3A%5B%7B%22pid%22%3A%22number%22%2C%22v%22%3A1100716%7D%2C%7B%22pid%22%3A%22status%22%2C%22v%22%3Atrue%7D%5D%7D%2C%22q1%22%3A%7B%22query%22%3A%22%C2%A0%22%7D%2C%22q2%22%3A%7B%22query%22%3A%22Aallokas+Marjatila+Oy%22%7D%7D',
      ['q2'],
    ],
    [
      'sends a cell with a whole paragraph among others',
      `queries=%7B%22q0%22%3A%7B%22query%22%3A%22${'Lorem+ipsum+%C3%A4+'.repeat(60)}%22%7D%2C%22q1%22%3A%7B%22query%22%3A%22Aallokas+Marjatila+Oy%22%7D%7D`,
      ['q1'],
    ],
  ];
  for (const [claim, payload, found] of BATCHES)
    test(claim, async () => {
      const asked = JSON.parse(new URLSearchParams(payload).get('queries') ?? '') as object;
      // The bytes are those of its form encoding.
      assert.equal(new URLSearchParams({ queries: JSON.stringify(asked) }).toString(), payload);
      const results = (await post(payload)).json() as ReconcileResults;
      assert.deepEqual(Object.keys(results), Object.keys(asked));
      for (const [key, value] of Object.entries(results)) {
        assert.equal(value.result.some((one) => one.id === id), found.includes(key), key); // prettier-ignore
        for (const { name, score, match, type } of value.result)
          assert.deepEqual(
            [typeof name, typeof score, typeof match, type.map((one) => one.id)],
            ['string', 'number', 'boolean', ['company']],
          );
      }
    });

  test('adds columns from reconciled values, with settings that no property has', async () => {
    const payload = `extend=%7B%22ids%22%3A%5B%22${id}%22%5D%2C%22properties%22%3A%5B%7B%22id%22%3A%22status%22%2C%22settings%22%3A%7B%22rank%22%3A%22any%22%7D%7D%2C%7B%22id%22%3A%22number%22%7D%5D%7D`;
    const { meta, rows } = (await post(payload)).json() as DataExtension;
    assert.deepEqual(meta, [
      { id: 'status', name: 'Status' },
      { id: 'number', name: 'Number' },
    ]);
    assert.deepEqual(rows[id]?.['status'], [{ str: 'Kaupparekisterissä' }]);
    assert.deepEqual((await post('extend=%7B%22ids%22%3A%5B%5D%2C%22properties%22%3A%5B%5D%7D')).json(), {
      meta: [],
      rows: {},
      attribution: 'Powered by Example Registers',
    });
  });

  const TYPED: readonly (readonly [claim: string, target: string, first: string | undefined])[] = [
    ['a property', '/suggest/property?prefix=num&spell=always&exact=false&prefixed=true', 'number'],
    ['the type', '/suggest/type?prefix=comp&spell=always&exact=false&prefixed=true', 'company'],
    ['a cell', '/suggest/entity?prefix=Aallokas+Marjatila+Oy&spell=always&exact=false&prefixed=true', 'id'],
    [
      'a text with a colon, which it takes for a filter',
      '/suggest/entity?prefix=&spell=always&exact=false&prefixed=true&filter=(all+name%3AKone)&filter=(all+city%3AX)',
      undefined,
    ],
    ['a long cell', `/suggest/entity?prefix=${'long+'.repeat(80)}&spell=always&exact=false&prefixed=true`, undefined],
  ];
  for (const [claim, target, first] of TYPED)
    test(`is suggested what begins with ${claim}`, async () => {
      const { result } = (await get(target)).json() as { result: readonly { id: string; name: string }[] };
      assert.equal(result[0]?.id, first === 'id' ? id : first);
    });

  test('shows previews in a frame without rights', async () => {
    const { preview } = (await get('')).json() as ReconcileManifest;
    const { pathname } = new URL(encodeURI(preview.url.replace('{{id}}', id)));
    const { status, headers } = await service.send(pathname);
    assert.equal(status, 200);
    assert.doesNotMatch(headers['content-security-policy'] ?? '', /frame-ancestors/);
    for (const name of ['x-frame-options', 'cross-origin-resource-policy']) assert.equal(headers[name], undefined);
  });
});
