/** What the events of an entity say of its state and its end. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder } from '../../../test/fixtures/folder.ts';
import { createImport } from '../fixture-import.ts';
import columns from './columns.json' with { type: 'json' };
import { gleif } from './index.ts';

const imported = createImport(gleif);

interface Entity {
  readonly status?: string;
  readonly category?: string;
  readonly expired?: string;
  /** Type, status and time of each event. */
  readonly events: readonly (readonly [type: string, status: string, effective: string])[];
}

const LEI = '984500FIXTURE0000179';
const NAME = 'Roundhill Invented Ltd';

/** One record in each edition of the file. */
const EDITIONS: Readonly<Record<string, (entity: Required<Entity>) => string>> = {
  json({ status, category, expired, events }) {
    const event = ([type, progress, effective]: Entity['events'][number]): object => ({
      '@event_status': progress,
      LegalEntityEventType: { $: type },
      LegalEntityEventEffectiveDate: { $: effective },
    });
    const entity = {
      LegalName: { $: NAME },
      EntityCategory: { $: category },
      EntityStatus: { $: status },
      EntityExpirationDate: { $: expired },
      LegalEntityEvents: { LegalEntityEvent: events.map(event) },
    };
    const registration = { RegistrationStatus: { $: 'ISSUED' } };
    return JSON.stringify({ records: [{ LEI: { $: LEI }, Entity: entity, Registration: registration }] });
  },
  xml({ status, category, expired, events }) {
    const inXml = events.map(
      ([type, progress, effective]) =>
        `<LegalEntityEvent event_status="${progress}"><LegalEntityEventType>${type}</LegalEntityEventType>` +
        `<LegalEntityEventEffectiveDate>${effective}</LegalEntityEventEffectiveDate></LegalEntityEvent>`,
    );
    return `<LEIData><LEIRecords><LEIRecord><LEI>${LEI}</LEI><Entity><LegalName>${NAME}</LegalName><EntityCategory>${category}</EntityCategory><EntityStatus>${status}</EntityStatus><EntityExpirationDate>${expired}</EntityExpirationDate><LegalEntityEvents>${inXml.join('')}</LegalEntityEvents></Entity><Registration><RegistrationStatus>ISSUED</RegistrationStatus></Registration></LEIRecord></LEIRecords></LEIData>`; // prettier-ignore
  },
  csv({ status, category, expired, events }) {
    const cells = new Map(columns.records.csvColumns.map((column) => [column, '']));
    cells.set('LEI', LEI).set('Entity.LegalName', NAME).set('Entity.EntityCategory', category);
    cells.set('Entity.EntityStatus', status).set('Entity.EntityExpirationDate', expired);
    cells.set('Registration.RegistrationStatus', 'ISSUED');
    for (const [i, [type, progress, effective]] of events.entries()) {
      const column = `Entity.LegalEntityEvents.LegalEntityEvent.${i + 1}`;
      cells.set(`${column}.LegalEntityEventType`, type).set(`${column}.event_status`, progress);
      cells.set(`${column}.LegalEntityEventEffectiveDate`, effective);
    }
    return [[...cells.keys()].join(), [...cells.values()].join()].join('\n');
  },
};

const DAY = '2025-03-04T00:00:00Z';
const LATER = '2025-06-07T00:00:00+02:00';
for (const [claim, { status = 'ACTIVE', category = 'GENERAL', expired = '', events }, state, closed] of [
  ['an insolvency in progress', { events: [['INSOLVENCY', 'IN_PROGRESS', DAY]] }, 'insolvent'],
  ['a bankruptcy in progress', { events: [['BANKRUPTCY', 'IN_PROGRESS', DAY]] }, 'insolvent'],
  ['a liquidation in progress', { events: [['LIQUIDATION', 'IN_PROGRESS', DAY]] }, 'in_liquidation'],
  ['a dissolution in progress', { events: [['DISSOLUTION', 'IN_PROGRESS', DAY]] }, 'in_liquidation'],
  [
    'two proceedings, of which the graver counts',
    {
      events: [
        ['INSOLVENCY', 'IN_PROGRESS', DAY],
        ['LIQUIDATION', 'IN_PROGRESS', LATER],
      ],
    },
    'insolvent',
  ],
  ['an insolvency that was withdrawn', { events: [['INSOLVENCY', 'WITHDRAWN_CANCELLED', DAY]] }, 'active'],
  ['an insolvency that may be over', { events: [['INSOLVENCY', 'COMPLETED', DAY]] }, 'active'],
  ['a completed dissolution, but an active status', { events: [['DISSOLUTION', 'COMPLETED', DAY]] }, 'active'],
  ['an arrangement that may not be approved', { events: [['VOLUNTARY_ARRANGEMENT', 'IN_PROGRESS', DAY]] }, 'active'],
  ['another address', { events: [['CHANGE_LEGAL_ADDRESS', 'IN_PROGRESS', DAY]] }, 'active'],
  [
    'an insolvency of a person',
    { category: 'SOLE_PROPRIETOR', events: [['INSOLVENCY', 'IN_PROGRESS', DAY]] },
    'active',
  ],
  [
    'several ends, of which the last counts',
    {
      status: 'INACTIVE',
      events: [
        ['DISSOLUTION', 'COMPLETED', LATER],
        ['LIQUIDATION', 'COMPLETED', DAY],
      ],
    },
    'closed',
    '2025-06-07',
  ],
  [
    'a merger',
    { status: 'INACTIVE', events: [['MERGERS_AND_ACQUISITIONS', 'COMPLETED', DAY]] },
    'closed',
    '2025-03-04',
  ],
  [
    'an expiration date, which counts first',
    { status: 'INACTIVE', expired: '2025-01-02T00:00:00Z', events: [['DISSOLUTION', 'COMPLETED', DAY]] },
    'closed',
    '2025-01-02',
  ],
  [
    'an end without a sure day',
    { status: 'INACTIVE', events: [['DISSOLUTION', 'COMPLETED', '2025-03-03T23:00:00Z']] },
    'closed',
  ],
  ['a bankruptcy that did not end it', { status: 'INACTIVE', events: [['BANKRUPTCY', 'COMPLETED', DAY]] }, 'closed'],
  ['an end in progress', { status: 'INACTIVE', events: [['DISSOLUTION', 'IN_PROGRESS', DAY]] }, 'closed'],
] satisfies readonly (readonly [claim: string, entity: Entity, state: string, closed?: string])[])
  // prettier-ignore
  for (const [edition, record] of Object.entries(EDITIONS))
    test(`gleif in ${edition} with ${claim}: ${state}`, async (t) => {
      const path = join(folder(t), `20260101-0000-gleif-goldencopy-lei2-intra-day.${edition}`);
      writeFileSync(path, record({ status, category, expired, events }));
      const { lines, report } = await imported(t, [path], { soleTraders: true });
      assert.deepEqual([lines[0]?.state, lines[0]?.closed_on], [state, closed]);
      assert.deepEqual(report.leftover_fields, {});
      assert.deepEqual(report.unknown_codes, {});
    });

test('gleif alarms about an event of an unknown type', async (t) => {
  const path = join(folder(t), 'in.json');
  const events: Entity['events'] = [['EVAPORATION', 'IN_PROGRESS', DAY]];
  writeFileSync(path, EDITIONS['json']?.({ status: 'ACTIVE', category: 'GENERAL', expired: '', events }) ?? '');
  const { lines, report } = await imported(t, [path]);
  assert.equal(lines[0]?.state, 'active');
  assert.match(JSON.stringify(report.unknown_codes), /EVAPORATION/);
});
