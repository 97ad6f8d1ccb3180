/**
 * Files that an operator names, read within bounds.
 *
 * A path may name a device without an end, a pipe without a writer, or a file that is being written. None of these may fill the
 * memory of the process or block one of the few threads that Node uses for all files.
 *
 * @module
 */

import { close, constants, fstat, open, read } from 'node:fs'
import { Socket } from 'node:net'
import { promisify } from 'node:util'
import { ByteBuffer, pause, systemClock } from '../../meta/index.js'

/** Limits for a file. */
export interface FileLimits {
  /** Largest file that is read, in bytes. Default 16 MiB. */
  readonly maxBytes?: number
  /** How long a pipe may be silent, in milliseconds. Default 30,000. */
  readonly idleMs?: number
}

const MAX_FILE_BYTES = 16 * 1024 * 1024
const IDLE_MS = 30_000

/** Number of attempts for a file that changes while it is read; the time between them is in milliseconds. */
const ATTEMPTS = 5
const PAUSE_MS = 50

/** Opens a pipe without waiting for its other end, which would take a thread. Windows has no such flag. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

const NO_TEXT = 'it is no text in UTF-8'

/** A file that was changed while it was read, so that the content may be incomplete. */
class ChangedFile extends Error {
  constructor() {
    super('it changes while it is read')
  }
}

/**
 * Reads a file.
 *
 * @param file - Its path. Pipes such as `/dev/stdin` and those of a shell are read to their end.
 * @param limits - Maximum size and time.
 * @throws The error of the operating system, or an error with one line, for a file that cannot be read, is too large or sends
 *   nothing, and for one that changes during each attempt.
 */
export async function readNamedFile(file: string, limits: FileLimits = {}): Promise<Buffer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await readOnce(file, limits)
    } catch (error) {
      if (!(error instanceof ChangedFile) || attempt >= ATTEMPTS) throw error
    }
    await pause(systemClock, PAUSE_MS)
  }
}

/**
 * Reads a file of text in UTF-8; a byte order mark at its beginning is left out.
 *
 * @param file - Its path.
 * @param limits - Maximum size and time.
 * @throws As {@link readNamedFile}, and for content that is not text in UTF-8.
 */
export async function readTextFile(file: string, limits: FileLimits = {}): Promise<string> {
  return textOf(await readNamedFile(file, limits))
}

/**
 * Reads a stream of text in UTF-8 to its end.
 *
 * @param stream - Such as standard input.
 * @param maxBytes - Maximum size.
 * @throws The error of the stream, and an error with one line for a stream that is too long or not text in UTF-8.
 */
export async function readTextStream(stream: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  return textOf(await bytesOf(stream, maxBytes))
}

async function readOnce(file: string, { maxBytes = MAX_FILE_BYTES, idleMs = IDLE_MS }: FileLimits): Promise<Buffer> {
  const fd = await promisify(open)(file, FLAGS)
  const before = await stat(fd)
  if (before.isFIFO()) {
    const pipe = new Socket({ fd, readable: true, writable: false })
    pipe.setTimeout(idleMs, () => pipe.destroy(new Error(`it is a pipe, and nothing came out of it for ${idleMs} ms`)))
    return bytesOf(pipe, maxBytes)
  }
  try {
    const bytes = await bytesOf(chunksOf(fd), maxBytes)
    const { size, mtimeMs } = await stat(fd)
    if (before.isFile() && (size !== before.size || mtimeMs !== before.mtimeMs)) throw new ChangedFile()
    return bytes
  } finally {
    await promisify(close)(fd)
  }
}

const stat = promisify(fstat)

const CHUNK_BYTES = 64 * 1024

/**
 * What is left of an open file. A stream of Node would close the descriptor when its reader stops early, a second time and
 * after the number may have been given to another file.
 */
async function* chunksOf(fd: number): AsyncGenerator<Buffer> {
  for (;;) {
    const { bytesRead, buffer } = await promisify(read)(fd, Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, null)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}

async function bytesOf(stream: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const bytes = new ByteBuffer()
  for await (const chunk of stream) {
    bytes.add(chunk)
    if (bytes.length > maxBytes) throw new Error(`it is larger than ${maxBytes} bytes`)
  }
  const { buffer, byteOffset, length } = bytes.take()
  return Buffer.from(buffer, byteOffset, length)
}

const decoder = new TextDecoder('utf-8', { fatal: true })

function textOf(bytes: Uint8Array): string {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch (error) {
    throw new Error(NO_TEXT, { cause: error })
  }
  // UTF-16 has a zero byte beside each ASCII letter.
  if (text.includes('\0')) throw new Error(NO_TEXT)
  return text
}
