/**
 * Every kind of response of the door "reconcile", validated with the JSON schemas of the specification, which are not part of this project.
 */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { lineId, openSample, serviceWithDoors, type Sample, type TestService } from '../../fixtures/service.ts';
import { readSchemas, standard } from '../../house/standards.ts';

const PATH = '/reconcile/v1';
const { folder, options } = standard('specs/0.2');

suite('The schemas of the Reconciliation Service API 0.2 take', options, () => {
  let sample: Sample;
  let service: TestService;
  const ajv = new Ajv({ allErrors: true, strict: false });
  before(async () => {
    addFormats.default(ajv);
    for (const [name, schema] of readSchemas(join(folder, 'schemas')))
      ajv.addSchema(name === 'openapi' ? schema : { ...schema, $id: `${name}.json` });
    sample = await openSample();
    service = await serviceWithDoors(sample.backend, 'reconcile');
  });
  after(async () => {
    await service.app.close();
    await sample.close();
  });

  const takes = (schema: string, value: unknown): void => {
    const validate = ajv.getSchema(`${schema}.json`) ?? assert.fail(schema);
    assert.ok(validate(value), `${schema}: ${JSON.stringify(validate.errors)}`);
  };
  const post = async (field: string, value: unknown): Promise<unknown> => {
    const answer = await service.ask(PATH, {
      method: 'POST',
      payload: new URLSearchParams({ [field]: JSON.stringify(value) }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    assert.equal(answer.status, 200, answer.body);
    return answer.json();
  };

  const ANSWERS: readonly (readonly [schema: string, target: string])[] = [
    ['manifest', ''],
    ['suggest-entities-response', '/suggest/entity?prefix=aallokas'],
    ['suggest-entities-response', '/suggest/entity?prefix=zzqzzq'],
    ['suggest-properties-response', '/suggest/property?prefix=n'],
    ['suggest-types-response', '/suggest/type?prefix=comp'],
    ['data-extension-property-proposal', '/properties?type=company&limit=3'],
    ['data-extension-property-proposal', '/properties'],
  ];
  for (const [schema, target] of ANSWERS)
    test(`what GET ${PATH}${target} answers, as ${schema}`, async () => {
      takes(schema, (await service.ask(PATH + target)).json());
    });

  test('what a batch answers: each company of the sample by its name, in lists of 25', async () => {
    const names = sample.lines.map(({ name }) => name).filter((name) => name !== undefined);
    for (let i = 0; i < names.length; i += 25) {
      const queries = Object.fromEntries(names.slice(i, i + 25).map((query, k) => [`q${k}`, { query, limit: 3 }]));
      takes('reconciliation-query-batch', queries);
      takes('reconciliation-result-batch', await post('queries', queries));
    }
  });

  test('what a data extension answers: every property of every company of the sample', async () => {
    const { properties } = (await service.ask(`${PATH}/properties`)).json() as { properties: { id: string }[] };
    const ids = sample.byState.active.map(lineId);
    for (let i = 0; i < ids.length; i += 100) {
      const extend = { ids: ids.slice(i, i + 100), properties: properties.map(({ id }) => ({ id })) };
      takes('data-extension-query', extend);
      takes('data-extension-response', await post('extend', extend));
    }
  });

  test('the examples of the specification that are requests, which the door answers or refuses by its properties', async () => {
    for (const kind of ['reconciliation-query-batch', 'data-extension-query'])
      for (const verdict of ['valid', 'invalid']) {
        const at = join(folder, 'examples', kind, verdict);
        const names = kind === 'data-extension-query' && verdict === 'invalid' ? [] : readdirSync(at);
        for (const name of names) {
          const text = readFileSync(join(at, name), 'utf8');
          const field = kind === 'data-extension-query' ? 'extend' : 'queries';
          const answer = await service.ask(PATH, {
            method: 'POST',
            payload: new URLSearchParams({ [field]: text }).toString(),
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
          });
          const { detail = '' } = answer.json() as { detail?: string };
          // The properties of the example are those of other services.
          const isOfOthers = /(pid|properties\[0\]\.id)" must be one of/.test(detail);
          assert.equal(answer.status === 200 || isOfOthers, verdict === 'valid', `${verdict} ${name}: ${detail}`);
        }
      }
  });
});
