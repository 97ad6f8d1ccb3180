/**
 * Formats on the wire: JSON, YAML, protobuf, tables, media types.
 *
 * @module
 */

export { decodeBase64, decodeBase64Text, encodeBase64, encodeBase64Text } from './base64.js'
export * from './human-duration.js'
export { indentedJson } from './indented-json.js'
export {
  countValues,
  decodeJson,
  encodeJson,
  MAX_BODY_DEPTH,
  MAX_BODY_VALUES,
  parseAnswer,
  requireKeptNumbers,
  tooManyValues,
} from './json.js'
export * from './json-path.js'
export * from './list-writer.js'
export { listedObjects, splitDocuments } from './manifests.js'
export * from './media-type.js'
export * from './openapi/index.js'
export * from './partial-metadata.js'
export * from './printer-columns.js'
export * from './protobuf/index.js'
export * from './table.js'
export * from './yaml.js'
