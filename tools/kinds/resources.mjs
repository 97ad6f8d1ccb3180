// Converts the paths of a document to one line per resource: group, version, plural, kind, scope, verbs and subresources.
import { shortName, undomained } from './names.mjs'

const ITEM_VERBS = { get: 'get', put: 'update', patch: 'patch', delete: 'delete', post: 'create' }
const COLLECTION_VERBS = { get: 'list', post: 'create', delete: 'deletecollection' }
/** A resource with these verbs is stored. */
const STORED = ['create', 'get', 'list']
const ALL = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update']

/** Built-in kinds of every plane: their schemas are in `src/resources`, and only their TypeScript types are generated here. */
const NATIVE = {
  '': ['ConfigMap', 'Event', 'Namespace', 'Secret', 'ServiceAccount'],
  'apiextensions.k8s.io': ['CustomResourceDefinition'],
  'certificates.k8s.io': ['CertificateSigningRequest'],
  'coordination.k8s.io': ['Lease'],
  'events.k8s.io': ['Event'],
  'rbac.authorization.k8s.io': ['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'],
}

export const isNative = (group, kind) => NATIVE[group]?.includes(kind) ?? false

function readPath(path) {
  const [, group = '', version, rest] = /^\/(?:api|apis\/([^/{}]+))\/([^/{}]+)\/(.+)$/.exec(path) ?? []
  if (rest === undefined || rest.startsWith('watch/')) return undefined
  const parts = rest.split('/')
  const namespaced = parts[0] === 'namespaces' && parts[1] === '{namespace}' && parts.length > 2
  const [plural, name, subresource = '', ...more] = namespaced ? parts.slice(2) : parts
  return more.length > 0 ? undefined : { group, version, plural, subresource, namespaced, isItem: name !== undefined }
}

export function resourceTable({ paths, definitions }) {
  const found = new Map()
  for (const [path, operations] of Object.entries(paths)) {
    const read = readPath(path)
    if (!read) continue
    for (const [method, operation] of Object.entries(operations)) {
      const verb = (read.isItem ? ITEM_VERBS : COLLECTION_VERBS)[method]
      const kind = operation['x-kubernetes-group-version-kind']
      if (!verb || !kind || operation['x-kubernetes-action'] === 'connect') continue
      const key = `${read.group}/${read.version}/${read.plural}`
      const entry = found.get(key) ?? { ...read, namespaced: false, verbs: new Set(), subresources: new Map() }
      found.set(key, entry)
      entry.namespaced ||= read.namespaced
      if (read.subresource === '') Object.assign(entry, { kind: kind.kind }).verbs.add(verb)
      else entry.subresources.set(read.subresource, kind)
    }
  }
  const stored = [...found.values()].filter(({ verbs }) => STORED.every((verb) => verbs.has(verb)))
  const kinds = stored.map(({ group, version, kind, namespaced }) => ({
    group,
    version,
    kind,
    namespaced,
    schema: schemaOf(definitions, { group, version, kind }),
  }))
  const tabled = stored.filter(({ group, kind }) => !isNative(group, kind))
  return { kinds, text: tabled.map((entry) => `${line(entry, kinds)}\n`).join('') }
}

function line({ group, version, plural, kind, namespaced, verbs, subresources }, kinds) {
  if (ALL.some((verb) => !verbs.has(verb))) throw new Error(`${plural} has verbs of its own, which the table does not tell`)
  const { schema } = kinds.find((one) => one.group === group && one.version === version && one.kind === kind)
  const parts = [...subresources.keys()].filter((name) => name === 'status' || name === 'scale')
  return [undomained(group) || 'core', version, plural, schema, namespaced ? 'namespaced' : 'cluster', ...parts].join(' ')
}

function schemaOf(definitions, { group, version, kind }) {
  const [name] =
    Object.entries(definitions).find(([, schema]) => {
      const kinds = schema['x-kubernetes-group-version-kind'] ?? []
      return kinds.length === 1 && kinds[0].group === group && kinds[0].version === version && kinds[0].kind === kind
    }) ?? []
  if (name === undefined) throw new Error(`no schema says that it is of ${kind} in ${group}/${version}`)
  return shortName(name)
}
