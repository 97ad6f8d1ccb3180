/**
 * HTTP as a codec: bytes and headers to a request and back, negotiation, discovery, OpenAPI, health, metrics.
 *
 * @module
 */

export { createDiscovery, DEFAULT_RELEASE, type VersionInfo, versionInfoOf } from './discovery/index.js'
export { createHealth, createStartingHandler, type HealthCheck, ownCheckNames, storageChecks } from './health/index.js'
export * from './http.js'
export { createIssuerDocuments } from './issuer-documents.js'
export {
  type AdmissionNumbers,
  createAdmissionNumbers,
  createMetrics,
  createWebhookNumbers,
  type ExpositionOptions,
  type Metrics,
  storageMetrics,
} from './metrics/index.js'
export { createOpenApi } from './openapi/index.js'
export { parseRequest } from './parse-request.js'
export type { ParsedRequest } from './parsed-request.js'
export type { PathHandler } from './path-handler.js'
export { createRootPaths, type ListedHandler } from './root-paths.js'
export { createServer } from './server.js'
