/**
 * What a request addresses, read once: the same is authorized and carried out.
 *
 * @module
 */

import type { QueryParameters } from './options/index.js'

/** What a request addresses, and how it says so. Empty texts name nothing. */
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
  /** Segments after the subresource; nothing but what is handed on has any. */
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
   * Leaves header lines out from now on. Absent where there are no credentials.
   *
   * @param isCredential - Whether lines of a name, in lower case, say who asks.
   * @internal
   */
  hideCredentials?(isCredential: (name: string) => boolean): void
}

/** Whether a request lasts as long as its client likes: it has no time limit and is not counted among those in flight. */
export const isLongRunning = ({ verb, isResourceRequest }: RequestInfo): boolean => isResourceRequest && verb === 'watch'

const READ_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether a method changes nothing (RFC 9110 §9.2.1). */
export const isReadMethod = (method: string): boolean => READ_METHODS.has(method)
