/**
 * OpenAPI v2 documents in the protobuf form that older clients request.
 *
 * @module
 * @see CLIENTS.md, "OpenAPI"
 */

import { isRecord, type Pausing } from '../../meta/index.js'
import { messageTable } from '../message-table.js'
import { asList, type DocumentForm, encodeDocument, SCALARS } from './document-encoder.js'
import { sharedMessages } from './messages-shared.js'
import { documentMessages, parameterMessages, schemaMessages, securityMessages } from './messages-v2.js'

const hasReference = (value: unknown): boolean => isRecord(value) && typeof value.$ref === 'string'

const form: DocumentForm = {
  messages: messageTable(SCALARS, sharedMessages, documentMessages, parameterMessages, schemaMessages, securityMessages),
  choices: {
    ParametersItem: (value) => (hasReference(value) ? { reference: value } : { parameter: value }),
    Parameter: (value) => (isRecord(value) && value.in === 'body' ? { body: value } : { nonBody: value }),
    NonBodyParameter: (value) => (isRecord(value) ? { [String(value.in)]: value } : {}),
    ResponseValue: (value) => (hasReference(value) ? { reference: value } : { response: value }),
    SchemaItem: (value) => (isRecord(value) && value.type === 'file' ? { file: value } : { schema: value }),
    AdditionalPropertiesItem: (value) => (typeof value === 'boolean' ? { boolean: value } : { schema: value }),
    TypeItem: (value) => ({ value: asList(value) }),
    ItemsItem: (value) => ({ schema: asList(value) }),
    StringArray: (value) => ({ value }),
    SecurityDefinitionsItem: (value) => (isRecord(value) ? { [String(value.flow ?? value.type)]: value } : {}),
  },
  pausing: new Set(['Paths', 'Definitions']),
}

/**
 * Encodes an OpenAPI v2 document as the message `openapi_v2.Document`.
 *
 * @param document - A Swagger 2.0 document.
 * @returns The message, without any envelope.
 */
export const encodeOpenApiV2 = (document: unknown): Pausing<Uint8Array> => encodeDocument(form, document)
