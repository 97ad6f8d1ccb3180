/**
 * Compressed bodies through Node servers. Compression runs in Node's thread pool, at the lowest level: most of the gain for the
 * least of the time.
 *
 * @module
 */

import { constants, createGzip } from 'node:zlib'
import type { BodySink, StreamBody } from '../server/index.js'
import type { NodeResponse } from './node-messages.js'
import { breakOff, lifeOf, unlessFailed } from './node-stream.js'

const OPTIONS = { level: constants.Z_BEST_SPEED }

/**
 * Compresses a body as it is produced.
 *
 * @param target - The response, whose headers were sent.
 * @param body - The body.
 */
export function streamCompressed(target: NodeResponse, body: StreamBody): void {
  const life = lifeOf(target)
  const zipped = createGzip(OPTIONS)
  zipped.on('error', () => breakOff(target))
  zipped.pipe(target as NodeJS.WritableStream)
  const sink: BodySink = {
    write(chunk, onSent) {
      if (life.over) return 0
      zipped.write(chunk, unlessFailed(onSent))
      return zipped.writableLength
    },
    onDrained(callback) {
      const goOn = () => {
        if (!life.over) callback()
      }
      if (zipped.writableNeedDrain) zipped.once('drain', goOn)
      else process.nextTick(goOn)
    },
    end() {
      zipped.end()
    },
    abort() {
      life.finish()
      breakOff(target)
    },
  }
  const release = body.start(sink)
  life.releaseBy(() => {
    zipped.destroy()
    release()
  })
}
