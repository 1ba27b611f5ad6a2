/**
 * Signed publications of snapshots, and their followers. docs/operating/followers.md specifies the files of a store.
 * @module
 */
export { FolderStore } from './folder-store.ts';
export { HttpsStore, type StoreCredentials } from './https-store.ts';
export { publish, type PublishOptions, type Published } from './publish.ts';
export { Follower, type Followed, type FollowerOptions } from './follower.ts';
