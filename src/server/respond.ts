/**
 * Responses from values and bytes.
 *
 * @module
 */

import { encodeJson, encodeYaml } from '../codec/index.js'
import type { ApiError } from '../meta/index.js'
import type { ServerResponse } from './http.js'
import type { Layout } from './negotiation.js'

type Headers = ServerResponse['headers']

/** Headers of JSON. */
export const JSON_HEADERS: Headers = Object.freeze([Object.freeze(['content-type', 'application/json'] as const)])
const YAML_HEADERS: Headers = Object.freeze([Object.freeze(['content-type', 'application/yaml'] as const)])
const TEXT_HEADERS: Headers = Object.freeze([
  Object.freeze(['content-type', 'text/plain; charset=utf-8'] as const),
  Object.freeze(['x-content-type-options', 'nosniff'] as const),
])

/** Answers with JSON bytes. */
export const jsonResponse = (status: number, body: Uint8Array): ServerResponse => ({ status, headers: JSON_HEADERS, body })

/**
 * Answers with a value in the format that was chosen.
 *
 * @param status - HTTP status code.
 * @param value - A JSON value; of protobuf, an object with kind and version.
 * @param form - Format and layout.
 * @throws {@link ApiError} 406 for what cannot be told in protobuf after all.
 */
export async function valueResponse(status: number, value: object, { format, pretty, binary }: Layout): Promise<ServerResponse> {
  if (binary) return { status, headers: [['content-type', binary.mediaType]], body: binary.encode(value) }
  if (format === 'yaml') return { status, headers: YAML_HEADERS, body: await encodeYaml(value) }
  return jsonResponse(status, encodeJson(value, { pretty }))
}

const encoder = new TextEncoder()

/** Answers with plain text. */
export const textResponse = (status: number, text: string): ServerResponse => ({
  status,
  headers: TEXT_HEADERS,
  body: encoder.encode(text),
})

/**
 * Answers with the `Status` of a failure, and `Retry-After` where trying again makes sense.
 *
 * @param error - The failure.
 * @param form - Format and layout.
 */
export async function errorResponse(error: ApiError, form: Layout): Promise<ServerResponse> {
  const response = await valueResponse(error.status.code, error.status, form)
  const seconds = error.status.details?.retryAfterSeconds
  if (!seconds) return response
  return { ...response, headers: [...response.headers, ['retry-after', String(seconds)]] }
}
