/**
 * Events and options of a watch.
 *
 * @module
 */

import type { RequestOptions, SelectionOptions } from './options.js'

/** Options of a watch. */
export interface WatchOptions extends SelectionOptions, Pick<RequestOptions, 'onWarning'> {
  /**
   * Start: events after this version. Without one the watch delivers the whole state first.
   */
  readonly resourceVersion?: string
  /**
   * How the whole state is read: page by page, or as the first events of the watch itself. Pages are used for a plane that does
   * not support the latter, and for `for await`. Default `pages`.
   */
  readonly initial?: 'pages' | 'stream'
  /** Called with each failure that the watch retries. */
  readonly onRetry?: (error: unknown) => void
  /**
   * Only the metadata of objects is needed, so over HTTP only that is requested. In process it makes no difference.
   *
   * @internal
   */
  readonly metadataOnly?: boolean
}

/**
 * An event of a watch, which does not end.
 *
 * `RESTARTED` comes before the whole state is delivered, at the start and whenever history was lost: the caller's state may be
 * outdated. `ADDED` events follow, one for each object, then `SYNCED`: objects that were not among them are deleted. From then on
 * each event is one change. Callers that want the changes alone may ignore both.
 *
 * `BOOKMARK` means that all changes up to a version were delivered.
 *
 * @typeParam T - The objects.
 */
export type WatchEvent<T> =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: T }
  | { readonly type: 'RESTARTED' }
  | { readonly type: 'SYNCED' | 'BOOKMARK'; readonly resourceVersion: string }
