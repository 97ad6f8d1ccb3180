/**
 * What came of a request, before a door tells it.
 *
 * @module
 */

import type { Observable } from 'rxjs'
import type { Status } from '../meta/index.js'
import type { Answer, Target } from '../registry/index.js'
import type { Page, StoreEvent, WatchPace } from '../store/index.js'
import type { OpenStream } from './watch-register.js'

/** What shape of answer a verb is going to give. */
export type AnswerKind = 'object' | 'list' | 'watch'

/** What came of a request. */
export type Outcome =
  | { readonly kind: 'object'; readonly code: 200 | 201; readonly target: Target; readonly answer: Answer }
  | { readonly kind: 'list'; readonly target: Target; readonly page: Page }
  | { readonly kind: 'status'; readonly status: Status }
  | { readonly kind: 'watch'; readonly target: Target; readonly watch: AdmittedWatch }
  /** A handler has answered; the body is still to come, and undefined for none. */
  | {
      readonly kind: 'connection'
      readonly status: number
      readonly headers: readonly (readonly [name: string, value: string])[]
      readonly body: ReadableStream<Uint8Array> | undefined
    }
  /** The address names nothing that the registry serves: it may be a path of the door's own. */
  | { readonly kind: 'unrouted' }

/** A watch that may be opened now. */
export interface AdmittedWatch {
  /**
   * Opens it on subscription.
   *
   * @param onStarted - Called when the state that it starts with, or the history replayed, was delivered.
   * @param pace - How fast that may be delivered; as fast as it is there by default.
   */
  open(onStarted: () => void, pace?: WatchPace): Observable<StoreEvent>
  /** Records the stream of an open watch, so that the plane can end it. To be called in the turn of the answer. */
  began(stream: OpenStream): void
  /** An event was handed to the client. */
  sent(): void
  /** The client has more to read than it has taken. */
  isFull(): void
  /** The watch is over, ended by either side. */
  ended(): void
  /** Reports a failure that is a fault of ours. */
  failed(error: unknown): void
}
