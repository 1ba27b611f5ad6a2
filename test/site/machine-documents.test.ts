/** The documents for programs, compared with the responses of the service; and the page that folds a text. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { SCHEMA_NAMES } from '../../src/contract/index.ts';
import { pathOf } from '../../src/server/index.ts';
import { BASE_URL, SITE_URL, TestService, lineId, openSample, type Sample } from '../fixtures/service.ts';

const SITE = pathOf(SITE_URL);

suite('The site of the service', () => {
  let sample: Sample;
  let service: TestService;
  before(async () => {
    sample = await openSample();
    service = new TestService(sample.backend);
  });
  after(() => sample.close());

  test('has JSON Schemas with working references, and every kind of response is valid', async () => {
    const loaded: string[] = [];
    const ajv = new Ajv2020({
      allErrors: true,
      allowUnionTypes: true,
      loadSchema: async (uri) => {
        loaded.push(uri);
        assert.ok(uri.startsWith(`${SITE_URL}/api/schemas/`), uri);
        const { status, json } = await service.send(new URL(uri).pathname);
        assert.equal(status, 200, uri);
        return json() as object;
      },
    });
    formats.default(ajv);
    const id = sample.findId('LARKHOLT ROLES PLC');
    const answers = [
      ['SearchPage', '/v1/search?q=nord'],
      ['CompanyEnvelope', `/v1/companies/${id}`],
      ...sample.byState.split.map((line) => ['CompanyEnvelope', `/v1/companies/${lineId(line)}`] as const),
      ['OfficerPage', `/v1/companies/${id}/officers`],
      ['Problem', '/v1/search?q=no'],
    ] as const;
    for (const [name, target] of answers) {
      const uri = `${SITE_URL}/api/schemas/${name}.json`;
      const schema = (await service.send(new URL(uri).pathname)).json() as { $id: string; $schema: string };
      assert.deepEqual([schema.$id, schema.$schema], [uri, 'https://json-schema.org/draft/2020-12/schema']);
      const check = ajv.getSchema(uri) ?? (await ajv.compileAsync(schema));
      const answer = (await service.ask(target)).json() as object;
      assert.ok(check(answer), `${target}: ${JSON.stringify(check.errors)}`);
      assert.ok(!check({ ...answer, unknown: 1 }), `${name} is closed`);
    }
    assert.ok(loaded.length >= 5);
    for (const name of SCHEMA_NAMES) {
      const { status, headers } = await service.send(`${SITE}/api/schemas/${name}.json`);
      assert.deepEqual([status, headers['content-type']], [200, 'application/schema+json'], name);
    }
  });

  test('has a security.txt that has not expired, however long the service runs on the same data', async () => {
    const other = new TestService(sample.backend);
    for (let years = 0; years < 3; years++) {
      const { body } = await other.send(`${SITE}/.well-known/security.txt`);
      const expires = Date.parse(/^Expires: (.+)$/m.exec(body)?.[1] ?? '');
      assert.ok(expires > other.clock.wallMs(), body);
      other.clock.pass(365 * 86_400);
    }
  });

  test('answers HEAD for its API catalogue with the links, and leads to it from the home page', async () => {
    const catalog = `${SITE_URL}/.well-known/api-catalog`;
    const { status, headers, body } = await service.send(`${SITE}/.well-known/api-catalog`, { method: 'HEAD' });
    assert.deepEqual([status, body], [200, '']);
    assert.equal(
      headers['content-type'],
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    );
    assert.equal(headers['link'], `<${catalog}>; rel="api-catalog", <${BASE_URL}>; rel="item"`);
    assert.equal((await service.send(`${SITE}/`)).headers['link'], `<${catalog}>; rel="api-catalog"`);
  });

  test('folds any text', async () => {
    const folded = async (text: string): Promise<string> => {
      const { status, body } = await service.send(`${SITE}/developers/matching?text=${encodeURIComponent(text)}`);
      service.clock.pass(1);
      assert.equal(status, 200);
      return /<div id="folded"[^>]*>([^]*?)<\/div>/.exec(body)?.[1] ?? '';
    };
    assert.match(await folded('Łódź'), /<code>lodz<\/code>[^]*<code>ŁÓDŹ<\/code>/);
    assert.match(await folded('ΗΕ 350042'), /<code>HE350042<\/code>/);
    assert.match(await folded('<script>&"'), /<code>script<\/code>/);
    for (const nothing of ['', '…']) assert.equal((await folded(nothing)).match(/<dd>nothing<\/dd>/g)?.length, 2);
    const { body } = await service.send(`${SITE}/developers/matching?text=%22%3E%3Cb%3E&text=b`);
    assert.ok(body.includes('value="&#34;&#62;&#60;b&#62;"'));
  });

  test('rejects a text that is too long to fold with a page', async () => {
    const { status, body } = await service.send(`${SITE}/developers/matching?text=${'a'.repeat(201)}`);
    assert.equal(status, 400);
    assert.match(body, /Parameter &#34;text&#34; must hold at most 200 characters/);
  });
});
