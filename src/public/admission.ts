/**
 * Admission: what plugins that change or refuse writes are made of.
 *
 * @module
 */

export {
  type AdmissionAttributes,
  type AdmissionOperation,
  type AdmissionPlugin,
  admissionDenied,
} from '../admission/index.js'
