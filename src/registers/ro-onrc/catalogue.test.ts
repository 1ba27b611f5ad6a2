import assert from 'node:assert/strict';
import { test } from 'node:test';
import { currentFiles } from './index.ts';

const dataSet = (name: string, files: readonly string[], more: object = {}): object => ({
  name,
  resources: files.map((file) => ({ name: file, url: `https://data.gov.ro/${name}/${file}`, ...more })),
});

const FIRMS = ['OD_FIRME', 'OD_STARE_FIRMA', 'OD_CAEN_AUTORIZAT', 'OD_REPREZENTANTI_LEGALI', 'OD_REPREZENTANTI_IF'];
const LISTS = ['N_STARE_FIRMA', 'N_CAEN', 'N_VERSIUNE_CAEN'];
const csv = (names: readonly string[]): string[] => names.map((name) => `${name}.CSV`);

test('currentFiles finds the newest complete release of firms and of code lists, under lasting names', async () => {
  const results = [
    dataSet('firme-08-07-2026', csv(FIRMS)),
    // The oldest by its text, but the newest complete release.
    dataSet('firme-02-09-2026', csv([...FIRMS, 'OD_SUCURSALE_ALTE_STATE_MEMBRE']), { size: '693671250' }),
    dataSet('firme-01-11-2026', csv(FIRMS.slice(1))),
    dataSet('nomenclatoare-02-09-2026', csv(LISTS), { size: null }),
    dataSet('onrc', ['altceva.xls']),
  ];
  const asked: string[] = [];
  const files = await currentFiles({
    page: async (url) => {
      asked.push(url);
      return JSON.stringify({ success: true, result: { results } });
    },
  });
  assert.deepEqual(asked.map((url) => new URL(url).hostname), ['data.gov.ro']); // prettier-ignore
  assert.deepEqual(
    files.map(({ name }) => name),
    csv([...FIRMS, ...LISTS]).map((name) => name.toLowerCase()),
  );
  assert.deepEqual(files[0], {
    name: 'od_firme.csv',
    url: 'https://data.gov.ro/firme-02-09-2026/OD_FIRME.CSV',
    bytes: 693_671_250,
    bytesMax: 2e9,
  });
  assert.deepEqual(files[5], {
    name: 'n_stare_firma.csv',
    url: 'https://data.gov.ro/nomenclatoare-02-09-2026/N_STARE_FIRMA.CSV',
    bytesMax: 2e9,
  });
});

test('currentFiles finds nothing in a catalogue that has no whole release, or another shape', async () => {
  const named = { name: 'firme-02-09-2026' };
  const results = [
    null,
    {},
    { name: null },
    { name: 7 },
    { ...named, resources: {} },
    { ...named, resources: [null, { name: null, url: 7 }] },
    dataSet('firme-02-09-2026', csv(LISTS)),
  ];
  for (const response of [null, {}, [], { result: null }, { result: { results: {} } }, { result: { results } }]) {
    assert.deepEqual(await currentFiles({ page: async () => JSON.stringify(response) }), []);
  }
});
