/**
 * The operations of a served type, independent of the version of OpenAPI.
 *
 * @module
 */

import { formatApiVersion, type GroupVersionKind } from '../../meta/index.js'
import type { ResourceVerb, ServedResource } from '../../resources/index.js'
import { announcedSubresources, subresourceKind } from '../discovery/served.js'
import { connectPaths } from './connect-operations.js'
import { metaName, pascalCase, schemaName } from './names.js'
import type { Method, Operation, PathOperations } from './operation.js'
import type { Action } from './parameters.js'

const COLLECTION: Readonly<Partial<Record<ResourceVerb, readonly [Method, Action, string]>>> = {
  list: ['get', 'list', 'list'],
  create: ['post', 'post', 'create'],
  deletecollection: ['delete', 'deletecollection', 'deleteCollection'],
}
const OBJECT: Readonly<Partial<Record<ResourceVerb, readonly [Method, Action, string]>>> = {
  get: ['get', 'get', 'read'],
  update: ['put', 'put', 'replace'],
  patch: ['patch', 'patch', 'patch'],
  delete: ['delete', 'delete', 'delete'],
}
const WORDS: Readonly<Record<Action, string>> = {
  get: 'Reads',
  list: 'Lists or watches objects of kind',
  post: 'Creates',
  put: 'Replaces',
  patch: 'Changes parts of',
  delete: 'Deletes',
  deletecollection: 'Deletes a collection of',
  connect: 'Connects to',
}
const OK = { 200: 'OK' }
const CODES: Readonly<Record<Action, Readonly<Record<string, string>>>> = {
  get: OK,
  list: OK,
  post: { 200: 'OK', 201: 'Created', 202: 'Accepted' },
  put: { 200: 'OK', 201: 'Created' },
  patch: { 200: 'OK', 201: 'Created' },
  delete: { 200: 'OK', 202: 'Accepted' },
  deletecollection: OK,
  connect: OK,
}

/**
 * Lists the paths of a served type with what can be done there.
 *
 * @param resource - The type, in one version.
 * @param names - Names of the kind's schema and of its list's.
 */
export function operationsOf(
  resource: ServedResource,
  names: { readonly name: string; readonly listName: string },
): readonly PathOperations[] {
  const { definition, version } = resource
  const { group, namespaced, verbs } = definition
  const root = `${group === '' ? '/api' : '/apis'}/${formatApiVersion(group, version.name)}`
  const collection = `${root}${namespaced ? '/namespaces/{namespace}' : ''}/${definition.names.plural}`
  const place = namespaced ? ['namespace'] : []
  const own = { group, version: version.name, kind: definition.names.kind }
  const make = operationMaker(resource, names)
  const scope = namespaced ? 'Namespaced' : ''

  const paths: PathOperations[] = [
    { path: collection, parameters: place, operations: make(COLLECTION, { verbs, kind: own, scope }) },
    { path: `${collection}/{name}`, parameters: ['name', ...place], operations: make(OBJECT, { verbs, kind: own, scope }) },
  ]
  if (namespaced && verbs.includes('list')) {
    const everywhere = make(COLLECTION, { verbs: ['list'], kind: own, suffix: 'ForAllNamespaces' })
    paths.push({ path: `${root}/${definition.names.plural}`, parameters: [], operations: everywhere })
  }
  for (const subresource of announcedSubresources(resource)) {
    const kind = subresourceKind(resource, subresource)
    const suffix = pascalCase(subresource.name)
    const path = `${collection}/{name}/${subresource.name}`
    const parameters = ['name', ...place]
    if (subresource.connect) {
      const id = `${prefixOf(resource)}${scope}${definition.names.kind}${suffix}`
      const title = `${definition.names.kind} (${subresource.name})`
      paths.push(
        ...connectPaths(subresource.connect, { path, parameters, kind, id, title, deprecated: version.deprecated === true }),
      )
      continue
    }
    const operations = [
      ...make(OBJECT, { verbs: subresource.verbs, kind, scope, suffix }),
      ...make({ create: ['post', 'post', 'create'] }, { verbs: subresource.verbs, kind, scope, suffix }),
    ]
    paths.push({ path, parameters, operations })
  }
  return paths.filter(({ operations }) => operations.length > 0)
}

/** What the identifiers of all operations of a group version have in common. */
const prefixOf = ({ definition: { group }, version }: ServedResource): string =>
  pascalCase(group === '' ? 'core' : group) + pascalCase(version.name)

/** Which operations of a path there are, and how their identifiers begin and end. */
interface WantedOperations {
  readonly verbs: readonly ResourceVerb[]
  readonly kind: GroupVersionKind
  readonly scope?: string
  readonly suffix?: string
}

/** Makes the operations for a list of verbs, all about one kind. */
function operationMaker(resource: ServedResource, names: { readonly name: string; readonly listName: string }) {
  const { definition, version } = resource
  const prefix = prefixOf(resource)
  const patchTypes = [
    'application/json-patch+json',
    'application/merge-patch+json',
    ...(definition.custom ? [] : ['application/strategic-merge-patch+json']),
    'application/apply-patch+yaml',
  ]
  return (
    table: Readonly<Partial<Record<ResourceVerb, readonly [Method, Action, string]>>>,
    { verbs, kind, scope = '', suffix = '' }: WantedOperations,
  ): Operation[] =>
    verbs.flatMap((verb) => {
      const entry = table[verb]
      if (!entry) return []
      const [method, action, word] = entry
      const isOwn = kind.kind === definition.names.kind && kind.group === definition.group && kind.version === version.name
      const kindName = isOwn ? names.name : schemaName(kind)
      const deletes = action === 'delete' || action === 'deletecollection'
      const body = { post: kindName, put: kindName, patch: metaName('Patch') }[action as string]
      return {
        method,
        action,
        id: `${word}${prefix}${scope}${definition.names.kind}${suffix}`,
        description: `${WORDS[action]} ${definition.names.kind}${suffix === '' || suffix === 'ForAllNamespaces' ? '' : ` (${suffix.toLowerCase()})`}.`,
        kind,
        ...(deletes ? { body: metaName('DeleteOptions') } : body !== undefined && { body }),
        bodyOptional: deletes,
        answer: action === 'list' ? names.listName : deletes ? metaName('Status') : kindName,
        codes: CODES[action],
        deprecated: version.deprecated === true,
        patchTypes: action === 'patch' ? patchTypes : [],
        binary: !definition.custom,
      }
    })
}
