/**
 * The protobuf form of OpenAPI v2 documents, loaded when the first document is asked for.
 *
 * @module
 */

import { inTurns } from '../../meta/index.js'

/**
 * Encodes an OpenAPI v2 document as the message `openapi_v2.Document`, which older clients read for validation and
 * `explain`, in as many turns of the event loop as it takes. Vendor extensions are kept as YAML text; what the message has no field for is left out.
 *
 * @param document - A Swagger 2.0 document.
 * @returns The message, without any envelope.
 */
export async function encodeOpenApiV2(document: unknown): Promise<Uint8Array> {
  const encoder = await import('./encode-document.js')
  return inTurns(encoder.encodeOpenApiV2(document))
}
