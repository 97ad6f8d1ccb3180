/**
 * The common kinds of Kubernetes, packaged and typed: Pod, Deployment, Service and others. No OpenAPI document is needed.
 *
 * @module
 */

export {
  packagedKinds,
  type PackagedKinds,
  type PackagedTypes,
} from '../resources/packaged/index.js'
