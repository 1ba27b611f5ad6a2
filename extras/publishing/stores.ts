/**
 * Snapshots for many servers: published with a signature, and followed. docs/operating/followers.md specifies what lies on a store.
 * @module
 */
export { FolderStore } from './folder-store.ts';
export { HttpsStore, type StoreCredentials } from './https-store.ts';
export { publish, type PublishOptions, type Published } from './publish.ts';
export type { FollowFault } from './checks.ts';
export { Follower, type Followed, type FollowerOptions } from './follower.ts';
