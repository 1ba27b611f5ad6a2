import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ImportReport, SOLE_TRADER, ordinary, type ReportJson } from '../importer/index.ts';
import { REGISTERS } from '../registers/index.ts';
import { datingAdvice, formatSummary } from './import-summary.ts';

type InputReport = ReportJson['inputs'][number];

const summaryWith = (fill: (report: ImportReport) => void, output = 'out'): string => {
  const report = new ImportReport({ id: 'toy', ordinary: ['number that moved'] }, 100);
  fill(report);
  return formatSummary(report.toJSON(), output);
};

for (const [claim, fill, want] of [
  ['says nothing where there is nothing to say', () => {}, ''],
  [
    'lists ordinary counts last, after alarms',
    (report) => {
      report.drop(SOLE_TRADER, '1');
      report.drop(ordinary('roles: a newer record has the same number'), '1');
      report.drop('without a number', '1');
      report.note('number that moved', '1');
      report.note('number of unknown form', '1');
    },
    '  dropped: without a number 1\n  noted: number of unknown form 1\n' +
      '  ordinary: roles: a newer record has the same number 1, sole trader 1, number that moved 1\n',
  ],
  [
    'says of unknown values what became of them',
    (report) => {
      report.unknownCode('status', 'X', 'kept');
      report.unknownCode('country', 'Y', 'left out');
      report.unknownCode('authority', 'Z', 'replaced');
    },
    '  unknown status, kept: X 1\n  unknown country, left out: Y 1\n  unknown authority, replaced: Z 1\n',
  ],
  [
    'points to the report where a list is long',
    (report) => {
      for (let field = 0; field < 12; field++) report.leftover(`f${field}`);
      for (let record = 1; record < 13; record++)
        report.reject({ input: 'a', record, field: 'n', reason: 'is missing' });
    },
    /^ {2}unknown fields: f0 1, (.+ 1, ){9}2 more in out\.report\.json\n( {2}rejected: a: record \d+: n is missing\n){10} {2}rejected: 2 more in out\.report\.json\n$/,
  ],
] as [string, (report: ImportReport) => void, string | RegExp][]) {
  test(`formatSummary ${claim}`, () => {
    if (typeof want === 'string') assert.equal(summaryWith(fill), want);
    else assert.match(summaryWith(fill), want);
  });
}

test('formatSummary names no report without one', () => {
  const many = (report: ImportReport): void => {
    for (let field = 0; field < 12; field++) report.leftover(`f${field}`);
  };
  assert.match(summaryWith(many, '-'), /, 2 more\n$/);
});

for (const [claim, facts, want] of [
  [
    'where nothing proves a file whole',
    {},
    /^ {2}may be cut: a\.csv: a plain file of rows has no end mark; import the compressed file that the publisher offers, or .+\n$/,
  ],
  [
    'once, where its last row has no end',
    { last_row_without_line_break: true },
    /^ {2}may be cut: a\.csv: no line break.+\n$/,
  ],
  ['not of a file that is whole', { proven_whole: true }, /^$/],
  [
    'not of a file that is whole and has no last line break',
    { proven_whole: true, last_row_without_line_break: true },
    /^ {2}no line break .+proven whole\n$/,
  ],
  ['not of a file of which nothing is read', { passed_over: 'not needed' }, /^$/],
  [
    'not of a file of which nothing is read and whose last row has no end',
    { passed_over: 'not needed', last_row_without_line_break: true },
    /^$/,
  ],
] as [string, Partial<InputReport>, RegExp][]) {
  test(`formatSummary says that a file may be cut ${claim}`, () => {
    const input: InputReport = { name: 'a.csv', format: 'csv', proven_whole: false, records: 1, ...facts };
    assert.match(
      summaryWith((report) => report.inputs.push(input)),
      want,
    );
  });
}

for (const [register, want] of [
  ['no-brreg', 'import with --published YYYY-MM-DD, or put the day into the name of each file'],
  [
    'gb-companies-house',
    'import with --published YYYY-MM-DD, or give each file the name that its publisher gives it, with the day',
  ],
  ['lt-jar', 'import with --published YYYY-MM-DD'],
] as const)
  test(`lines of ${register} without a date get one as its declaration finds a day`, () => {
    const files = REGISTERS.get(register)?.files ?? assert.fail(register);
    assert.equal(datingAdvice(files), want);
  });
