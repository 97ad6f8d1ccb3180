/**
 * A plane in a test: ready in milliseconds, with the clock, the wire, the past and chance in the test's hand. It works under
 * any test runner.
 *
 * @module
 */

export {
  testPlane,
  testAdmission,
  type AdmissionOutcome,
  type TestPlane,
  type TestPlaneOptions,
  ManualClock,
  simulateWorkloads,
  type RequestRecord,
  type PlaneSnapshot,
  type ObjectDifference,
} from '../testing/index.js'
