/**
 * OpenAPI v3 documents, one for each group version.
 *
 * @module
 */

import { type Dialect, formatApiVersion, type JsonObject, type JsonValue, type Pausing, setKey } from '../../meta/index.js'
import type { ServedGroupVersion } from '../discovery/served.js'
import { pascalCase, refTo } from './names.js'
import type { Operation } from './operation.js'
import { PATH_PARAMETERS, type Parameter, parametersBy } from './parameters.js'
import { gather } from './schema-pool.js'
import { rewriteSchema } from './schema-walk.js'

/** Title and version of the documents. */
export interface DocumentInfo {
  readonly title: string
  readonly version: string
}

/**
 * Makes the OpenAPI v3 document of a group version. Pauses before each path and in each schema.
 *
 * @param groupVersion - The group version with its types.
 * @param options - `dialect` for names and extensions, `info` for the head of the document.
 * @see OpenAPI Specification 3.0.3
 */
export function* openApiV3(
  { group, version, resources }: ServedGroupVersion,
  { dialect, info }: { readonly dialect: Dialect; readonly info: DocumentInfo },
): Pausing<object> {
  const contents = yield* gather(resources, { dialect, bareWhenOpen: false })
  const tag = `${pascalCase(group === '' ? 'core' : group)}_${version}`
  const paths: Record<string, JsonObject> = {}
  for (const { path, parameters, operations } of contents.paths) {
    yield
    const item: Record<string, JsonValue> = {}
    if (parameters.length > 0) item.parameters = parameters.map(pathParameter)
    for (const operation of operations) item[operation.method] = describe(operation, tag, dialect)
    paths[path] = item
  }
  const schemas = {}
  for (const [name, schema] of Object.entries(contents.schemas)) {
    yield
    setKey(schemas, name, yield* rewriteSchema(schema, wrapReference))
  }
  return {
    openapi: '3.0.0',
    info: { ...info, title: `${info.title}: ${formatApiVersion(group, version)}` },
    paths,
    components: { schemas },
  }
}

/** In v3.0 a reference stands alone, so what is said beside it wraps it. */
function wrapReference(schema: JsonObject): JsonObject {
  const { $ref, ...beside } = schema
  return $ref === undefined || Object.keys(beside).length === 0 ? schema : { ...beside, allOf: [{ $ref }] }
}

function describe(operation: Operation, tag: string, dialect: Dialect): JsonObject {
  const { action, kind, body, answer } = operation
  const answers =
    answer === undefined
      ? ['*/*']
      : ['application/json', 'application/yaml', ...(operation.binary ? [dialect.protobufMediaType] : [])]
  if (action === 'list')
    answers.push(...answers.filter((type) => type !== 'application/yaml').map((type) => `${type};stream=watch`))
  const responses: Record<string, JsonValue> = {}
  for (const [code, description] of Object.entries(operation.codes)) {
    responses[code] = { description, content: contentOf(answers, answer) }
  }
  responses['401'] = { description: 'Unauthorized' }
  const bodyTypes = operation.patchTypes.length > 0 ? operation.patchTypes : ['*/*']
  return {
    tags: [tag],
    description: operation.description,
    operationId: operation.id,
    ...(operation.deprecated && { deprecated: true }),
    parameters: operation.parameters?.map(queryParameter) ?? QUERY_PARAMETERS[action],
    ...(body !== undefined && {
      requestBody: { content: contentOf(bodyTypes, body), ...(!operation.bodyOptional && { required: true }) },
    }),
    responses,
    [`${dialect.schemaPrefix}action`]: action,
    [`${dialect.schemaPrefix}group-version-kind`]: { group: kind.group, kind: kind.kind, version: kind.version },
  }
}

const contentOf = (types: readonly string[], name: string | undefined): JsonObject =>
  Object.fromEntries(types.map((type) => [type, { schema: name === undefined ? { type: 'string' } : refTo(name) }]))

const queryParameter = ({ name, type, description }: Parameter): JsonObject => ({
  name,
  in: 'query',
  description,
  schema: { type },
})

/** One for all operations: a plane with thousands of types has tens of thousands. */
const QUERY_PARAMETERS = parametersBy(queryParameter)

const pathParameter = (name: string): JsonObject => ({
  name,
  in: 'path',
  required: true,
  description: PATH_PARAMETERS[name]?.description ?? '',
  schema: { type: 'string' },
})
