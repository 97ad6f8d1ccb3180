/**
 * Messages of an OpenAPI v2 document, with the field numbers of `openapi_v2.Document` as published.
 *
 * Names are those of the JSON document. Messages with alternatives are filled by the choices of `v2.ts`.
 *
 * @module
 */

import type { MessageSource } from '../message-table.js'

/** The document and its paths. */
export const documentMessages: MessageSource = {
  Document: `
    1 swagger string
    2 info Info
    3 host string
    4 basePath string
    5 schemes list string
    6 consumes list string
    7 produces list string
    8 paths Paths
    9 definitions Definitions
    10 parameters ParameterDefinitions
    11 responses ResponseDefinitions
    12 security list SecurityRequirement
    13 securityDefinitions SecurityDefinitions
    14 tags list Tag
    15 externalDocs ExternalDocs
    16 x-* map Any`,
  Info: `
    1 title string
    2 version string
    3 description string
    4 termsOfService string
    5 contact Contact
    6 license License
    7 x-* map Any`,
  Definitions: `
    1 * map Schema`,
  ParameterDefinitions: `
    1 * map Parameter`,
  ResponseDefinitions: `
    1 * map Response`,
  Paths: `
    1 x-* map Any
    2 * map PathItem`,
  PathItem: `
    1 $ref string
    2 get Operation
    3 put Operation
    4 post Operation
    5 delete Operation
    6 options Operation
    7 head Operation
    8 patch Operation
    9 parameters list ParametersItem
    10 x-* map Any`,
  Operation: `
    1 tags list string
    2 summary string
    3 description string
    4 externalDocs ExternalDocs
    5 operationId string
    6 produces list string
    7 consumes list string
    8 parameters list ParametersItem
    9 responses Responses
    10 schemes list string
    11 deprecated bool
    12 security list SecurityRequirement
    13 x-* map Any`,
  Responses: `
    1 * map ResponseValue
    2 x-* map Any`,
  ResponseValue: `
    1 response Response
    2 reference JsonReference`,
  Response: `
    1 description string
    2 schema SchemaItem
    3 headers Headers
    4 examples Examples
    5 x-* map Any`,
  Headers: `
    1 * map Header`,
  Examples: `
    1 * map Any`,
  JsonReference: `
    1 $ref string
    2 description string`,
}

/** Fields of values that are not schemas: header, query and path parameters, headers, items; numbered from `first`. */
const primitive = (first: number): string =>
  [
    'type string',
    'format string',
    'items PrimitivesItems',
    'collectionFormat string',
    'default Any',
    'maximum double',
    'exclusiveMaximum bool',
    'minimum double',
    'exclusiveMinimum bool',
    'maxLength int64',
    'minLength int64',
    'pattern string',
    'maxItems int64',
    'minItems int64',
    'uniqueItems bool',
    'enum list Any',
    'multipleOf double',
  ]
    .map((field, index) => `${first + index} ${field}`)
    .join('\n')

const NAMED_PARAMETER = `
    1 required bool
    2 in string
    3 description string
    4 name string`

/** Parameters of operations. */
export const parameterMessages: MessageSource = {
  ParametersItem: `
    1 parameter Parameter
    2 reference JsonReference`,
  Parameter: `
    1 body BodyParameter
    2 nonBody NonBodyParameter`,
  BodyParameter: `
    1 description string
    2 name string
    3 in string
    4 required bool
    5 schema Schema
    6 x-* map Any`,
  NonBodyParameter: `
    1 header PlainParameter
    2 formData EmptyableParameter
    3 query EmptyableParameter
    4 path PlainParameter`,
  PlainParameter: `${NAMED_PARAMETER}
    ${primitive(5)}
    22 x-* map Any`,
  EmptyableParameter: `${NAMED_PARAMETER}
    5 allowEmptyValue bool
    ${primitive(6)}
    23 x-* map Any`,
  Header: `${primitive(1)}
    18 description string
    19 x-* map Any`,
  PrimitivesItems: `${primitive(1)}
    18 x-* map Any`,
}

/** Schemas. */
export const schemaMessages: MessageSource = {
  Schema: `
    1 $ref string
    2 format string
    3 title string
    4 description string
    5 default Any
    6 multipleOf double
    7 maximum double
    8 exclusiveMaximum bool
    9 minimum double
    10 exclusiveMinimum bool
    11 maxLength int64
    12 minLength int64
    13 pattern string
    14 maxItems int64
    15 minItems int64
    16 uniqueItems bool
    17 maxProperties int64
    18 minProperties int64
    19 required list string
    20 enum list Any
    21 additionalProperties AdditionalPropertiesItem
    22 type TypeItem
    23 items ItemsItem
    24 allOf list Schema
    25 properties Properties
    26 discriminator string
    27 readOnly bool
    28 xml Xml
    29 externalDocs ExternalDocs
    30 example Any
    31 x-* map Any`,
  SchemaItem: `
    1 schema Schema
    2 file FileSchema`,
  FileSchema: `
    1 format string
    2 title string
    3 description string
    4 default Any
    5 required list string
    6 type string
    7 readOnly bool
    8 externalDocs ExternalDocs
    9 example Any
    10 x-* map Any`,
  Properties: `
    1 * map Schema`,
  AdditionalPropertiesItem: `
    1 schema Schema
    2 boolean bool?`,
  TypeItem: `
    1 value list string`,
  ItemsItem: `
    1 schema list Schema`,
}

/** Authentication schemes. */
export const securityMessages: MessageSource = {
  SecurityDefinitions: `
    1 * map SecurityDefinitionsItem`,
  SecurityDefinitionsItem: `
    1 basic BasicSecurity
    2 apiKey ApiKeySecurity
    3 implicit ImplicitSecurity
    4 password PasswordSecurity
    5 application PasswordSecurity
    6 accessCode AccessCodeSecurity`,
  BasicSecurity: `
    1 type string
    2 description string
    3 x-* map Any`,
  ApiKeySecurity: `
    1 type string
    2 name string
    3 in string
    4 description string
    5 x-* map Any`,
  ImplicitSecurity: `
    1 type string
    2 flow string
    3 scopes Scopes
    4 authorizationUrl string
    5 description string
    6 x-* map Any`,
  PasswordSecurity: `
    1 type string
    2 flow string
    3 scopes Scopes
    4 tokenUrl string
    5 description string
    6 x-* map Any`,
  AccessCodeSecurity: `
    1 type string
    2 flow string
    3 scopes Scopes
    4 authorizationUrl string
    5 tokenUrl string
    6 description string
    7 x-* map Any`,
  Scopes: `
    1 * map string`,
}
