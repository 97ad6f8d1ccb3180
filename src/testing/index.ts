/**
 * A plane for tests: ready in milliseconds, with control over its clock, faults, history and random values. It works under any
 * test runner.
 *
 * @module
 */

export type { AdmissionOutcome } from '../admission/index.js'
export type { ObjectDifference } from './diff.js'
export type { Fault, FaultRule } from './faults.js'
export type { RequestRecord } from './history.js'
export { ManualClock } from './manual-clock.js'
export type { RequestFilter } from './request-filter.js'
export { SeededRandom } from './seeded-random.js'
export { simulateWorkloads } from './simulate-workloads.js'
export type { PlaneSnapshot } from './snapshot.js'
export { testAdmission } from './test-admission.js'
export { type TestPlane, type TestPlaneOptions, testPlane } from './test-plane.js'
export { type TestServer, type TestServerOptions, testServer } from './test-server.js'
