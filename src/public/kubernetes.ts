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

// Types of what these give, as declarations of what a program exports name them.
export type { ResourceDefinition } from '../resources/index.js'
export type { ApiObject } from '../meta/index.js'
