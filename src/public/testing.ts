/**
 * A plane in a test: ready in milliseconds, with the clock, the wire, the past and chance in the test's hand. It works under
 * any test runner.
 *
 * @module
 */

export {
  testPlane,
  type TestPlane,
  type TestPlaneOptions,
  type Manifests,
  type AnyType,
  ManualClock,
  SeededRandom,
  type Faults,
  type Fault,
  type FaultRule,
  type AddedFault,
  type RequestFilter,
  type ObservedRequest,
  type RequestRecord,
  type PlaneSnapshot,
  type ObjectDifference,
  type FieldDifference,
} from '../testing/index.js'
