/**
 * What the service says about its own version, at `/version`: the one place where these words stand.
 *
 * @module
 */

/** The version document. Every field is text, as clients require all of them. */
export interface VersionInfo {
  readonly major: string
  readonly minor: string
  /** Semantic version of the API level that is spoken, such as `v1.36.0`; clients compare it with their own. */
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

/** The version that is announced unless the embedder says otherwise. */
export const defaultVersionInfo: VersionInfo = Object.freeze({
  major: '1',
  minor: '36',
  gitVersion: 'v1.36.0',
  gitCommit: '',
  gitTreeState: 'clean',
  buildDate: '1970-01-01T00:00:00Z',
  goVersion: 'none',
  compiler: 'typescript',
  platform: 'javascript/portable',
})
