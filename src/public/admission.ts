/**
 * Admission: what plugins that change or refuse writes are made of.
 *
 * @module
 */

export {
  type AdmissionPlugin,
  type AdmissionAttributes,
  type AdmissionOperation,
  admissionDenied,
} from '../admission/index.js'
