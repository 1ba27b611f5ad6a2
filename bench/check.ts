import { askAll, fieldsOf, type Answer, type LoadRequest } from '../test/fixtures/load.ts';
import { shownQuestion, type Question } from './questions.ts';

/** One side of a comparison. */
export interface Compared {
  readonly port: number;
  readonly requests: readonly LoadRequest[];
}

/** Throws unless the responses of a peer have the same header fields and bytes as those of the service. */
export async function checkAnswers(
  questions: readonly Question[],
  ours: Compared,
  theirs: Compared,
  peer: string,
): Promise<void> {
  const [wanted, given] = await Promise.all([ours, theirs].map(answersOf));
  for (const [i, question] of questions.entries()) {
    const [our, their] = [wanted?.[i], given?.[i]];
    if (our === undefined || their === undefined) throw new Error('A response is missing');
    const [ourText, theirText] = [wholeOf(our), wholeOf(their)];
    if (ourText === theirText) continue;
    const at = Array.from(ourText).findIndex((character, n) => character !== theirText[n]);
    const part = (text: string): string => JSON.stringify(text.slice(Math.max(0, at - 80), at + 160));
    throw new Error(
      `${peer} answered ${shownQuestion(question)} differently from character ${at}: ${part(theirText)} instead of ${part(ourText)}`,
    );
  }
}

async function answersOf({ port, requests }: Compared): Promise<Answer[]> {
  const answers: Answer[] = [];
  await askAll(port, requests, ({ status, head, body }, i) => (answers[i] = { status, head, body: Buffer.from(body) }));
  return answers;
}

/** Status, names of header fields, and body. A cursor becomes "…", because no two are the same. */
function wholeOf({ status, head, body }: Answer): string {
  const names = fieldsOf(head).map(([name]) => name);
  return `${status} ${names.join(' ')}\n${body.toString().replace(/"next_cursor":"[^"]+"/, '"next_cursor":"…"')}`;
}
