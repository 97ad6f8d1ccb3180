/**
 * A plane in a test: ready in milliseconds, with a manual clock, faults, seeds and time travel. It works with any test runner.
 *
 * @module
 */

export {
  testPlane,
  testAdmission,
  type AdmissionOutcome,
  type TestPlane,
  type TestPlaneOptions,
  testServer,
  type TestServer,
  ManualClock,
  simulateWorkloads,
  type RequestRecord,
  type PlaneSnapshot,
  type ObjectDifference,
} from '../testing/index.js'

// Types of what these give, as declarations of what a program exports name them.
export type {
  Client,
  ResourceClient,
  ResourceType,
  ServedType,
  SubresourceClient,
  ObjectList,
  WatchEvent,
  Informer,
} from '../client/index.js'
export type {
  ApiObject,
  ObjectMeta,
  StoredMeta,
  Status,
} from '../meta/index.js'
