/**
 * Messages common to OpenAPI documents of v2 and v3, with the published field numbers.
 *
 * @module
 */

import type { MessageSource } from '../message-table.js'

/** Messages with the same fields in `openapi_v2` and `openapi.v3`. */
export const sharedMessages: MessageSource = {
  Contact: `
    1 name string
    2 url string
    3 email string
    4 x-* map Any`,
  License: `
    1 name string
    2 url string
    3 x-* map Any`,
  Tag: `
    1 name string
    2 description string
    3 externalDocs ExternalDocs
    4 x-* map Any`,
  ExternalDocs: `
    1 description string
    2 url string
    3 x-* map Any`,
  Xml: `
    1 name string
    2 namespace string
    3 prefix string
    4 attribute bool
    5 wrapped bool
    6 x-* map Any`,
  SecurityRequirement: `
    1 * map StringArray`,
  StringArray: `
    1 value list string`,
}
