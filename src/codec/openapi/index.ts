/**
 * OpenAPI documents as protobuf, loaded with the first request for one.
 *
 * @module
 */

import { inTurns } from '../../meta/index.js'

/**
 * Encodes an OpenAPI v2 document as the message `openapi_v2.Document`, which older clients read for validation and `explain`,
 * over several turns of the event loop. Vendor extensions are kept as YAML text; members without a field are left out.
 *
 * @param document - A Swagger 2.0 document.
 * @returns The message, without any envelope.
 */
export async function encodeOpenApiV2(document: unknown): Promise<Uint8Array> {
  const encoder = await import('./v2.js')
  return inTurns(encoder.encodeOpenApiV2(document))
}

/**
 * Encodes an OpenAPI v3 document as the message `openapi.v3.Document`, as {@link encodeOpenApiV2} does for v2. Only scalar
 * defaults have a field.
 *
 * @param document - An OpenAPI 3.0 document.
 * @returns The message, without any envelope.
 */
export async function encodeOpenApiV3(document: unknown): Promise<Uint8Array> {
  const encoder = await import('./v3.js')
  return inTurns(encoder.encodeOpenApiV3(document))
}
