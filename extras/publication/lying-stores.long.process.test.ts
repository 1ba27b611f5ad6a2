/** A follower, and stores that cut files, lie, stall and break connections. */
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { folder } from '../../test/fixtures/folder.ts';
import { Following, LIMITS, asked, type World } from './following-fixture.ts';
import type { Followed } from './follow.ts';
import { pathOf, readPublication, signPublication, type Publication } from './manifest.ts';
import { send } from './store-fixture.ts';

suite('a follower of a lying store', () => {
  const following = new Following();
  const readPublished = (store: string): Publication =>
    readPublication(readFileSync(join(store, 'current.json'), 'utf8'), store).publication;

  /** The damage that the store does to the second publication, and the error that the follower reports. */
  const LIES: readonly (readonly [
    claim: string,
    fault: Extract<Followed, { kind: 'refused' }>['fault'],
    reason: RegExp,
    lie: (world: World) => void | Promise<void>,
    idleTimeoutMs?: number,
  ])[] = [
    ['has another key', 'untrusted', /signed by the key "\w+"; known are "\w+"$/, () => undefined],
    [
      'changes what is signed',
      'untrusted',
      /its signature is wrong$/,
      ({ store }) => {
        const path = join(store, 'current.json');
        writeFileSync(path, readFileSync(path, 'utf8').replace('"counter": 2', '"counter": 3'));
      },
    ],
    [
      'cuts current.json',
      'untrusted',
      /current.json": it is not JSON$/,
      ({ store }) => {
        const path = join(store, 'current.json');
        writeFileSync(path, readFileSync(path, 'utf8').slice(0, 100));
      },
    ],
    [
      'sends a page of its own',
      'untrusted',
      /it is not JSON$/,
      ({ server }) => {
        server.disturb = (_, response) => response.writeHead(200).end('<html>') !== undefined;
      },
    ],
    [
      'sends an endless current.json',
      'unreachable',
      /longer than the allowed \d+ bytes$/,
      ({ server }) => {
        server.disturb = (_, response) => response.writeHead(200).end(Buffer.alloc(5 * 1024 ** 2)) !== undefined;
      },
    ],
    [
      'flips a bit of the snapshot',
      'damaged',
      /its SHA-256 is [0-9a-f]{64}, and current.json says/,
      ({ server }) => {
        server.disturb = (request, response, bytes) => {
          if (request.url?.includes('/snapshots/') !== true) return false;
          const flipped = Buffer.from(bytes);
          flipped.writeUInt8(flipped.readUInt8(9000) ^ 1, 9000);
          send(request, response, flipped);
          return true;
        };
      },
    ],
    [
      'cuts the snapshot and says so',
      'damaged',
      /it has \d+ bytes, and current.json says \d+$/,
      ({ server }) => {
        server.disturb = (request, response, bytes) =>
          request.url?.includes('/snapshots/') === true
            ? (send(request, response, bytes.subarray(0, 5000)), true)
            : false;
      },
    ],
    [
      'announces a longer snapshot',
      'damaged',
      /the server announces \d+ bytes/,
      ({ server }) => {
        server.disturb = (request, response, bytes) =>
          request.url?.includes('/snapshots/') === true
            ? (send(request, response, Buffer.concat([bytes, bytes])), true)
            : false;
      },
    ],
    [
      'sends bytes without end',
      'damaged',
      /the server sent more than \d+ bytes/,
      ({ server }) => {
        server.disturb = (request, response, bytes) => {
          if (request.url?.includes('/snapshots/') !== true) return false;
          response.writeHead(200, { 'content-type': 'application/octet-stream' });
          response.end(Buffer.concat([bytes, bytes]));
          return true;
        };
      },
    ],
    [
      'has lost the snapshot',
      'unreachable',
      /the server answered 404/,
      ({ store }) => rmSync(join(store, readPublished(store).files[0].path)),
    ],
    [
      'says nothing',
      'unreachable',
      /the server sent nothing for 1 second; tried 2 times$/,
      ({ server }) => {
        server.disturb = () => true;
      },
      1000,
    ],
    [
      'stalls amid the snapshot',
      'unreachable',
      /the server sent only 500 bytes for 1 second; tried \d+ times$/,
      ({ server }) => {
        server.disturb = (request, response, bytes) => {
          if (request.url?.includes('/snapshots/') !== true) return false;
          response.writeHead(200, { 'content-length': bytes.length });
          response.write(bytes.subarray(0, 500));
          return true;
        };
      },
      1000,
    ],
    [
      'breaks every answer off',
      'unreachable',
      /tried 3 times$/,
      ({ server }) => {
        server.disturb = (_, response) => response.destroy() !== undefined;
      },
    ],
    [
      'redirects to an address that is not public',
      'unreachable',
      /it redirects to "http:\/\/10\.0\.0\.1\/.+ is not on the public internet$/,
      ({ server }) => {
        server.disturb = (_, response) =>
          response.writeHead(302, { location: 'http://10.0.0.1/current.json' }).end() !== undefined;
      },
    ],
    [
      'asks to come back later',
      'unreachable',
      /the server answered 503/,
      ({ server }) => {
        server.disturb = (_, response) => response.writeHead(503).end() !== undefined;
      },
    ],
    [
      'names a snapshot of another generation',
      'damaged',
      /it holds generation "\w+", and current.json says "0+"$/,
      ({ store }) => {
        const publication = readPublished(store);
        const generation = '0'.repeat(26);
        const [snapshot] = publication.files;
        const path = pathOf('snapshots', generation, snapshot);
        cpSync(join(store, snapshot.path), join(store, path));
        const claimed: Publication = { ...publication, counter: 3, generation, files: [{ ...snapshot, path }] };
        writeFileSync(join(store, 'current.json'), signPublication(claimed, following.key));
      },
    ],
    [
      'signs a file that is not a snapshot',
      'damaged',
      /another kind of file/,
      ({ store }) => {
        const bytes = Buffer.from('not a snapshot');
        const facts = { size: bytes.length, sha256: hash('sha256', bytes) };
        const publication = readPublished(store);
        const path = pathOf('snapshots', publication.generation, facts);
        writeFileSync(join(store, path), bytes);
        const claimed: Publication = { ...publication, counter: 3, files: [{ ...facts, path }] };
        writeFileSync(join(store, 'current.json'), signPublication(claimed, following.key));
      },
    ],
  ];
  for (const [claim, fault, reason, lie, idleTimeoutMs] of LIES) {
    test(`a store that ${claim} is refused, and followed again after repair`, async (t) => {
      const here = await following.world(t);
      const limits = idleTimeoutMs === undefined ? LIMITS : { ...LIMITS, idleTimeoutMs, attemptsInARow: 2 };
      const follower = here.follow({ limits });
      await follower.poll();
      const sound = join(folder(t), 'sound');
      if (claim === 'has another key') await following.put(1, here.store, following.other);
      else {
        await following.put(1, here.store);
        cpSync(here.store, sound, { recursive: true });
        await lie(here);
      }
      await following.refuses(here, follower, fault, reason);
      const downloads = asked(here.server, '/snapshots/');
      await following.refuses(here, follower, fault, reason);
      // A damaged file is not downloaded again at every poll.
      if (fault === 'damaged') assert.equal(asked(here.server, '/snapshots/'), downloads);
      here.server.disturb = undefined;
      if (existsSync(sound)) cpSync(sound, here.store, { recursive: true });
      else await following.put(2, here.store);
      const followed = await follower.poll(true);
      assert.equal(followed.kind, 'fetched', JSON.stringify(followed));
      assert.equal(readdirSync(here.at).includes('incoming'), false);
    });
  }
});
