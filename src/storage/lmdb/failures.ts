/**
 * Failures of the engine, worded for administrators.
 *
 * @module
 */

import { statfsSync } from 'node:fs'
import { ApiError, firstLine, serviceUnavailable } from '../../meta/index.js'

/** A disk with less free space than this is full, in bytes. */
const LEAST_ROOM = 256 * 1024
/** System error codes of a full disk. For a partial write LMDB reports only a failed write. */
const [NO_SPACE, QUOTA_EXCEEDED, WRITE_FAILED] = [28, 122, 5]

/** Why a directory cannot be opened: one line that names it. */
export class LmdbOpenError extends Error {
  /** The error without the directory. */
  readonly problem: string

  /**
   * @param directory - The directory.
   * @param problem - The error, and the expected state.
   */
  constructor(directory: string, problem: string, cause?: unknown) {
    super(`storage directory ${directory}: ${problem}`, cause === undefined ? undefined : { cause })
    this.name = 'LmdbOpenError'
    this.problem = problem
  }
}

/** Converts an error of opening a directory to one line. */
export function openFailure(directory: string, error: unknown): LmdbOpenError {
  if (error instanceof LmdbOpenError) return error
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown }
  return new LmdbOpenError(directory, problemOf(code, String(message)), error)
}

function problemOf(code: unknown, message: string): string {
  switch (code) {
    case 'EACCES':
    case 13:
      return 'no permission to write there'
    case 'EROFS':
    case 30:
      return 'it is on a file system that is read-only'
    case 'ENOTDIR':
    case 'EEXIST':
    case 20:
      return 'it is a file; a directory is needed'
    case 'ENOSPC':
    case 28:
      return 'the disk is full'
    case 'ERR_MODULE_NOT_FOUND':
    case 'MODULE_NOT_FOUND':
      return 'the package "lmdb" is not installed: npm install lmdb'
    case -30794:
      return 'its data file is in a format of LMDB that this release cannot read'
    case 22:
      // LMDB keeps a lock for each process id, and ours is held: by a process with the same id in another container.
      if (message.includes('No transaction to renew')) {
        return `process ${process.pid} of another container is using it; a directory serves one process at a time`
      }
      return message
    default:
      // A file system that fills up during a write reports no more than that.
      return firstLine(message)
  }
}

/** Whether a transaction failed because the disk of a directory is full. */
export function foundNoRoom(directory: string, error: unknown): boolean {
  const code = codeOf(error)
  if (code === NO_SPACE || code === QUOTA_EXCEEDED) return true
  return code === WRITE_FAILED && roomOf(directory) < LEAST_ROOM
}

/** Free bytes on the disk of a directory. */
export function roomOf(directory: string): number {
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize
}

/** 507: nothing was written, as the disk is full. */
export const diskFull = (): ApiError =>
  new ApiError({
    code: 507,
    message: 'the disk of the storage is full: nothing was written; what takes no more room, such as a deletion, still is',
  })

/** 503: nothing was written, as the data file cannot be extended at the moment. */
export const notExtended = (cause: unknown): ApiError =>
  new ApiError({
    code: 503,
    reason: 'ServiceUnavailable',
    message: `the data file of the storage cannot be extended at the moment: nothing was written (${codeOf(cause)})`,
    details: { retryAfterSeconds: 1 },
    cause,
  })

const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown }).code

/** 504: the disk failed while the commit was being written. */
export const commitUncertain = (cause: unknown): ApiError =>
  new ApiError({
    code: 504,
    reason: 'Timeout',
    message: 'the disk of the storage failed: the write may or may not have been made',
    details: { retryAfterSeconds: 1 },
    cause,
  })

/** 503: all writes are refused until the process is restarted. */
export const storageBroken = (): ApiError => serviceUnavailable('the disk of the storage has failed', 30)
