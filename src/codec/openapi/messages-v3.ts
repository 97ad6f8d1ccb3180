/**
 * Messages of an OpenAPI v3 document, with the field numbers of `openapi.v3.Document` as published.
 *
 * Names are those of the JSON document. Messages with alternatives are filled by the choices of `v3.ts`.
 *
 * @module
 */

import type { MessageSource } from '../message-table.js'

/** The document, its paths and operations. */
export const documentMessages: MessageSource = {
  Document: `
    1 openapi string
    2 info Info
    3 servers list Server
    4 paths Paths
    5 components Components
    6 security list SecurityRequirement
    7 tags list Tag
    8 externalDocs ExternalDocs
    9 x-* map Any`,
  Info: `
    1 title string
    2 description string
    3 termsOfService string
    4 contact Contact
    5 license License
    6 version string
    7 x-* map Any
    8 summary string`,
  Server: `
    1 url string
    2 description string
    3 variables ServerVariables
    4 x-* map Any`,
  ServerVariables: `
    1 * map ServerVariable`,
  ServerVariable: `
    1 enum list string
    2 default string
    3 description string
    4 x-* map Any`,
  Strings: `
    1 * map string`,
  Paths: `
    1 * map PathItem
    2 x-* map Any`,
  PathItem: `
    1 $ref string
    2 summary string
    3 description string
    4 get Operation
    5 put Operation
    6 post Operation
    7 delete Operation
    8 options Operation
    9 head Operation
    10 patch Operation
    11 trace Operation
    12 servers list Server
    13 parameters list ParameterOrReference
    14 x-* map Any`,
  Operation: `
    1 tags list string
    2 summary string
    3 description string
    4 externalDocs ExternalDocs
    5 operationId string
    6 parameters list ParameterOrReference
    7 requestBody RequestBodyOrReference
    8 responses Responses
    9 callbacks CallbacksOrReferences
    10 deprecated bool
    11 security list SecurityRequirement
    12 servers list Server
    13 x-* map Any`,
  Responses: `
    1 default ResponseOrReference
    2 * map ResponseOrReference
    3 x-* map Any`,
  Reference: `
    1 $ref string
    2 summary string
    3 description string`,
}

/** Components of operations. */
export const componentMessages: MessageSource = {
  Components: `
    1 schemas SchemasOrReferences
    2 responses ResponsesOrReferences
    3 parameters ParametersOrReferences
    4 examples ExamplesOrReferences
    5 requestBodies RequestBodiesOrReferences
    6 headers HeadersOrReferences
    7 securitySchemes SecuritySchemesOrReferences
    8 links LinksOrReferences
    9 callbacks CallbacksOrReferences
    10 x-* map Any`,
  ResponsesOrReferences: `
    1 * map ResponseOrReference`,
  ResponseOrReference: `
    1 response Response
    2 reference Reference`,
  Response: `
    1 description string
    2 headers HeadersOrReferences
    3 content MediaTypes
    4 links LinksOrReferences
    5 x-* map Any`,
  ParametersOrReferences: `
    1 * map ParameterOrReference`,
  ParameterOrReference: `
    1 parameter Parameter
    2 reference Reference`,
  Parameter: `
    1 name string
    2 in string
    3 description string
    4 required bool
    5 deprecated bool
    6 allowEmptyValue bool
    7 style string
    8 explode bool
    9 allowReserved bool
    10 schema SchemaOrReference
    11 example Any
    12 examples ExamplesOrReferences
    13 content MediaTypes
    14 x-* map Any`,
  RequestBodiesOrReferences: `
    1 * map RequestBodyOrReference`,
  RequestBodyOrReference: `
    1 requestBody RequestBody
    2 reference Reference`,
  RequestBody: `
    1 description string
    2 content MediaTypes
    3 required bool
    4 x-* map Any`,
  MediaTypes: `
    1 * map MediaType`,
  MediaType: `
    1 schema SchemaOrReference
    2 example Any
    3 examples ExamplesOrReferences
    4 encoding Encodings
    5 x-* map Any`,
  Encodings: `
    1 * map Encoding`,
  Encoding: `
    1 contentType string
    2 headers HeadersOrReferences
    3 style string
    4 explode bool
    5 allowReserved bool
    6 x-* map Any`,
  HeadersOrReferences: `
    1 * map HeaderOrReference`,
  HeaderOrReference: `
    1 header Header
    2 reference Reference`,
  Header: `
    1 description string
    2 required bool
    3 deprecated bool
    4 allowEmptyValue bool
    5 style string
    6 explode bool
    7 allowReserved bool
    8 schema SchemaOrReference
    9 example Any
    10 examples ExamplesOrReferences
    11 content MediaTypes
    12 x-* map Any`,
  ExamplesOrReferences: `
    1 * map ExampleOrReference`,
  ExampleOrReference: `
    1 example Example
    2 reference Reference`,
  Example: `
    1 summary string
    2 description string
    3 value Any
    4 externalValue string
    5 x-* map Any`,
  LinksOrReferences: `
    1 * map LinkOrReference`,
  LinkOrReference: `
    1 link Link
    2 reference Reference`,
  Link: `
    1 operationRef string
    2 operationId string
    3 parameters AnyOrExpression
    4 requestBody AnyOrExpression
    5 description string
    6 server Server
    7 x-* map Any`,
  AnyOrExpression: `
    1 any Any`,
  CallbacksOrReferences: `
    1 * map CallbackOrReference`,
  CallbackOrReference: `
    1 callback Callback
    2 reference Reference`,
  Callback: `
    1 * map PathItem
    2 x-* map Any`,
  SecuritySchemesOrReferences: `
    1 * map SecuritySchemeOrReference`,
  SecuritySchemeOrReference: `
    1 securityScheme SecurityScheme
    2 reference Reference`,
  SecurityScheme: `
    1 type string
    2 description string
    3 name string
    4 in string
    5 scheme string
    6 bearerFormat string
    7 flows OauthFlows
    8 openIdConnectUrl string
    9 x-* map Any`,
  OauthFlows: `
    1 implicit OauthFlow
    2 password OauthFlow
    3 clientCredentials OauthFlow
    4 authorizationCode OauthFlow
    5 x-* map Any`,
  OauthFlow: `
    1 authorizationUrl string
    2 tokenUrl string
    3 refreshUrl string
    4 scopes Strings
    5 x-* map Any`,
}

/** Schemas. */
export const schemaMessages: MessageSource = {
  SchemasOrReferences: `
    1 * map SchemaOrReference`,
  SchemaOrReference: `
    1 schema Schema
    2 reference Reference`,
  Schema: `
    1 nullable bool
    2 discriminator Discriminator
    3 readOnly bool
    4 writeOnly bool
    5 xml Xml
    6 externalDocs ExternalDocs
    7 example Any
    8 deprecated bool
    9 title string
    10 multipleOf double
    11 maximum double
    12 exclusiveMaximum bool
    13 minimum double
    14 exclusiveMinimum bool
    15 maxLength int64
    16 minLength int64
    17 pattern string
    18 maxItems int64
    19 minItems int64
    20 uniqueItems bool
    21 maxProperties int64
    22 minProperties int64
    23 required list string
    24 enum list Any
    25 type string
    26 allOf list SchemaOrReference
    27 oneOf list SchemaOrReference
    28 anyOf list SchemaOrReference
    29 not Schema
    30 items ItemsItem
    31 properties Properties
    32 additionalProperties AdditionalPropertiesItem
    33 default DefaultType
    34 description string
    35 format string
    36 x-* map Any`,
  Properties: `
    1 * map SchemaOrReference`,
  ItemsItem: `
    1 schema list SchemaOrReference`,
  AdditionalPropertiesItem: `
    1 schema SchemaOrReference
    2 boolean bool?`,
  DefaultType: `
    1 number double?
    2 boolean bool?
    3 string string?`,
  Discriminator: `
    1 propertyName string
    2 mapping Strings
    3 x-* map Any`,
}
