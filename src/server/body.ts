/**
 * Bodies of requests: read, and decoded by their media type.
 *
 * @module
 */

import { decodeJson, decodeProtobuf, decodeYaml, type OwnKind, parseMediaType } from '../codec/index.js'
import type { RequestSlot } from '../endpoints/index.js'
import {
  ApiError,
  andThen,
  badRequest,
  type Dialect,
  isRecord,
  laterTurn,
  type PatchType,
  tooLarge,
  unsupportedMediaType,
  whenThereIsTime,
} from '../meta/index.js'
import type { DecodedBody } from '../registry/index.js'
import { type BinaryTarget, mayBeBinary, ownKindOf } from './binary-form.js'
import type { ParsedRequest } from './parsed-request.js'

/** A body to read, and the request's share of the plane's capacity. */
export interface BodyRequest {
  readonly request: ParsedRequest
  readonly slot: RequestSlot | undefined
  /** Name of the user, for turns of the event loop. */
  readonly user: string
  /** Checks after a wait that the client still waits, too. @throws {@link ApiError} 504. */
  readonly requireTime: () => void
}

/** Options of reading bodies. */
export interface BodyOptions {
  readonly dialect: Dialect
  /** Longest body. */
  readonly maxBodyBytes: number
}

const JSON_TYPE = 'application/json'
const YAML_TYPE = 'application/yaml'

/**
 * Reads the whole body of a request. While it arrives, the request has no seat.
 *
 * @param body - The request, and its slot.
 * @param maxBytes - Longest body.
 * @throws {@link ApiError} 413 for a longer one, 400 when the client disconnects, 429 when too much is being sent at once.
 */
export async function readBody({ request, slot, user, requireTime }: BodyRequest, maxBytes: number): Promise<Uint8Array> {
  let bytes: Uint8Array | 'too-large'
  try {
    bytes = await (slot ? slot.readBody(request.raw, maxBytes) : request.raw.readBody(maxBytes))
  } catch (error) {
    throw error instanceof ApiError ? error : badRequest('the body of the request could not be read to its end', error)
  }
  if (bytes === 'too-large') throw tooLarge(`Request entity too large: limit is ${maxBytes}`)
  const body = bytes
  return andThen(whenThereIsTime(user)?.then(requireTime), () => body)
}

/**
 * Reads and decodes an object's body: JSON (also when nothing says so), YAML, or the binary envelope where the type has
 * one.
 *
 * @param body - The request, and its slot.
 * @param options - Dialect and limit.
 * @param target - The request's target, which decides whether the binary envelope can be read.
 * @throws {@link ApiError} 415 for another media type, 400 for a malformed body, 413.
 */
export async function decodeBody(body: BodyRequest, options: BodyOptions, target: BinaryTarget): Promise<DecodedBody> {
  const type = bodyType(body.request, options.dialect, mayBeBinary(target))
  const bytes = await readBody(body, options.maxBodyBytes)
  return andThen(decodeBytes(bytes, type, options.dialect, ownKindOf(target)), (decoded) => {
    return andThen(afterDecoding(body, bytes), () => ({ size: bytes.length, ...decoded }))
  })
}

/** Bytes of a body that takes long to decode. */
const LONG_BODY = 256 * 1024

/** The work on a body that took long to decode waits for another turn of the event loop. */
const afterDecoding = ({ user, requireTime }: BodyRequest, { length }: Uint8Array): Promise<void> | undefined =>
  length > LONG_BODY ? laterTurn(user).then(requireTime) : undefined

/**
 * Reads and decodes a body that may be left out.
 *
 * @param body - The request, and its slot.
 * @param options - Dialect and limit.
 * @returns The body, or undefined when it is empty, whatever its media type says.
 * @throws {@link ApiError} As {@link decodeBody} does.
 */
export async function decodeOptionalBody(body: BodyRequest, options: BodyOptions): Promise<DecodedBody | undefined> {
  const bytes = await readBody(body, options.maxBodyBytes)
  if (bytes.length === 0) return undefined
  return decodeBytes(bytes, bodyType(body.request, options.dialect, true), options.dialect)
}

function bodyType(request: ParsedRequest, { protobufMediaType }: Dialect, binary: boolean): string {
  const header = request.header('content-type')
  if (header === undefined || header === '' || header === JSON_TYPE) return JSON_TYPE
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
 * Reads and decodes a patch.
 *
 * @param body - The request, and its slot.
 * @param type - Its language; an apply configuration may be YAML.
 * @param maxBytes - Longest body.
 * @throws {@link ApiError} 400 for what cannot be decoded, 413.
 */
export async function decodePatch(body: BodyRequest, type: PatchType, maxBytes: number): Promise<DecodedBody> {
  const bytes = await readBody(body, maxBytes)
  const decoded = type === 'apply' ? await decodeYaml(bytes) : decodeJson(bytes)
  return andThen(afterDecoding(body, bytes), () => ({ size: bytes.length, ...decoded }))
}
