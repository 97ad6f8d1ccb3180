/**
 * The document at `/version`, and the release that a plane emulates by default.
 *
 * @module
 */

import { parseRelease } from '../../meta/index.js'

/** The version document. Every field is text, as clients require all of them. */
export interface VersionInfo {
  readonly major: string
  readonly minor: string
  /** Semantic version of the API that is served, such as `v1.36.0`; clients compare it with their own. */
  readonly gitVersion: string
  readonly gitCommit: string
  readonly gitTreeState: string
  /** RFC 3339. */
  readonly buildDate: string
  readonly goVersion: string
  readonly compiler: string
  /** Operating system and architecture, with a slash between. */
  readonly platform: string
}

/** The release of Kubernetes that a plane emulates by default. */
export const DEFAULT_RELEASE = '1.36'

/**
 * The version that a release announces.
 *
 * @param release - Such as `1.36`.
 */
export function versionInfoOf(release: string): VersionInfo {
  const { major = 0, minor = 0 } = parseRelease(release) ?? {}
  return {
    major: String(major),
    minor: String(minor),
    gitVersion: `v${major}.${minor}.0`,
    gitCommit: '',
    gitTreeState: 'clean',
    buildDate: '1970-01-01T00:00:00Z',
    goVersion: 'none',
    compiler: 'typescript',
    platform: 'javascript/portable',
  }
}

/** The version document of {@link DEFAULT_RELEASE}. */
export const defaultVersionInfo: VersionInfo = Object.freeze(versionInfoOf(DEFAULT_RELEASE))
