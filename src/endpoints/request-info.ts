/**
 * What a request addresses, parsed once, so that what is authorized is what is carried out.
 *
 * @module
 */

import type { QueryParameters } from './options/index.js'

/** What a request addresses, and how. Empty texts name nothing. */
export interface RequestInfo {
  /** Method in upper case. */
  readonly method: string
  /** Path without query, as it came but without a trailing slash, such as `/apis/apps/v1`. */
  readonly path: string
  /** The path as authorizers see it: percent-decoded, with its trailing slash. */
  readonly decodedPath: string
  /** Percent-decoded segments of the path; none of a request in process. */
  readonly segments: readonly string[]
  readonly query: QueryParameters
  /** True below `/api/VERSION/…` and `/apis/GROUP/VERSION/…` where a resource is named. */
  readonly isResourceRequest: boolean
  /** For a resource request get, list, watch, create, update, patch, delete or deletecollection; else the method in lower case. */
  readonly verb: string
  readonly group: string
  readonly version: string
  readonly namespace: string
  readonly resource: string
  readonly name: string
  readonly subresource: string
  /** Segments after the subresource; only forwarded requests have any. */
  readonly rest: readonly string[]
  /** The path after the subresource as it came, percent-encoded, with the slashes before and after it; empty for none. */
  readonly rawRest: string
  /**
   * The first line of a header, or undefined.
   *
   * @param name - In lower case.
   */
  header(name: string): string | undefined
  /**
   * Removes header lines. Absent where there are no credentials.
   *
   * @param isCredential - Whether header lines of a name, in lower case, authenticate the client.
   * @internal
   */
  hideCredentials?(isCredential: (name: string) => boolean): void
}

/** Whether a request lasts as long as its client likes: it has no time limit and does not count as in flight. */
export const isLongRunning = ({ verb, isResourceRequest }: RequestInfo): boolean => isResourceRequest && verb === 'watch'

const READ_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether a method changes nothing (RFC 9110 §9.2.1). */
export const isReadMethod = (method: string): boolean => READ_METHODS.has(method)
