/**
 * A plane in a test: ready in milliseconds, with the clock, the wire, the past and chance in the test's hand. It works under
 * any test runner.
 *
 * @module
 */

export type { FieldDifference, ObjectDifference } from './diff.js'
export type { AddedFault, Fault, FaultRule, Faults } from './faults.js'
export type { AnyType } from './find-type.js'
export type { RequestRecord } from './history.js'
export { ManualClock } from './manual-clock.js'
export type { Manifests } from './read-manifests.js'
export type { ObservedRequest, RequestFilter } from './request-filter.js'
export { SeededRandom } from './seeded-random.js'
export type { PlaneSnapshot } from './snapshot.js'
export { type TestPlane, type TestPlaneOptions, testPlane } from './test-plane.js'
