/**
 * Discovery: the groups, versions and types that are served, in the older and the aggregated form, and `/version`.
 *
 * @module
 */

export { createDiscovery, type Discovery, type DiscoveryOptions } from './discovery.js'
export type { CatalogView } from './served.js'
export { DEFAULT_RELEASE, defaultVersionInfo, type VersionInfo, versionInfoOf } from './version.js'
