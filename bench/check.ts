import { askAll, fieldsOf, type Answer, type LoadRequest } from './load.ts';
import type { Peer } from './peers/peer.ts';
import { shownQuestion, type Question } from './questions.ts';

/** One side of a comparison. */
export interface Compared {
  readonly port: number;
  readonly requests: readonly LoadRequest[];
}

/**
 * Compares the answers of a peer with the service's: the same bytes and header fields where it stands behind the service's HTTP layer,
 * the same companies in the same order where it has answers of its own. Throws at the first difference.
 */
export async function checkAnswers(
  questions: readonly Question[],
  ours: Compared,
  theirs: Compared,
  peer: Peer,
): Promise<void> {
  const [wanted, given] = await Promise.all([ours, theirs].map(answersOf));
  for (const [i, question] of questions.entries()) {
    const [our, their] = [wanted?.[i], given?.[i]];
    if (our === undefined || their === undefined) throw new Error('An answer is missing');
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
}

async function answersOf({ port, requests }: Compared): Promise<Answer[]> {
  const answers: Answer[] = [];
  await askAll(port, requests, ({ status, head, body }, i) => (answers[i] = { status, head, body: Buffer.from(body) }));
  return answers;
}

/** Status, names of header fields, and body. A cursor, which is never the same twice, becomes "…". */
function wholeOf({ status, head, body }: Answer): string {
  const names = fieldsOf(head).map(([name]) => name);
  return `${status} ${names.join(' ')}\n${body.toString().replace(/"next_cursor":"[^"]+"/, '"next_cursor":"…"')}`;
}

/** The companies or officers of an answer. */
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
