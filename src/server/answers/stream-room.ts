/**
 * Room for what clients of watches and connections have not read yet.
 *
 * Such a stream may stay unread for as long as it lasts, and a user may have tens of thousands. While there is plenty of room, much
 * of each waits in the host, which takes fewer writes; when a user has taken its share, little of each further one does.
 *
 * @module
 */

import { SharedBytes } from '../../endpoints/index.js'
import { FanOut } from '../fan-out.js'

/** Bytes of a stream that wait while there is room: the longest piece that TLS is given at once. */
const MOST_BYTES = 64 * 1024
/** Bytes of a stream that wait without room. The stream itself takes more. */
const LEAST_BYTES = 4 * 1024

/** The room of all streams of a plane. */
export class StreamRooms {
  readonly #shared: SharedBytes
  readonly #fanOut = new FanOut()

  /** @param maxBytes - Of all streams that wait to be read. No user has more than half of them. */
  constructor(maxBytes: number) {
    this.#shared = new SharedBytes(maxBytes)
  }

  /** The room of a new stream. */
  open(user: string): StreamRoom {
    return new StreamRoom(this.#shared, user, this.#fanOut)
  }
}

/** The room of one stream. */
export class StreamRoom {
  readonly #shared: SharedBytes
  readonly #user: string
  readonly #fanOut: FanOut
  #held = 0

  constructor(shared: SharedBytes, user: string, fanOut: FanOut) {
    this.#shared = shared
    this.#user = user
    this.#fanOut = fanOut
  }

  /** Whether so many bytes may be written in this turn of the event loop. */
  mayWrite(bytes: number): boolean {
    return this.#fanOut.take(bytes)
  }

  /** Calls back in a later turn, which has room for a write. */
  whenMayWrite(goOn: () => void): void {
    this.#fanOut.add(this.#user, goOn)
  }

  /** Bytes that may wait in the host, which are also the longest piece to give it. */
  get bytes(): number {
    return this.#held > 0 || this.#shared.hasRoomFor(this.#user, MOST_BYTES) ? MOST_BYTES : LEAST_BYTES
  }

  /** Counts bytes that wait. */
  hold(bytes: number): void {
    if (this.#held === 0 && this.#shared.take(this.#user, bytes)) this.#held = bytes
  }

  /** The bytes were read, or the stream is over. */
  release(): void {
    if (this.#held > 0) this.#shared.giveBack(this.#user, this.#held)
    this.#held = 0
  }
}
