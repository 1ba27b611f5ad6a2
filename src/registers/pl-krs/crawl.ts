import { FieldFault, KeptFields, RecordReader } from '../../importer/declaration.ts';
import type { Answer, Question, Crawl, CrawlState } from '../../importer/index.ts';
import { quoteValue } from '../../model/index.ts';
import { KEPT } from './fields.ts';

const API = 'https://api-krs.ms.gov.pl/api';

/** The two registers of which a number may be in either, or in both: entrepreneurs; associations, foundations and the like. */
const REGISTERS = { rejp: 'P', rejs: 'S' } as const;
const KINDS = Object.keys(REGISTERS) as (keyof typeof REGISTERS)[];

const DIGITS = 10;

/**
 * Behind so many numbers in a row of which there is none the range ends. Numbers of the other register and those that were struck off
 * lie between the others: a quarter of all, in runs that are far shorter.
 */
const ABSENT_MAX = 10_000;

/** The same for numbers that were given since the last round. */
const ABSENT_SINCE_MAX = 500;

/** After so many days everything is asked again: nothing says that a bulletin names every change. */
const WHOLE_DAYS = 365;

const DAY_MS = 86_400_000;

/**
 * The number range, register by register, and the bulletin of what changed. No rate is published; three requests a second are those of
 * a few people.
 */
export const crawl: Crawl = {
  name: 'krs',
  perMinute: 180,
  format: 'json',
  // 204 would say the same.
  none: [404, 204],
  first,
  request: ({ kind, key }) => ({
    url:
      kind === 'bulletin'
        ? `${API}/Krs/Biuletyn/${key}`
        : `${API}/krs/OdpisAktualny/${key}?rejestr=${REGISTERS[kind as keyof typeof REGISTERS]}&format=json`,
    headers: { accept: 'application/json' },
  }),
  fault,
  follow: (answer) => (answer.question.kind === 'bulletin' ? numbersOf(answer).flatMap(questionsAbout) : []),
  keep: ({ question }) => question.kind !== 'bulletin',
  redact,
};

/**
 * First all numbers. Then the bulletins of the days since, and the numbers behind the last one. A day is asked for when it is over in
 * UTC: then it is over in Warsaw, too, which is ahead. The next round begins with the day on which this one began, so that no hour lies
 * between them.
 */
function first({ today, since, wholeSince, reached }: CrawlState): ReturnType<Crawl['first']> {
  if (
    since === undefined ||
    wholeSince === undefined ||
    Date.parse(today) - Date.parse(wholeSince) > WHOLE_DAYS * DAY_MS
  ) {
    const all = { from: 1, digits: DIGITS, absentMax: ABSENT_MAX };
    return { isWhole: true, questions: KINDS.map((kind) => ({ kind, ...all })) };
  }
  const bulletins: Question[] = daysBetween(since.slice(0, 10), today).map((key) => ({ kind: 'bulletin', key }));
  const added = KINDS.map((kind) => ({
    kind,
    from: (reached[kind] ?? 0) + 1,
    digits: DIGITS,
    absentMax: ABSENT_SINCE_MAX,
  }));
  return { questions: [...bulletins, ...added] };
}

/** The days from one to before another. */
function daysBetween(from: string, before: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at < Date.parse(before); at += DAY_MS)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

/** What is asked about a number that a bulletin names: it does not say of which register it is. */
function questionsAbout(key: string): Question[] {
  return KINDS.map((kind) => ({ kind, key, leaf: true }));
}

/** Why an answer is not what was asked for. */
function fault(answer: Answer): string | undefined {
  const { kind, key } = answer.question;
  if (kind === 'bulletin') {
    numbersOf(answer);
    return undefined;
  }
  const number = new RecordReader(answer.json()).object('odpis')?.object('naglowekA')?.text('numerKRS');
  if (number === key) return undefined;
  return number === undefined ? 'it has no numerKRS' : `it is the extract of ${quoteValue(number)}`;
}

/** The numbers that a bulletin names, each once. */
function numbersOf(answer: Answer): string[] {
  const numbers = answer.json();
  if (!Array.isArray(numbers)) throw new FieldFault('the bulletin', 'is no list');
  return [
    ...new Set(
      numbers.map((number: unknown) => {
        const digits = String(number).trim();
        if (!/^\d{1,10}$/.test(digits))
          throw new FieldFault('the bulletin', `has ${quoteValue(number)}, which is no number`);
        return digits.padStart(DIGITS, '0');
      }),
    ),
  ];
}

const FIELDS = new KeptFields(KEPT);

function redact(answer: Answer): string {
  return answer.question.kind === 'bulletin' ? answer.body : JSON.stringify(FIELDS.of(answer.json()));
}
