/**
 * Change files: the differences between generations, as a chain of signed files. docs/changes.md specifies them.
 * @module
 */
export { chainFault, chainFrom, chainTo } from './chain.ts';
export { ChangesError, ChangesSignatureError } from './file-lines.ts';
export { Feed, FeedReader, type FeedPosition } from './feed.ts';
export type { FeedEvent } from './feed-file.ts';
export { changesFolder, settlePending } from './folder.ts';
export type { ChangeEvent } from './event.ts';
export type { ChangesHeader, EventName } from './format.ts';
export { makeChanges, purgeBefore, tipBefore, type MadeChanges } from './make.ts';
export { readChanges, type ReadChanges, type ReadingChanges } from './read.ts';
export { signCopy, type RewrittenChanges } from './rewrite.ts';
export { endFault } from './signature.ts';
