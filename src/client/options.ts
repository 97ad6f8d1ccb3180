/**
 * Options of requests, and their encoding in URLs and bodies.
 *
 * @module
 */

import type { FieldValidation } from '../registry/index.js'

/** Options of every request. */
export interface RequestOptions {
  /** Cancels the request: it rejects with the signal's reason. The plane may still complete it. */
  readonly signal?: AbortSignal
  /** Time limit of the answer, in milliseconds; default 60,000. Only over HTTP: in process no answer gets lost. */
  readonly timeoutMs?: number
  /**
   * Receives warnings of the plane, such as about unknown fields and deprecated versions; default the client's own `onWarning`.
   */
  readonly onWarning?: (text: string) => void
}

/** Options of a get. */
export interface GetOptions extends RequestOptions {
  /** The answer is not older than this; default the newest. `0` allows any version from a cache. */
  readonly resourceVersion?: string
}

/** Selectors of a list or watch. */
export interface SelectionOptions {
  /** Such as `app=web,tier!=cache`. */
  readonly labelSelector?: string
  /** Such as `metadata.name=web`. */
  readonly fieldSelector?: string
}

/** Options of a list. */
export interface ListOptions extends RequestOptions, SelectionOptions {
  /** Objects per page; default all for `list`, 500 for `pages` and `all`. */
  readonly limit?: number
  /** `metadata.continue` of the page before. */
  readonly continue?: string
  readonly resourceVersion?: string
  readonly resourceVersionMatch?: 'Exact' | 'NotOlderThan'
}

/** Options of a list that is read page by page. */
export interface PagesOptions extends ListOptions {
  /**
   * What to do when the snapshot of the pages has expired. `fail` rejects with 410. `continue` reads the rest from the newest state:
   * objects changed meanwhile may be missing or appear in their new version, every other object appears once.
   * Default `fail`.
   */
  readonly onExpired?: 'fail' | 'continue'
}

/** Options of every write. */
export interface WriteOptions extends RequestOptions {
  /** Every stage runs, but nothing is stored; the answer shows the result. Default false. */
  readonly dryRun?: boolean
  /** How to treat unknown and duplicate fields: drop, drop with a warning, or refuse. Default `Warn`. */
  readonly fieldValidation?: FieldValidation
  /** The manager in `metadata.managedFields`; else the client's own `fieldManager`, else the plane derives it from the user agent. */
  readonly fieldManager?: string
}

/** Options of an apply. A field manager is needed: here or among the client's options. */
export interface ApplyOptions extends WriteOptions {
  /** Takes fields from other managers instead of refusing with 409. Default false. */
  readonly force?: boolean
}

/** Options of a delete. */
export interface DeleteOptions extends RequestOptions {
  /** Every stage runs, but nothing is deleted. Default false. */
  readonly dryRun?: boolean
  readonly gracePeriodSeconds?: number
  /** What to do with the objects that this one owns. */
  readonly propagationPolicy?: 'Foreground' | 'Background' | 'Orphan'
  /** The delete is refused with 409 unless the object is this one, in this version. */
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string }
}

/** Options of a request to a subresource that connects. */
export interface ConnectRequestOptions extends RequestOptions {
  /** Default `GET`. */
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path below a proxy, percent-encoded, such as `status/disk`. Default none. */
  readonly path?: string
  /** Options of the subresource; for a proxy, any parameters. A list is sent as one parameter per item. */
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

type Query = ReadonlyMap<string, string>
type Parameters = Readonly<Record<string, string | number | undefined>>

/**
 * Makes a query of parameters, without undefined ones.
 *
 * @param parameters - By their names in addresses.
 */
export function queryOf(parameters: Parameters): Query {
  const query = new Map<string, string>()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, String(value))
  return query
}

/** The query of a list. */
export const listQuery = (options: ListOptions): Query =>
  queryOf({
    labelSelector: options.labelSelector,
    fieldSelector: options.fieldSelector,
    limit: options.limit,
    continue: options.continue,
    resourceVersion: options.resourceVersion,
    resourceVersionMatch: options.resourceVersionMatch,
  })

/** The query of a write; `force` is only set where requested, as only apply knows it. */
export const writeQuery = (options: ApplyOptions, fieldManager: string | undefined): Query =>
  queryOf({
    dryRun: options.dryRun ? 'All' : undefined,
    fieldValidation: options.fieldValidation,
    fieldManager: options.fieldManager ?? fieldManager,
    force: options.force ? 'true' : undefined,
  })

/** The body of a delete; undefined without options. */
export function deleteBody({ dryRun, gracePeriodSeconds, propagationPolicy, preconditions }: DeleteOptions): object | undefined {
  const options = {
    ...(dryRun && { dryRun: ['All'] }),
    ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds }),
    ...(propagationPolicy !== undefined && { propagationPolicy }),
    ...(preconditions && { preconditions }),
  }
  return Object.keys(options).length === 0 ? undefined : { kind: 'DeleteOptions', apiVersion: 'v1', ...options }
}

/**
 * The query of a request that connects, with its question mark.
 *
 * @param parameters - By name.
 */
export function searchText(parameters: NonNullable<ConnectRequestOptions['query']>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) search.append(name, String(one))
  }
  return search.size === 0 ? '' : `?${search}`
}
