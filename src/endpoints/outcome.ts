/**
 * The outcome of a request, before a door encodes it.
 *
 * @module
 */

import type { Observable } from 'rxjs'
import type { Status } from '../meta/index.js'
import type { Answer, Target } from '../registry/index.js'
import type { Page, StoreEvent, WatchPace } from '../store/index.js'
import type { OpenStream } from './watch-register.js'

/** The kind of answer that a verb gives. */
export type AnswerKind = 'object' | 'list' | 'watch'

/** The outcome of a request. */
export type Outcome =
  | { readonly kind: 'object'; readonly code: 200 | 201; readonly target: Target; readonly answer: Answer }
  | { readonly kind: 'list'; readonly target: Target; readonly page: Page }
  | { readonly kind: 'status'; readonly status: Status }
  | { readonly kind: 'watch'; readonly target: Target; readonly watch: AdmittedWatch }
  /** A handler has answered; the body is still streaming, undefined for none. */
  | {
      readonly kind: 'connection'
      readonly status: number
      readonly headers: readonly (readonly [name: string, value: string])[]
      readonly body: ReadableStream<Uint8Array> | undefined
    }
  /** The path names nothing that the registry serves; the door may have a handler for it. */
  | { readonly kind: 'unrouted' }

/** An admitted watch, not opened yet. */
export interface AdmittedWatch {
  /**
   * Opens it on subscription.
   *
   * @param onStarted - Called when the initial state, or the history replayed, was delivered.
   * @param pace - How fast that may be delivered; without a limit by default.
   */
  open(onStarted: () => void, pace?: WatchPace): Observable<StoreEvent>
  /** Records the stream of an open watch, so that the plane can end it. Call it in the same turn of the event loop as the answer. */
  began(stream: OpenStream): void
  /** An event was handed to the client. */
  sent(): void
  /** The client reads slower than events come. */
  isFull(): void
  /** The watch is over, ended by either side. */
  ended(): void
  /** Reports an internal failure. */
  failed(error: unknown): void
}
