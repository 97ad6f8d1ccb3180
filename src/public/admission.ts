/**
 * Admission: what plugins that change or refuse writes are made of.
 *
 * @module
 */

export {
  type AdmissionPlugin,
  type AdmissionAttributes,
  type AdmissionOperation,
  type AdmissionSources,
  type AdmissionObjects,
  type AdmissionTypes,
  type AdmissionType,
  type ServedResourceName,
  type ObjectListener,
  type AdmissionStop,
  admissionDenied,
} from '../admission/index.js'
