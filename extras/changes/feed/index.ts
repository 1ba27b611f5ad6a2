/**
 * Change files: what one generation of the data changed in the one before, as a chain of signed files. docs/changes.md specifies
 * them.
 * @module
 */
export { chainFault, chainFrom, chainTo } from './chain.ts';
export { eventReader, recordOf } from './event-record.ts';
export { ChangesError, ChangesSignatureError } from './file-lines.ts';
export { Feed, FeedReader, type FeedPosition } from './feed.ts';
export type { FeedEvent } from './feed-file.ts';
export { changesFolder, settlePending } from './folder.ts';
export type { ChangeEvent, ChangesHeader, EventName } from './format.ts';
export { makeChanges, purgeBefore, tipBefore, type MadeChanges } from './make.ts';
export { readChanges, type ChangesKeys, type ReadChanges, type ReadingChanges } from './read.ts';
export { signCopy, type SignedCopy } from './sign-copy.ts';
export { isSignedBy, type ChangesSigner } from './signature.ts';
