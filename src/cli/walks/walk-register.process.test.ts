import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { folder } from '../../../test/folder.ts';
import { localServer } from '../../../test/local-server.ts';
import type { Walk } from '../../importer/index.ts';
import { InputError } from '../../model/index.ts';
import { fetchRegister, type Fetched, type Walking } from '../commands/fetch.ts';
import type { WalkTold } from './walk-register.ts';

/** A register whose walk has three numbers, on a server that stops answering when it is told to. */
async function walkedRegister(t: TestContext) {
  const is = { down: false };
  const { base } = await localServer(t, (request, response) => {
    if (is.down) response.writeHead(403).end();
    else response.end(JSON.stringify({ path: request.url }));
  });
  const walk: Walk = {
    name: 'toys',
    perMinute: 1e6,
    format: 'json',
    first: () => ({ questions: [{ kind: 'toy', from: 1, to: 3 }] }),
    request: ({ key }) => ({ url: `${base}/toy/${key}` }),
  };
  const register: Fetched = { id: 'toy', files: { page: base, current: [], walk, required: [], taken: [], ignored: [] } as never }; // prettier-ignore
  const into = folder(t);
  const fetchIt = async (walking: Walking = {}) => {
    const told: WalkTold[] = [];
    const onWalk = (one: WalkTold): void => void told.push(one);
    const files = await fetchRegister(register, into, new AbortController().signal, { ...walking, onWalk });
    return { files, told };
  };
  return { is, into, fetchIt };
}

test('fetch gives the files of a walk and tells what was asked', async (t) => {
  const { into, fetchIt } = await walkedRegister(t);
  const { files, told } = await fetchIt();
  assert.deepEqual(files, [{ path: join(into, 'toys.0001.ndjson.zst'), changed: true }]);
  const [{ ended, complete, asked, answered, none, refused, failed, left } = {} as WalkTold] = told;
  assert.deepEqual([ended, complete, asked, answered, none, refused, failed, left], ['whole', true, 3, 3, 0, 0, 0, 0]);
});

test('a walk that is stopped is an error, but not for a refresh that has answers', async (t) => {
  const { is, into, fetchIt } = await walkedRegister(t);
  is.down = true;
  for (const mayStop of [false, true]) {
    await assert.rejects(fetchIt({ mayStop }), (error) => error instanceof InputError && /^Cannot go on with the walk "toys": 3 refusals in a row: .*; there are no answers$/.test(error.message)); // prettier-ignore
  }
  is.down = false;
  await fetchIt();
  is.down = true;
  await assert.rejects(fetchIt(), /; the answers of this run and earlier ones are kept$/);
  const { files } = await fetchIt({ mayStop: true });
  assert.deepEqual(files, [{ path: join(into, 'toys.0001.ndjson.zst'), changed: false }]);
});
