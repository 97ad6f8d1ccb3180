/**
 * A plane in a test: ready in milliseconds, with the clock, the wire, the past and chance in the test's hand. It works under
 * any test runner.
 *
 * @module
 */

export {
  type AddedFault,
  type AnyType,
  type Fault,
  type FaultRule,
  type Faults,
  type FieldDifference,
  type Manifests,
  ManualClock,
  type ObjectDifference,
  type ObservedRequest,
  type PlaneSnapshot,
  type RequestFilter,
  type RequestRecord,
  SeededRandom,
  type TestPlane,
  type TestPlaneOptions,
  testPlane,
} from '../testing/index.js'
