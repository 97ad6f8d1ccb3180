/**
 * HTTP semantics: what a request means, who may make it, what is answered, in which form.
 *
 * @module
 */

export type { AuthorizerChoice } from './access/access-control.js'
export {
  type ControlPlane,
  type ControlPlaneOptions,
  type ControlPlaneStats,
  createControlPlane,
} from './control-plane.js'
export type { VersionInfo } from './discovery/index.js'
export type { AnonymousAccess } from './filters/authentication.js'
export type { HealthCheck } from './health/index.js'
export * from './http.js'
export { defaultLimits, type ServerLimits } from './limits.js'
export { consoleLogger, type LogFields, type Logger } from './logger.js'
export type { OwnTokenOptions } from './own-tokens.js'
export { parseRequest, type RequestInfo } from './parse-request.js'
export type { ParsedRequest } from './parsed-request.js'
