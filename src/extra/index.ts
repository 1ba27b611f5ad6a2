/**
 * The interface of extras: the capabilities beside the core. docs/adding-an-extra.md shows how to add one.
 * @module
 */
export type {
  BackendExtra,
  DoorExtra,
  DoorParts,
  Extra,
  ExtraCommand,
  ExtraPage,
  Follower,
  FollowerParts,
  LimiterParts,
  OpenLimiter,
  SampleParts,
} from './extra.ts';
