/**
 * The common kinds of Kubernetes, packaged and typed: Pod, Deployment, Service and their kin, without an OpenAPI document to hand.
 *
 * @module
 */

export {
  packagedKinds,
  type PackagedKindsOptions,
  type PackagedKinds,
  type PackagedTypes,
} from '../resources/packaged/index.js'
