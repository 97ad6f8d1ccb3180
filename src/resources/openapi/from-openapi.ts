/**
 * `fromOpenAPI`: the resource types of an existing cluster, from its published OpenAPI document.
 *
 * @module
 */

import { aDialect, check, type Dialect, type DialectOption, dialectOf, lazily } from '../../meta/index.js'
import { builtinResources } from '../builtin.js'
import type { ResourceDefinition } from '../definition/definition.js'
import { listOf, recordOf, textOf } from '../fields/fields.js'
import { nothingKnown } from '../known/known-kind.js'
import { type KindSource, type NamedSchema, storedKinds } from '../known/stored-kinds.js'
import { readDocument, resourcesOf, translateGroup } from './document.js'
import { schemaIndex } from './schema-index.js'
import { withoutVendorNames } from './schema-names.js'

/** Options of {@link fromOpenAPI}. */
export interface FromOpenAPIOptions {
  /** The plane's dialect; groups in another dialect are translated. Default `platform`. */
  readonly dialect?: DialectOption
}

const openAPIOptions = check.members<keyof FromOpenAPIOptions>({ dialect: aDialect })

/**
 * Creates resource types from an OpenAPI document: one for each kind that can be created, read and listed.
 *
 * Kinds that every plane has are left out, and so are virtual kinds (reviews), and subresources other than `status` and `scale`;
 * those of nodes, pods and services are known, and so are bindings and component statuses. Properties that documents lack (short
 * names, rules, defaults, columns) are added for known kinds when a plane is created. Schemas are compiled on demand.
 *
 * @param document - A parsed document of OpenAPI version 2 or 3, with the vendor's extensions on its operations. It is kept, and
 *   must not be changed afterwards.
 * @param options - The plane's dialect.
 * @returns Definitions in the order of the document's paths; none for a document of another API.
 * @throws TypeError for a text, which has to be parsed first, and other values than objects; Error, with one line, when the document is
 *   invalid.
 */
export function fromOpenAPI(document: unknown, options: FromOpenAPIOptions = {}): readonly ResourceDefinition[] {
  check.refuse('fromOpenAPI', [...check.object(document, 'document'), ...openAPIOptions(options, 'options')])
  const dialect = dialectOf(options.dialect)
  const source = documentSource(document, dialect)
  const whole = lazily(() => completeKinds(source, dialect))
  return storedKinds(source, dialect, nothingKnown).map((made, i) => ({
    ...made,
    completed: async (given) => ({ ...made, ...(await whole())[i], ...changesOf(made, given) }),
  }))
}

/** What a program has changed in a copy of a definition, which is kept. */
const changesOf = (made: ResourceDefinition, { completed: _, ...given }: ResourceDefinition): Partial<ResourceDefinition> =>
  Object.fromEntries(Object.entries(given).filter(([member, value]) => value !== made[member as keyof ResourceDefinition]))

/** The kinds with the properties that documents lack: a fifth of the library's code, which a plane without them does not load. */
async function completeKinds(source: KindSource, dialect: Dialect): Promise<readonly ResourceDefinition[]> {
  const { knownKinds } = await import('../known/known-kinds.js')
  return storedKinds(source, dialect, knownKinds(dialect))
}

/** A document as a source of kinds, in a plane's dialect, without the built-in ones. */
function documentSource(value: unknown, dialect: Dialect): KindSource {
  const read = readDocument(value)
  const isOwn = read.dialect === dialect
  const document = isOwn ? read : { ...read, schemas: withoutVendorNames(read.schemas, read.dialect) }
  const find = schemaIndex(document)
  const translate = (group: string) => translateGroup(group, document.dialect, dialect)
  const marker = `${document.dialect.schemaPrefix}group-version-kind`
  const inOwnWords = ({ name, document: schema }: NamedSchema): NamedSchema => {
    const kinds = listOf(schema[marker]).map((kind) => ({ ...recordOf(kind), group: translate(textOf(recordOf(kind).group)) }))
    return { name, document: { ...schema, [marker]: kinds } }
  }
  const native = new Set(builtinResources(dialect).map(({ group, names }) => `${group}/${names.plural}`))
  const resources = resourcesOf(document).map((resource) => ({ ...resource, group: translate(resource.group) }))
  return {
    resources: resources.filter(({ group, plural }) => !native.has(`${group}/${plural}`)),
    schemas: document.schemas,
    schemaOf(kind) {
      const found = find(kind)
      return found && !isOwn ? inOwnWords(found) : found
    },
  }
}
