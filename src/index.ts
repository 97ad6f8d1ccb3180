/**
 * The front door: a control plane, and the types to make one of.
 *
 * @module
 */

export { type Authenticator, createStaticTokenAuthenticator, parseTokenFile, type StaticToken } from './authn/index.js'
export { type Authorizer, alwaysAllow, alwaysDeny } from './authz/index.js'
export type { Client, ResourceClient } from './client/index.js'
export {
  ApiError,
  type ApiObject,
  type Clock,
  type Dialect,
  dialects,
  platformDialect,
  type Random,
  type Status,
  type UserInfo,
} from './meta/index.js'
export {
  type Created,
  defineResource,
  fromOpenAPI,
  type ResourceDefinition,
  type Stored,
  toCustomResourceDefinition,
} from './resources/index.js'
export {
  type ControlPlane,
  type ControlPlaneOptions,
  type ControlPlaneStats,
  createControlPlane,
  type RequestHandler,
  type ServerLimits,
  type ServerRequest,
  type ServerResponse,
} from './server/index.js'
export type { Storage } from './storage/index.js'
