/**
 * Options of requests, and how they stand in addresses and bodies.
 *
 * @module
 */

import type { FieldValidation } from '../registry/index.js'

/** Options of every request. */
export interface RequestOptions {
  /** Cancels the request: it rejects with the signal's reason. What was begun at the plane may still happen. */
  readonly signal?: AbortSignal
  /** How long the answer may take, in milliseconds; default 60,000. Over HTTP alone: in process no answer gets lost. */
  readonly timeoutMs?: number
  /** Takes what the plane warns of, such as unknown fields and deprecated versions; else the client's own `onWarning` does. */
  readonly onWarning?: (text: string) => void
}

/** Options of a get. */
export interface GetOptions extends RequestOptions {
  /** The answer is not older than this; default the newest. `0` takes whatever is at hand. */
  readonly resourceVersion?: string
}

/** What a list or watch looks at. */
export interface SelectionOptions {
  /** Such as `app=web,tier!=cache`. */
  readonly labelSelector?: string
  /** Such as `metadata.name=web`. */
  readonly fieldSelector?: string
}

/** Options of a list. */
export interface ListOptions extends RequestOptions, SelectionOptions {
  /** Objects a page; default all for `list`, 500 for `pages` and `all`. */
  readonly limit?: number
  /** `metadata.continue` of the page before. */
  readonly continue?: string
  readonly resourceVersion?: string
  readonly resourceVersionMatch?: 'Exact' | 'NotOlderThan'
}

/** Options of a list that is read page by page. */
export interface PagesOptions extends ListOptions {
  /**
   * What is done when the plane no longer holds the state that the pages are of. `fail` rejects with 410. `continue` reads what is left
   * from the newest state: what was changed meanwhile may be missing or be there in its new version, everything else is there once.
   * Default `fail`.
   */
  readonly onExpired?: 'fail' | 'continue'
}

/** Options of every write. */
export interface WriteOptions extends RequestOptions {
  /** Every stage runs but the storing; the answer is what would have been. Default false. */
  readonly dryRun?: boolean
  /** What becomes of unknown and duplicate fields: dropped, dropped with a warning, or refused. Default `Warn`. */
  readonly fieldValidation?: FieldValidation
  /** Who is named in `metadata.managedFields`; else the client's own `fieldManager`, else the plane goes by the user agent. */
  readonly fieldManager?: string
}

/** Options of an apply. A field manager is needed: here or among the client's options. */
export interface ApplyOptions extends WriteOptions {
  /** Takes fields from other managers instead of refusing with 409. Default false. */
  readonly force?: boolean
}

/** Options of a delete. */
export interface DeleteOptions extends RequestOptions {
  /** Every stage runs but the removal. Default false. */
  readonly dryRun?: boolean
  readonly gracePeriodSeconds?: number
  /** What becomes of the objects that this one owns. */
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
  /** Options of the subresource, and of a proxy whatever else is asked for; of a list each item comes by itself. */
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

type Query = ReadonlyMap<string, string>
type Parameters = Readonly<Record<string, string | number | undefined>>

/**
 * Makes a query of parameters; those that are undefined are left out.
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

/** The query of a write; `force` is said only where it is asked for, as nothing but apply knows it. */
export const writeQuery = (options: ApplyOptions, fieldManager: string | undefined): Query =>
  queryOf({
    dryRun: options.dryRun ? 'All' : undefined,
    fieldValidation: options.fieldValidation,
    fieldManager: options.fieldManager ?? fieldManager,
    force: options.force ? 'true' : undefined,
  })

/** The body of a delete, or undefined when it would say nothing. */
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
