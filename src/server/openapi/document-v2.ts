/**
 * The OpenAPI v2 document: everything in one.
 *
 * @module
 */

import { type Dialect, type JsonObject, type JsonValue, type Pausing, setKey } from '../../meta/index.js'
import type { ServedGroup } from '../discovery/served.js'
import type { DocumentInfo } from './document-v3.js'
import { pascalCase } from './names.js'
import type { Operation } from './operation.js'
import { PATH_PARAMETERS, type Parameter, parametersBy } from './parameters.js'
import { gather } from './schema-pool.js'
import { swaggerSchema } from './swagger-schema.js'

/**
 * Makes the OpenAPI v2 document. Pauses before each path and in each schema.
 *
 * @param groups - All that is served.
 * @param options - `dialect` for names and extensions, `info` for the head of the document.
 * @see OpenAPI Specification 2.0
 */
export function* openApiV2(
  groups: readonly ServedGroup[],
  { dialect, info }: { readonly dialect: Dialect; readonly info: DocumentInfo },
): Pausing<object> {
  const resources = groups.flatMap(({ versions }) => versions.flatMap((version) => version.resources))
  const contents = yield* gather(resources, { dialect, bareWhenOpen: true })
  const paths: Record<string, JsonObject> = {}
  for (const { path, parameters, operations } of contents.paths) {
    yield
    const item: Record<string, JsonValue> = {}
    for (const operation of operations) item[operation.method] = describe(operation, tagOf(path), dialect)
    if (parameters.length > 0) item.parameters = parameters.map(pathParameter)
    paths[path] = item
  }
  const definitions = {}
  for (const [name, schema] of Object.entries(contents.schemas)) {
    yield
    setKey(definitions, name, yield* swaggerSchema(schema, dialect.schemaPrefix))
  }
  return { swagger: '2.0', info, paths, definitions }
}

/** Operations are sorted under their group version, which is the start of their path. */
function tagOf(path: string): string {
  const [, root, first = '', second = ''] = path.split('/')
  return root === 'api' ? `Core_${first}` : `${pascalCase(first)}_${second}`
}

function describe(operation: Operation, tag: string, dialect: Dialect): JsonObject {
  const { action, kind, body, answer, patchTypes } = operation
  const produces =
    answer === undefined
      ? ['*/*']
      : ['application/json', 'application/yaml', ...(operation.binary ? [dialect.protobufMediaType] : [])]
  if (action === 'list')
    produces.push(...produces.filter((type) => type !== 'application/yaml').map((type) => `${type};stream=watch`))
  const responses: Record<string, JsonValue> = {}
  for (const [code, description] of Object.entries(operation.codes))
    responses[code] = { description, schema: answer === undefined ? { type: 'string' } : definition(answer) }
  responses['401'] = { description: 'Unauthorized' }
  const bodyParameter: JsonObject[] =
    body === undefined
      ? []
      : [{ name: 'body', in: 'body', ...(!operation.bodyOptional && { required: true }), schema: definition(body) }]
  return {
    tags: [tag],
    description: operation.description,
    operationId: operation.id,
    ...(operation.deprecated && { deprecated: true }),
    consumes: patchTypes.length > 0 ? patchTypes : ['*/*'],
    produces,
    schemes: ['https'],
    parameters: [...bodyParameter, ...(operation.parameters?.map(queryParameter) ?? QUERY_PARAMETERS[action])],
    responses,
    [`${dialect.schemaPrefix}action`]: action,
    [`${dialect.schemaPrefix}group-version-kind`]: { group: kind.group, kind: kind.kind, version: kind.version },
  }
}

const definition = (name: string): JsonObject => ({ $ref: `#/definitions/${name}` })

const queryParameter = ({ name, type, description }: Parameter): JsonObject => ({ name, in: 'query', type, description })

/** One for all operations: a plane with thousands of types has tens of thousands. */
const QUERY_PARAMETERS = parametersBy(queryParameter)

const pathParameter = (name: string): JsonObject => ({
  name,
  in: 'path',
  required: true,
  type: 'string',
  description: PATH_PARAMETERS[name]?.description ?? '',
})
