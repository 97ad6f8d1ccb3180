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

/** Header of answers that say nothing else of caches. */
export const NO_CACHE = Object.freeze(['cache-control', 'no-cache, private'] as const)
/** Headers of JSON. */
export const JSON_HEADERS: Headers = Object.freeze([Object.freeze(['content-type', 'application/json'] as const)])
const YAML_HEADERS: Headers = Object.freeze([Object.freeze(['content-type', 'application/yaml'] as const)])
const TEXT_HEADERS: Headers = Object.freeze([
  Object.freeze(['content-type', 'text/plain; charset=utf-8'] as const),
  Object.freeze(['x-content-type-options', 'nosniff'] as const),
])

/** Answers with JSON bytes. */
export const jsonResponse = (status: number, body: Uint8Array): ServerResponse => ({ status, headers: JSON_HEADERS, body })

/** Headers of an answer in the format that was chosen. */
export const layoutHeaders = ({ format, binary }: Layout): Headers =>
  binary ? [['content-type', binary.mediaType]] : format === 'yaml' ? YAML_HEADERS : JSON_HEADERS

/**
 * Answers with a value in the format that was chosen.
 *
 * @param status - HTTP status code.
 * @param value - A JSON value; of protobuf, an object with kind and version.
 * @param form - Format and layout.
 * @throws {@link ApiError} 406 for a value that protobuf cannot express.
 */
export async function valueResponse(status: number, value: object, layout: Layout): Promise<ServerResponse> {
  const { format, pretty, binary } = layout
  const body = binary ? binary.encode(value) : format === 'yaml' ? await encodeYaml(value) : encodeJson(value, { pretty })
  return { status, headers: layoutHeaders(layout), body }
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
