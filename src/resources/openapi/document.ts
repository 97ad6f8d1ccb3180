/**
 * Parses OpenAPI documents: their dialect, their schemas, and the resources in their paths.
 *
 * @module
 */

import { type Dialect, dialects, isRecord, type JsonObject, platformDialect, type UnknownRecord } from '../../meta/index.js'
import type { ResourceVerb } from '../definition/definition.js'
import { withDefaultProtocol } from '../fields/default-protocol.js'
import { listOf, recordOf, textOf } from '../fields/fields.js'
import type { Properties } from '../fields/json-schema.js'
import type { SourceKind, SourceResource } from '../known/stored-kinds.js'

/** The parts of an OpenAPI document, version 2 or 3, that are used here. */
export interface OpenAPIDocument {
  /** The dialect of the document. */
  readonly dialect: Dialect
  /** Schemas by name. */
  readonly schemas: Readonly<Record<string, JsonObject>>
  readonly paths: Readonly<UnknownRecord>
}

/**
 * Parses the outline of a document.
 *
 * @param value - A parsed document.
 * @throws Error, with one line, when it is no OpenAPI document of version 2 or 3.
 */
export function readDocument(value: unknown): OpenAPIDocument {
  if (!isRecord(value) || !('swagger' in value || 'openapi' in value))
    throw new Error('not an OpenAPI document: it has neither "swagger" nor "openapi"')
  const version = textOf(value.swagger ?? value.openapi)
  if (!/^[23]\./.test(version)) throw new Error(`OpenAPI version ${JSON.stringify(version)} is not known: it has to be 2 or 3`)
  const schemas = value.definitions ?? recordOf(value.components).schemas ?? {}
  if (!isRecord(value.paths) || !isRecord(schemas)) throw new Error('an OpenAPI document needs "paths" and schemas')
  const dialect = dialectOfPaths(value.paths)
  return { dialect, schemas: withProtocols(schemas as Readonly<Record<string, JsonObject>>), paths: value.paths }
}

/** Adds the default protocol to ports. */
const withProtocols = (schemas: Readonly<Record<string, JsonObject>>): Readonly<Record<string, JsonObject>> =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const before = recordOf(recordOf(schema).properties) as Properties
      const properties = withDefaultProtocol(before, listOf(recordOf(schema).required))
      return [name, properties === before ? schema : { ...schema, properties }]
    }),
  )

/** The dialect of the operations' extensions; the neutral one when there are none. */
function dialectOfPaths(paths: Readonly<UnknownRecord>): Dialect {
  for (const item of Object.values(paths)) {
    for (const operation of Object.values(recordOf(item))) {
      const found = dialects.find(({ schemaPrefix }) => `${schemaPrefix}group-version-kind` in recordOf(operation))
      if (found) return found
    }
  }
  return platformDialect
}

const METHOD_VERBS: Readonly<Record<string, ResourceVerb>> = {
  get: 'get',
  put: 'update',
  post: 'create',
  patch: 'patch',
  delete: 'delete',
}

/** `/api/v1/…` or `/apis/GROUP/VERSION/…`. */
const ROOT = /^\/(?:api|apis\/([^/{}]+))\/([^/{}]+)\/(.+)$/

/**
 * Reads the resources and subresources of a document's paths.
 *
 * @param document - The document.
 * @returns Entries in the order of the paths, one for each resource or subresource and version.
 */
export function resourcesOf({ dialect, paths }: OpenAPIDocument): readonly SourceResource[] {
  const found = new Map<string, SourceResource & { readonly verbs: Set<ResourceVerb> }>()
  for (const [path, item] of Object.entries(paths)) {
    const read = readResourcePath(path)
    if (!read) continue
    const { isItem, ...names } = read
    for (const [method, operation] of Object.entries(recordOf(item))) {
      const verb = verbOf(recordOf(operation)[`${dialect.schemaPrefix}action`], method, isItem)
      const kind = kindOf(recordOf(operation)[`${dialect.schemaPrefix}group-version-kind`])
      if (!verb || !kind) continue
      const key = `${names.group}/${names.version}/${names.plural}/${names.subresource}`
      const known = found.get(key)
      if (!known) {
        found.set(key, { ...names, kind, verbs: new Set([verb]) })
        continue
      }
      known.verbs.add(verb)
      // The path of the collection in all namespaces has no namespace; any other path of the type shows the scope.
      if (names.namespaced && !known.namespaced) found.set(key, { ...known, namespaced: true })
    }
  }
  return [...found.values()]
}

interface ResourcePath {
  readonly group: string
  readonly version: string
  readonly plural: string
  readonly subresource: string
  readonly namespaced: boolean
  readonly isItem: boolean
}

/** Parses a path; undefined when it is not that of a resource. */
function readResourcePath(path: string): ResourcePath | undefined {
  const root = ROOT.exec(path)
  if (!root) return undefined
  const [, group = '', version = '', rest = ''] = root
  const parts = rest.split('/')
  // Older servers have separate paths for watches.
  if (parts[0] === 'watch') return undefined
  const namespaced = parts[0] === 'namespaces' && parts[1] === '{namespace}' && parts.length > 2
  const [plural = '', name, subresource = '', ...more] = namespaced ? parts.slice(2) : parts
  if (plural === '' || more.length > 0 || (name !== undefined && !name.startsWith('{'))) return undefined
  return { group, version, plural, subresource, namespaced, isItem: name !== undefined }
}

function verbOf(action: unknown, method: string, isItem: boolean): ResourceVerb | undefined {
  // Connections are streams, not objects.
  if (action === 'connect') return undefined
  const verb = METHOD_VERBS[method]
  if (isItem) return verb
  return verb === 'get' ? 'list' : verb === 'delete' ? 'deletecollection' : verb
}

function kindOf(value: unknown): SourceKind | undefined {
  const { group, version, kind } = recordOf(value)
  return textOf(kind) === '' ? undefined : { group: textOf(group), version: textOf(version), kind: textOf(kind) }
}

/**
 * Translates a group of a document to another dialect: its domain is replaced.
 *
 * @param group - Group in the dialect `from`.
 * @param from - The document's dialect.
 * @param to - The plane's dialect.
 */
export function translateGroup(group: string, from: Dialect, to: Dialect): string {
  const domain = `.${from.groupDomain}`
  return group.endsWith(domain) ? `${group.slice(0, -domain.length)}.${to.groupDomain}` : group
}
