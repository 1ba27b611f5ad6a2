import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { InputError } from '../../model/index.ts';
import { TABLE_NAMES, type TableName } from '../file/table-names.ts';
import { getTable } from '../format/format.ts';
import { FORMAT_VERSION } from '../file/trailer.ts';
import { SnapshotReader, verifySnapshot } from '../index.ts';
import { RECORDS, write } from '../record-fixture.ts';

suite('The file of a snapshot', () => {
  let directory = '';
  let path = '';
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'openfirma-damage-'));
    ({ path } = await write(directory, 'a.snapshot', RECORDS));
  });
  after(() => rmSync(directory, { recursive: true }));

  test('verify finds it sound', async () => {
    assert.equal((await verifySnapshot(path)).records, RECORDS.length);
  });

  test('verify finds one flipped bit anywhere', async () => {
    const size = statSync(path).size;
    const damaged = join(directory, 'damaged.snapshot');
    const places = [
      ...Array.from({ length: 64 }, (_, i) => size - 1 - i),
      ...Array.from({ length: 60 }, (_, i) => i * Math.floor(size / 60)),
    ];
    for (const place of places) {
      const bytes = readFileSync(path);
      bytes[place] = (bytes[place] ?? 0) ^ (1 << (place % 8));
      writeFileSync(damaged, bytes);
      await assert.rejects(
        verifySnapshot(damaged),
        (error) => error instanceof InputError && /damaged|another kind of file|format version/.test(error.message),
        `byte ${place}`,
      );
    }
  });

  test('verify and a reader name the damaged table and the place in it', async () => {
    const damaged = join(directory, 'named.snapshot');
    const reader = SnapshotReader.open(path);
    const names = TABLE_NAMES.filter((name) => getTable(reader.tables, name).count > 0);
    assert.ok(names.length >= 6);
    const places = names.map((name): [name: string, at: number] => {
      const table = getTable(reader.tables, name);
      table.seek(table.count - 1);
      return [name, table.keyStart];
    });
    const { metadata } = reader.tables;
    metadata.seek(0);
    const metadataPages = new Set<number>();
    for (let at = metadata.keyStart; at < metadata.valueEnd; at += 1) metadataPages.add(at - (at % 4096));
    await reader.close();
    let opens = 0;
    for (const [name, at] of places) {
      const bytes = readFileSync(path);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      writeFileSync(damaged, bytes);
      const page = at - (at % 4096);
      const where = `the table .*"${name}".*, bytes ${page} to ${page + 4096} of the file have a wrong checksum`;
      // The file cannot be opened if the page has metadata, too.
      const atOpening = `the table "metadata" is damaged at byte ${page}: the checksum of 4096 bytes is wrong`;
      await assert.rejects(verifySnapshot(damaged), ({ message }: Error) => {
        assert.match(message, new RegExp(`^Cannot trust the snapshot ".*": it is damaged: (${where}|${atOpening})$`));
        return true;
      });
      if (metadataPages.has(page)) continue;
      opens++;
      const opened = SnapshotReader.open(damaged);
      const table = getTable(opened.tables, name as TableName);
      assert.throws(() => table.rowAt(table.count - 1), {
        name: 'DamagedError',
        message: `the table "${name}" is damaged at byte ${page}: the checksum of 4096 bytes is wrong`,
      });
      await opened.close();
    }
    assert.ok(opens > 0);
  });

  test('a copy that was cut short is refused when it is opened, with the file named', () => {
    const cut = join(directory, 'cut.snapshot');
    for (const bytes of [0, 1, 63, 64, 4096, statSync(path).size - 1]) {
      copyFileSync(path, cut);
      truncateSync(cut, bytes);
      assert.throws(
        () => SnapshotReader.open(cut),
        (error) => error instanceof InputError && error.message.includes(cut),
      );
    }
  });

  for (const [version, cure] of [
    [5, 'build it again from its register lines'],
    [FORMAT_VERSION + 1, 'install a newer version of openfirma'],
  ] as const)
    test(`a file of format version ${version} is refused with the versions and the cure`, () => {
      const other = join(directory, `${version}.snapshot`);
      const bytes = readFileSync(path);
      bytes.writeUInt32BE(version, bytes.length - 64 + 8);
      writeFileSync(other, bytes);
      const message = `it has format version ${version}, this program reads ${FORMAT_VERSION}; ${cure}`;
      assert.throws(
        () => SnapshotReader.open(other),
        (error) => error instanceof InputError && error.message.endsWith(message),
      );
    });
});
