/**
 * What a watch tells.
 *
 * @module
 */

import type { RequestOptions, SelectionOptions } from './options.js'

/** Options of a watch. */
export interface WatchOptions extends SelectionOptions, Pick<RequestOptions, 'onWarning'> {
  /**
   * Where to start: events after this version. Without one the watch starts from nothing, and tells the whole state first.
   */
  readonly resourceVersion?: string
  /**
   * How the whole state is read: page by page, or as the first events of the watch itself. A plane that does not know the
   * latter is asked for pages. Default `pages`.
   */
  readonly initial?: 'pages' | 'stream'
  /** Is told of each failure that the watch makes good by trying again. */
  readonly onRetry?: (error: unknown) => void
  /**
   * Nothing but the metadata of objects is needed: over HTTP no more is asked for. In process there is nothing to be saved.
   *
   * @internal
   */
  readonly metadataOnly?: boolean
}

/**
 * An event of a watch that never ends by itself.
 *
 * `RESTARTED` comes before the whole state is told, at the start and whenever history was lost: what is known so far may
 * be outdated. `ADDED` events follow, one for each object, then `SYNCED`: an object that was not among them is gone. From
 * there on each event is one change. Callers that want the changes alone may skip both.
 *
 * `BOOKMARK` says that all changes up to a version were told.
 *
 * @typeParam T - The objects.
 */
export type WatchEvent<T> =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: T }
  | { readonly type: 'RESTARTED' }
  | { readonly type: 'SYNCED' | 'BOOKMARK'; readonly resourceVersion: string }
