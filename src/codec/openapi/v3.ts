/**
 * OpenAPI v3 documents in the protobuf form that Go clients request.
 *
 * @module
 */

import { isRecord, type Pausing } from '../../meta/index.js'
import { messageTable } from '../message-table.js'
import { asList, type DocumentForm, encodeDocument, SCALARS } from './document-encoder.js'
import { sharedMessages } from './messages-shared.js'
import { componentMessages, documentMessages, schemaMessages } from './messages-v3.js'

/** A message with either the value, in a field of its name, or a reference. */
const orReference =
  (field: string) =>
  (value: unknown): Record<string, unknown> =>
    isRecord(value) && typeof value.$ref === 'string' ? { reference: value } : { [field]: value }

const form: DocumentForm = {
  messages: messageTable(SCALARS, sharedMessages, documentMessages, componentMessages, schemaMessages),
  choices: {
    CallbackOrReference: orReference('callback'),
    ExampleOrReference: orReference('example'),
    HeaderOrReference: orReference('header'),
    LinkOrReference: orReference('link'),
    ParameterOrReference: orReference('parameter'),
    RequestBodyOrReference: orReference('requestBody'),
    ResponseOrReference: orReference('response'),
    SchemaOrReference: orReference('schema'),
    SecuritySchemeOrReference: orReference('securityScheme'),
    AdditionalPropertiesItem: (value) => (typeof value === 'boolean' ? { boolean: value } : { schema: value }),
    AnyOrExpression: (value) => ({ any: value }),
    // The message has no field for defaults that are objects or lists.
    DefaultType: (value) => (typeof value === 'object' ? undefined : { [typeof value]: value }),
    ItemsItem: (value) => ({ schema: asList(value) }),
    StringArray: (value) => ({ value }),
  },
  pausing: new Set(['Paths', 'Components', 'SchemasOrReferences']),
}

/**
 * Encodes an OpenAPI v3 document as the message `openapi.v3.Document`.
 *
 * @param document - An OpenAPI 3.0 document.
 * @returns The message, without any envelope.
 */
export const encodeOpenApiV3 = (document: unknown): Pausing<Uint8Array> => encodeDocument(form, document)
