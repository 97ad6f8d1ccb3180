/**
 * Bodies of requests: read, and decoded by their media type.
 *
 * @module
 */

import { decodeJson, decodeProtobuf, decodeYaml, type OwnKind, parseMediaType } from '../codec/index.js'
import { ApiError, afterThisTurn, badRequest, type Dialect, isRecord, tooLarge, unsupportedMediaType } from '../meta/index.js'
import type { DecodedBody, PatchType } from '../registry/index.js'
import { type BinaryTarget, mayBeBinary, ownKindOf } from './binary-form.js'
import type { Exchange } from './exchange.js'
import type { RequestInfo } from './parse-request.js'

/** What reading bodies depends on. */
export interface BodyOptions {
  readonly dialect: Dialect
  /** Longest body. */
  readonly maxBodyBytes: number
}

const JSON_TYPE = 'application/json'
const YAML_TYPE = 'application/yaml'

/** The patch languages by media type, in the order that refusals list them. */
const PATCH_TYPES: Readonly<Record<string, PatchType>> = {
  'application/json-patch+json': 'json',
  'application/merge-patch+json': 'merge',
  'application/strategic-merge-patch+json': 'strategic',
  'application/apply-patch+yaml': 'apply',
}

/**
 * Reads the whole body of a request. While it arrives, the request has no seat.
 *
 * @param exchange - The request, and its place.
 * @param maxBytes - Longest body.
 * @throws {@link ApiError} 413 for a longer one, 400 when the client breaks off, 429 when too much is being sent at once.
 */
export async function readBody({ request, place }: Exchange, maxBytes: number): Promise<Uint8Array> {
  let bytes: Uint8Array | 'too-large'
  try {
    bytes = await (place ?? request.raw).readBody(maxBytes)
  } catch (error) {
    throw error instanceof ApiError ? error : badRequest('the body of the request could not be read to its end', error)
  }
  if (bytes === 'too-large') throw tooLarge(`Request entity too large: limit is ${maxBytes}`)
  return bytes
}

/**
 * Reads and decodes an object's body: JSON (also when nothing says so), YAML, or the binary envelope where the type has
 * one.
 *
 * @param exchange - The request.
 * @param options - Dialect and limit.
 * @param target - What it is for; decides whether the binary envelope can be read.
 * @throws {@link ApiError} 415 for another media type, 400 for a body that is not what its type says, 413.
 */
export async function decodeBody(exchange: Exchange, options: BodyOptions, target: BinaryTarget): Promise<DecodedBody> {
  const type = bodyType(exchange.request, options.dialect, mayBeBinary(target))
  const bytes = await readBody(exchange, options.maxBodyBytes)
  const body = await decodeBytes(bytes, type, options.dialect, ownKindOf(target))
  if (bytes.length > LONG_BODY) await new Promise<void>(afterThisTurn)
  return body
}

/** Bytes of a body that takes long to decode: what is to be done with it waits for another turn of the event loop. */
const LONG_BODY = 256 * 1024

/**
 * Reads and decodes a body that may be left out.
 *
 * @param exchange - The request.
 * @param options - Dialect and limit.
 * @returns The body, or undefined when it is empty, whatever its media type says.
 * @throws {@link ApiError} As {@link decodeBody} does.
 */
export async function decodeOptionalBody(exchange: Exchange, options: BodyOptions): Promise<DecodedBody | undefined> {
  const bytes = await readBody(exchange, options.maxBodyBytes)
  if (bytes.length === 0) return undefined
  return decodeBytes(bytes, bodyType(exchange.request, options.dialect, true), options.dialect)
}

function bodyType(request: RequestInfo, { protobufMediaType }: Dialect, binary: boolean): string {
  const header = request.header('content-type')
  if (header === undefined || header === '') return JSON_TYPE
  const type = parseMediaType(header)?.type ?? ''
  if (type === JSON_TYPE || type === YAML_TYPE || (binary && type === protobufMediaType)) return type
  throw unsupportedMediaType([JSON_TYPE, YAML_TYPE, ...(binary ? [protobufMediaType] : [])])
}

function decodeBytes(bytes: Uint8Array, type: string, dialect: Dialect, own?: OwnKind): DecodedBody | Promise<DecodedBody> {
  if (type === JSON_TYPE) return decodeJson(bytes)
  if (type === YAML_TYPE) return decodeYaml(bytes)
  return decodeProtobuf(bytes, dialect, own).then(({ apiVersion, kind, value }) => ({
    value: isRecord(value) ? { ...value, kind, apiVersion } : value,
    duplicateFields: [],
  }))
}

/**
 * The patch language that a request's media type names.
 *
 * @param request - The request.
 * @param custom - Whether the type is a custom one, which has no strategic merge.
 * @throws {@link ApiError} 415 when it names none.
 */
export function patchTypeOf(request: RequestInfo, custom: boolean): PatchType {
  const type = parseMediaType(request.header('content-type') ?? '')?.type ?? ''
  const patchType = Object.hasOwn(PATCH_TYPES, type) ? PATCH_TYPES[type] : undefined
  if (patchType === undefined) {
    throw new ApiError({ code: 415, reason: 'UnsupportedMediaType', message: '415: Unsupported Media Type', details: {} })
  }
  if (patchType === 'strategic' && custom) {
    throw unsupportedMediaType(Object.keys(PATCH_TYPES).filter((name) => PATCH_TYPES[name] !== 'strategic'))
  }
  return patchType
}

/**
 * Reads and decodes a patch.
 *
 * @param exchange - The request.
 * @param type - Its language; an apply configuration may be YAML.
 * @param maxBytes - Longest body.
 * @throws {@link ApiError} 400 for what cannot be decoded, 413.
 */
export async function decodePatch(exchange: Exchange, type: PatchType, maxBytes: number): Promise<DecodedBody> {
  const bytes = await readBody(exchange, maxBytes)
  const body = await (type === 'apply' ? decodeYaml(bytes) : decodeJson(bytes))
  if (bytes.length > LONG_BODY) await new Promise<void>(afterThisTurn)
  return body
}
