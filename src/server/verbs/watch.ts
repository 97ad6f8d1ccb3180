/**
 * The verb watch.
 *
 * @module
 */

import { parseFieldSelector, type Random, serviceUnavailable, tooManyRequests } from '../../meta/index.js'
import { readWatchOptions, type Target } from '../../registry/index.js'
import type { WatchQuery } from '../../store/index.js'
import { readIncludeObject } from '../answers/shown.js'
import { WatchEncoder } from '../answers/watch-encoder.js'
import type { ServerResponse } from '../http.js'
import { type OpenWatch, WatchStream } from '../watch-stream.js'
import type { Call, VerbHandler } from './context.js'

const HEADERS: ServerResponse['headers'] = Object.freeze([Object.freeze(['content-type', 'application/json'] as const)])

/**
 * Opens a watch.
 *
 * What is wrong with the request is answered as usual; what goes wrong later, and a version that is no longer held, is an
 * event of the stream.
 *
 * @see Specification, "Watch events"
 */
export const watchObjects: VerbHandler = async (call) => {
  const { context, exchange, target } = call
  const { request } = exchange
  const { limits, watches, dialect, clock } = context
  const representation = await context.negotiator.choose(request, 'watch', target)
  const query = selectName(target, readWatchOptions(request.query))
  const timeoutSeconds = query.timeoutSeconds ?? randomTimeout(limits.minWatchSeconds, context.random)
  const includeObject = representation.shape === 'Table' ? readIncludeObject(request.query) : 'Metadata'
  const encoder = new WatchEncoder({ target, representation, includeObject, dialect, clock })
  // Asked in the same turn in which it is opened, or all who come at once would pass.
  if (watches.isClosed) throw serviceUnavailable('the server is shutting down', 1)
  if (!watches.hasRoomFor(userOf(call))) throw tooManyRequests('too many watches at once, please try again later', 1)
  const stream = open(call, { ...query, timeoutSeconds }, encoder)
  const { binary } = representation
  return { status: 200, headers: binary ? [['content-type', `${binary.mediaType};stream=watch`]] : HEADERS, body: stream }
}

const userOf = ({ exchange }: Call): string => exchange.user?.username ?? ''

function open(call: Call, query: WatchQuery, encoder: WatchEncoder): WatchStream {
  const { context, exchange, target } = call
  const { watches, limits, logger, registry, clock } = context
  const { signal } = exchange.request.raw
  const meter = context.metrics.openWatch(exchange.request)
  let stream: WatchStream | undefined
  const leave = () => stream?.stop()
  let isStarted = false
  const options = {
    encoder,
    maxBacklogBytes: limits.maxWatchBacklogBytes,
    lingerMs: limits.requestTimeoutMs,
    clock,
    onSent: () => meter.sent(1),
    // From here on it goes at the client's pace, as the body of a list does: whoever is slow must not hold a seat for it.
    onFull: () => exchange.place?.release(),
    onEnd: () => {
      exchange.place?.release()
      meter.end()
      signal.removeEventListener('abort', leave)
      if (stream) watches.remove(stream)
    },
    onFault: (error: unknown) => logger.error('a watch failed', { path: exchange.request.path, error }),
  }
  try {
    const open: OpenWatch = (begin, pace) =>
      registry.watch(target, {
        ...query,
        pace,
        onStarted() {
          begin()
          isStarted = true
          exchange.place?.release()
        },
      })
    stream = new WatchStream(open, options)
  } catch (error) {
    meter.end()
    throw error
  }
  const { refusal } = stream
  // An expired version is an event, as clients of the field expect; every other refusal is a plain answer.
  if (refusal && refusal.status.code !== 410) {
    stream.stop()
    throw refusal
  }
  // What a watch tells first is work as a list is.
  if (!isStarted) exchange.place?.keep()
  watches.add(stream, userOf(call))
  signal.addEventListener('abort', leave)
  if (signal.aborted) stream.stop()
  return stream
}

/** A watch at the path of an object sees that object alone. */
function selectName({ name }: Target, query: WatchQuery): WatchQuery {
  if (name === '') return query
  const own = `metadata.name=${name.replace(/[\\,=]/g, '\\$&')}`
  const asked = query.fieldSelector
  return { ...query, fieldSelector: parseFieldSelector(asked && !asked.isEmpty ? `${own},${asked.toString()}` : own) }
}

/** Watches without a limit of their own end at different times, so that their clients do not all come back at once. */
function randomTimeout(minSeconds: number, random: Random): number {
  const [high = 0, low = 0] = random.bytes(2)
  return Math.floor(minSeconds * (1 + (high * 256 + low) / 65_536))
}
