/**
 * The protobuf form of OpenAPI v2 documents.
 *
 * @module
 */

export * from './encode-document.js'
