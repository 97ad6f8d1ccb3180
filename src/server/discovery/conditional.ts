/**
 * Documents that are encoded once: bytes with an entity tag, and 304 for clients that have them already.
 *
 * @module
 */

import { joinBytes } from '../../meta/index.js'
import type { ServerResponse } from '../http.js'
import type { ParsedRequest } from '../parsed-request.js'

/** An encoded document. */
export interface Representation {
  readonly bytes: Uint8Array
  readonly contentType: string
  /** Hash of the bytes, in upper-case hexadecimal. */
  readonly hash: string
}

/**
 * Makes a representation of bytes.
 *
 * @param bytes - The document; not written to any more.
 * @param contentType - Its media type, as it is sent.
 */
export async function createRepresentation(bytes: Uint8Array, contentType: string): Promise<Representation> {
  const hash = Array.from(await hashOf(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return { bytes, contentType, hash: hash.toUpperCase() }
}

/** Longer documents are hashed in pieces, and then the hashes: Web Crypto copies what it hashes, and some have a hundred megabytes. */
const PIECE_BYTES = 1024 * 1024

async function hashOf(bytes: Uint8Array): Promise<Uint8Array> {
  // The copy satisfies Web Crypto, which takes no view of shared memory.
  if (bytes.length <= PIECE_BYTES) return new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)))
  const hashes: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) hashes.push(await hashOf(bytes.subarray(at, at + PIECE_BYTES)))
  return hashOf(joinBytes(hashes))
}

/**
 * Makes a representation of a value as JSON.
 *
 * @param value - A JSON value.
 * @param options - `contentType` defaults to `application/json`; `pretty` asks for indented text.
 */
export function createJsonRepresentation(
  value: unknown,
  { contentType = 'application/json', pretty = false }: { readonly contentType?: string; readonly pretty?: boolean } = {},
): Promise<Representation> {
  return createRepresentation(new TextEncoder().encode(JSON.stringify(value, undefined, pretty ? 2 : 0)), contentType)
}

/**
 * Answers with a representation, or with 304 when the client has it.
 *
 * @param request - Its `If-None-Match` decides.
 * @param representation - What to send.
 * @param cacheControl - For caches; by default they keep the document and revalidate it each time.
 * @see RFC 9110 §13.1.2
 */
export function respond(
  request: ParsedRequest,
  { bytes, contentType, hash }: Representation,
  cacheControl = 'no-cache, private',
): ServerResponse {
  const headers: [string, string][] = [
    ['cache-control', cacheControl],
    ['etag', `"${hash}"`],
    ['vary', 'Accept'],
  ]
  if (matchesAny(request.header('if-none-match'), hash)) return { status: 304, headers, body: new Uint8Array() }
  return { status: 200, headers: [['content-type', contentType], ...headers], body: bytes }
}

/** Whether an `If-None-Match` header names the tag; weak tags match too, as the comparison is the weak one. */
function matchesAny(header: string | undefined, hash: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((tag) => {
    const text = tag.trim()
    return text === '*' || text === `"${hash}"` || text === `W/"${hash}"`
  })
}
