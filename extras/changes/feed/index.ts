/**
 * Change files: the differences between generations. docs/changes.md specifies them.
 * @module
 */
export { chainTo } from './chain.ts';
export { changesFolder, listChangeFiles } from './folder.ts';
export { Feed, FeedReader, type FeedPage, type FeedPosition } from './feed.ts';
export { CHANGES_SUFFIX, type FeedEvent } from './format.ts';
export { readChanges } from './read.ts';
