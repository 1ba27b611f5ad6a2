import { askAll, fieldsOf, type Answer, type LoadRequest } from './load.ts';
import type { Peer } from './peers/peer.ts';
import { shownQuestion, type Question } from './questions.ts';

/** How many answers of a mix are compared. */
const CHECKED = 60;

/** Questions with what each side is asked. */
export interface Compared {
  readonly questions: readonly Question[];
  readonly port: number;
  readonly requests: readonly LoadRequest[];
}

/**
 * Compares answers of a peer with the service's to the same questions, from all over them: the same bytes and header fields where it
 * stands behind the service's HTTP layer, the same companies in the same order where it has answers of its own. Throws at the first
 * that differs; returns how many were compared.
 */
export async function checkAnswers(ours: Compared, theirs: Compared, peer: Peer): Promise<number> {
  const every = Math.max(1, Math.floor(ours.questions.length / CHECKED));
  const places = ours.questions.flatMap((_, i) => (i % every === 0 ? i : [])).slice(0, CHECKED);
  const [wanted, given] = await Promise.all([ours, theirs].map((side) => answersOf(side, places)));
  for (const [i, place] of places.entries()) {
    const question = ours.questions[place];
    const [our, their] = [wanted?.[i], given?.[i]];
    if (question === undefined || our === undefined || their === undefined) throw new Error('An answer is missing');
    const [ourText, theirText] =
      peer.dataOf === undefined
        ? [wholeOf(our), wholeOf(their)]
        : [dataOf(our.body), peer.dataOf(their.body, question)];
    if (ourText === theirText) continue;
    const at = Array.from(ourText).findIndex((character, n) => character !== theirText[n]);
    const part = (text: string): string => JSON.stringify(text.slice(Math.max(0, at - 80), at + 160));
    throw new Error(
      `${peer.name} gave another answer to ${shownQuestion(question)}, from character ${at} on: ${part(theirText)} instead of ${part(ourText)}`,
    );
  }
  return places.length;
}

async function answersOf({ port, requests }: Compared, places: readonly number[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  const asked = places.map((place) => requests[place] ?? { target: '' });
  await askAll(port, asked, ({ status, head, body }, i) => (answers[i] = { status, head, body: Buffer.from(body) }));
  return answers;
}

/** Status, names of header fields and body; what differs from one answer to the next left out, but not whether a next page is there. */
function wholeOf({ status, head, body }: Answer): string {
  const names = fieldsOf(head).map(([name]) => name);
  return `${status} ${names.join(' ')}\n${body.toString().replace(/"next_cursor":"[^"]+"/, '"next_cursor":"…"')}`;
}

/** The inside of `data`. */
function dataOf(body: Buffer): string {
  const text = body.toString();
  const isList = text.includes('"data":[');
  const start = text.indexOf('"data":') + '"data":'.length + (isList ? 1 : 0);
  const ends = ['],"next_cursor":', '],"has_more":', ',"attribution":'].map((end) => text.lastIndexOf(end));
  return text.slice(
    start,
    ends.find((end) => end >= 0),
  );
}
