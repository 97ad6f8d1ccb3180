/**
 * Discovery: the groups, versions and types that are served, in the older and the aggregated form, and `/version`.
 *
 * @module
 */

export { createDiscovery, type Discovery } from './discovery.js'
export type { CatalogView } from './served.js'
export { DEFAULT_RELEASE, type VersionInfo, versionInfoOf } from './version.js'
