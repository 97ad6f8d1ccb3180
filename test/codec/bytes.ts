/**
 * Small helpers of the codec tests.
 *
 * @module
 */

import { ApiError } from '../../src/meta/index.js'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Text as bytes. */
export const utf8 = (text: string): Uint8Array => encoder.encode(text)

/** Bytes as text. */
export const text = (bytes: Uint8Array): string => decoder.decode(bytes)

/** Bytes from base64. */
export const base64 = (encoded: string): Uint8Array => Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0))

/** Runs something that may only fail with an `ApiError` of code 400; returns its value, or the error. */
export async function only400<T>(work: () => T | Promise<T>): Promise<T | ApiError> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError && error.status.code === 400 && error.status.reason === 'BadRequest') return error
    throw new Error('threw something else than a 400', { cause: error })
  }
}
