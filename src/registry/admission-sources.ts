/**
 * What the registry offers to admission plugins: its objects and its types, without the verbs.
 *
 * @module
 */

import type { AdmissionObjects, AdmissionSources, AdmissionType, AdmissionTypes, ServedResourceName } from '../admission/index.js'
import type { Authorizer } from '../authz/index.js'
import { type ApiObject, formatApiVersion, type GroupResource, PLANE_USER, parseApiVersion, pathNotFound } from '../meta/index.js'
import { convertObject, type ResourceDefinition, storedApiVersionOf, throughSchema } from '../resources/index.js'
import { definitionOf, type RegistryContext } from './context.js'
import { startingInTurns } from './starting-in-turns.js'
import type { Caller, DecodedBody, Target, WriteAnswer, WriteOptions } from './types.js'

/** Creates an object by the verbs. */
export type CreateObject = (target: Target, caller: Caller, body: DecodedBody, options: WriteOptions) => Promise<WriteAnswer>

/**
 * The sources of a registry for admission plugins.
 *
 * @param context - The registry.
 * @param authorizer - Decides what users may do.
 * @param create - Creates an object.
 */
export const admissionSources = (context: RegistryContext, authorizer: Authorizer, create: CreateObject): AdmissionSources => ({
  dialect: context.dialect,
  clock: context.clock,
  random: context.random,
  authorizer,
  objects: objectsOf(context, create),
  types: typesOf(context),
  webhooks: context.webhooks,
  reservationsOf(resource) {
    const definition = definitionOf(context, resource)
    return definition && !definition.review ? context.reservationsOf(definition) : undefined
  },
  reportError: context.reportError,
})

function objectsOf(context: RegistryContext, create: CreateObject): AdmissionObjects {
  const collectionOf = (resource: GroupResource) => {
    const definition = definitionOf(context, resource)
    return definition && !definition.review ? context.collectionOf(definition) : undefined
  }
  const keyOf = (name: string, namespace = '') => (namespace === '' ? name : `${namespace}/${name}`)
  return {
    get: (resource, name, namespace) => collectionOf(resource)?.peek(keyOf(name, namespace))?.object,
    async list(resource, namespace, labelSelector) {
      // From the view's current state, without a request to the storage.
      const page = await collectionOf(resource)?.list({
        resourceVersion: '0',
        ...(namespace && { namespace }),
        ...(labelSelector && { labelSelector }),
      })
      return page?.rows ?? []
    },
    follow(resource, { put, remove, end, started }) {
      const report = (work: () => void) => {
        try {
          work()
        } catch (error) {
          context.reportError(error)
        }
      }
      const begun = started && (() => report(started))
      const changes = collectionOf(resource)?.follow()
      if (!changes) {
        // A type whose objects are not stored has none to wait for.
        begun?.()
        return () => {}
      }
      const subscription = (begun ? changes.pipe(startingInTurns(begun)) : changes).subscribe({
        next: ({ type, row }) => report(() => (type === 'DELETED' ? remove(row.object) : put(row.object))),
        error: context.reportError,
        complete: () => end?.(),
      })
      return () => subscription.unsubscribe()
    },
    async create(resource, object) {
      const definition = definitionOf(context, resource)
      const version = definition?.versions.find(({ name }) => name === parseApiVersion(object.apiVersion)?.version)
      if (!definition || !version) throw pathNotFound()
      const { namespace = '' } = object.metadata
      const target: Target = { definition, version, namespace, name: '', subresource: undefined }
      await create(target, { user: PLANE_USER, warn: () => {} }, { value: object, duplicateFields: [] }, {})
    },
    async replace(resource, object) {
      const { name = '', namespace, resourceVersion } = object.metadata
      const result = await collectionOf(resource)?.put(keyOf(name, namespace), Number(resourceVersion), object)
      return result?.outcome === 'committed'
    },
  }
}

function typesOf(context: RegistryContext): AdmissionTypes {
  const { catalog } = context
  return {
    ofKind(apiVersion, kind): AdmissionType | undefined {
      const { group, version } = parseApiVersion(apiVersion) ?? { group: '', version: '' }
      const found = catalog.findKind(group, version, kind)
      if (!found) return undefined
      const { names, namespaced } = found.definition
      return { group, version, kind, resource: names.plural, namespaced, schema: found.version.schema }
    },
    equivalents: equivalentsOf(context),
    convert: (object, to) => convert(context, object, to),
  }
}

/** Read for nearly every write, so results are cached for each state of the catalog. */
function equivalentsOf(context: RegistryContext): AdmissionTypes['equivalents'] {
  const { catalog } = context
  const known = new Map<string, readonly ServedResourceName[]>()
  let generation: number | undefined
  return (resource) => {
    if (catalog.generation !== generation) known.clear()
    generation = catalog.generation
    const key = `${resource.group}/${resource.resource}`
    const names = known.get(key) ?? servedNames(context, resource)
    // Quotas may name any number of types that are not served.
    if (names.length > 0) known.set(key, names)
    return names
  }
}

function servedNames(context: RegistryContext, resource: GroupResource): readonly ServedResourceName[] {
  const own = definitionOf(context, resource)
  if (!own) return []
  const views = own.review ? [own] : context.catalog.storedWith(own)
  return views.flatMap(({ group, names, versions }) =>
    versions
      .filter(({ served }) => served)
      .map(({ name }): ServedResourceName => ({ group, version: name, resource: names.plural, kind: names.kind })),
  )
}

async function convert(context: RegistryContext, object: ApiObject, to: ServedResourceName): Promise<ApiObject> {
  const apiVersion = formatApiVersion(to.group, to.version)
  const definition = definitionOf(context, to)
  if (!definition || object.apiVersion === apiVersion) return object
  const { conversion } = definition
  if (conversion) {
    const [converted = object] = await conversion([object], apiVersion)
    return throughSchema(definition, converted)
  }
  const from = parseApiVersion(object.apiVersion)
  if (!from || from.group === definition.group) return convertObject(definition, object, apiVersion)
  // Another view of the same objects: both know the storage version.
  const own = catalogTypeOf(context, object)
  return convertObject(definition, own ? convertObject(own, object, storedApiVersionOf(own)) : object, apiVersion)
}

function catalogTypeOf({ catalog }: RegistryContext, { apiVersion, kind }: ApiObject): ResourceDefinition | undefined {
  const { group, version } = parseApiVersion(apiVersion) ?? { group: '', version: '' }
  return catalog.findKind(group, version, kind)?.definition
}
