import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { decompressor } from '../../files/index.ts';
import { answerLines, readText, type AnswerLine } from '../../importer/index.ts';
import type { AnswerFiles } from './answer-files.ts';
import type { FileAt } from './progress.ts';
import type { CrawlState } from './crawl-state.ts';

/**
 * Removes files without current answers. Files with less than half move their current answers to the newest file first, so all files
 * together have at most twice the current answers, and one file more.
 */
export async function sweep(state: CrawlState, files: AnswerFiles): Promise<void> {
  const sparse = state.progress.files.filter(({ bytes, lines, current }) => bytes > 0 && current * 2 < lines);
  if (sparse.length === 0) return;
  await files.commit();
  files.roll();
  for (const file of sparse) {
    if (file.current > 0) await moveOn(file, state, files);
    file.isRemoved = true;
    await files.commit();
    await files.removeMarked();
  }
}

/** Adds the current answers of a file to the newest file. */
async function moveOn({ number, bytes }: FileAt, state: CrawlState, files: AnswerFiles): Promise<void> {
  let line = 0;
  for await (const answer of linesOf(files.path(number), bytes)) {
    line++;
    const { question } = answer;
    const at = state.answerTo(question);
    if (at?.file !== number || at.line !== line) continue;
    state.setAnswer(question, { ...at, ...files.add(answer) });
    if (files.isFull) await files.commit();
  }
}

/** The lines of a file of answers, up to a size. */
export async function* linesOf(path: string, bytes: number): AsyncGenerator<AnswerLine> {
  const source = pipeline(createReadStream(path, { end: bytes - 1 }), decompressor('zstd'), () => {});
  async function* chunks(): AsyncGenerator<Buffer> {
    for await (const chunk of source) yield chunk as Buffer;
  }
  yield* answerLines(path, await readText(path, chunks(), { isWhole: true }));
}
