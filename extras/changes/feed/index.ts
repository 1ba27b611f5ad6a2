/**
 * Change files: the differences between generations, as a chain of signed files. docs/changes.md specifies them.
 * @module
 */
export { cannotApply, chainFault, chainFrom, chainTo } from './chain.ts';
export { ChangesError, ChangesSignatureError } from './file-lines.ts';
export { Feed, FeedReader, positionAt, type FeedPage, type FeedPosition } from './feed.ts';
export { changesFolder, signCopy } from './folder.ts';
export type { ChangeEvent } from './event.ts';
export type { ChangesHeader } from './format.ts';
export { endFault, type FeedEvent } from './lines.ts';
export { readChanges, type ReadChanges, type ReadingChanges } from './read.ts';
