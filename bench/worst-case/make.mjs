// Building blocks of the scenarios: types, objects, requests, and bodies of a given size.
export const MIB = 1024 * 1024
export const BODY = 3 * MIB - 1024
/** Maximum stored size of an object if all of its fields are also in managedFields. */
export const OBJECT = 0.62 * MIB

export const K = 'x-kubernetes-'
export const text = { type: 'string' }
export const keyed = (...keys) => ({ [`${K}list-type`]: 'map', [`${K}list-map-keys`]: keys })
export const list = (items, markers = {}) => ({ type: 'array', items, ...markers })
export const struct = (properties, more = {}) => ({ type: 'object', properties, ...more })
export const many = (count, make) => Array.from({ length: count }, (_, i) => make(i))
export const id = (i) => i.toString(36)

export const entry = struct({ name: text, value: text, count: { type: 'integer' } }, { required: ['name'] })
export const richSpec = struct({
  entries: list(entry, keyed('name')),
  pairs: list(struct({ a: text, b: { type: 'string', default: 'b' }, v: text }, { required: ['a'] }), keyed('a', 'b')),
  defaulted: list(
    struct({
      n: text,
      p: { type: 'string', default: 'TCP' },
      q: { type: 'integer', default: 1 },
      r: struct({ s: { type: 'string', default: 's' } }, { default: {} }),
    }),
  ),
  tags: list(text, { [`${K}list-type`]: 'set' }),
  numbers: list({ type: 'integer' }, { [`${K}list-type`]: 'set' }),
  atomic: list({ type: 'object', [`${K}preserve-unknown-fields`]: true }),
  map: { type: 'object', additionalProperties: text },
  maps: { type: 'object', additionalProperties: { type: 'object', additionalProperties: text } },
  free: { type: 'object', [`${K}preserve-unknown-fields`]: true },
  strict: list(struct({ a: { type: 'integer', minimum: 0 } }, { required: ['a'] })),
  patterned: list({ type: 'string', pattern: '^[a-z]([-a-z0-9]*[a-z0-9])?$', maxLength: 63 }),
  ruled: list(struct({ a: { type: 'integer' } }, { [`${K}validations`]: [{ rule: 'self.a >= 0' }] }), { maxItems: 1000 }),
  either: list({ type: 'object', [`${K}preserve-unknown-fields`]: true, oneOf: many(10, (i) => ({ required: [`k${i}`] })) }),
})

export const version = (name, properties, more = {}) => ({
  name,
  served: true,
  storage: name === 'v1',
  schema: { openAPIV3Schema: struct(properties) },
  ...more,
})
export const definition = (plural, kind, versions, more = {}) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.example.com` },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List` },
    versions,
    ...more,
  },
})
export const richDefinition = definition('riches', 'Rich', [
  version(
    'v1',
    { spec: richSpec },
    {
      additionalPrinterColumns: many(100, (i) => ({
        name: `C${i}`,
        type: 'string',
        jsonPath: i % 2 ? '.spec.entries[*].value' : '.spec.map.k1',
      })),
    },
  ),
  version('v2', { spec: richSpec }),
])

export const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
export const RICHES = '/apis/example.com/v1/namespaces/default/riches'
export const MAPS = '/api/v1/namespaces/default/configmaps'
export const rich = (name, spec, metadata = {}) => ({
  apiVersion: 'example.com/v1',
  kind: 'Rich',
  metadata: { name, namespace: 'default', ...metadata },
  spec,
})
export const configMap = (name, data, metadata = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'default', ...metadata },
  data,
})
export const pod = (name, spec) => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'default' }, spec })

export const create = (label, path, body, more = {}) => ({ label, method: 'POST', path, body, ...more })
export const put = (label, path, body, more = {}) => ({ label, method: 'PUT', path, body, ...more })
export const get = (label, path, more = {}) => ({ label, method: 'GET', path, ...more })
export const remove = (label, path, more = {}) => ({ label, method: 'DELETE', path, ...more })
export const patch = (kind, label, path, body, more = {}) => ({
  label,
  method: 'PATCH',
  path,
  body,
  type: `application/${kind}`,
  ...more,
})
export const json = (...rest) => patch('json-patch+json', ...rest)
export const merge = (...rest) => patch('merge-patch+json', ...rest)
export const strategic = (...rest) => patch('strategic-merge-patch+json', ...rest)
export const apply = (label, path, body, manager, more = {}) =>
  patch('apply-patch+yaml', label, `${path}?fieldManager=${manager}&force=true`, body, more)

/** As many entries as fit into a size. */
export const fitting = (bytes, make) => many(Math.floor((bytes - 2048) / (JSON.stringify(make(46655)).length + 1)), make)
export const entryOf = (i) => ({ name: id(i) })
export const membersOf = (bytes, value = '') =>
  Object.fromEntries(many(Math.floor((bytes - 2048) / (value.length + 11)), (i) => [`k${id(i + 46656)}`, value]))

/** The hash that V8 has of a whole number; it has no seed. */
function hashOf(number) {
  let hash = ~number + (number << 15)
  hash ^= hash >>> 12
  hash = (hash + (hash << 2)) | 0
  hash ^= hash >>> 4
  hash = Math.imul(hash, 2057)
  return hash ^ (hash >>> 16)
}
const collisions = []
/** Numbers of one hash in tables of up to 2^15 buckets. */
export function colliding(count) {
  for (let number = (collisions.at(-1) ?? 99_999) + 1; collisions.length < count; number++) {
    if ((hashOf(number) & 0x7fff) === 0) collisions.push(number)
  }
  return collisions.slice(0, count)
}

export const nested = (depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

/** Replaces a placeholder with raw text. */
export const raw = (object, marker, part) => () => JSON.stringify(object).replace(`"${marker}"`, part())

/** Properties of one kind, as many as a body may have. */
export const properties = (count, make) => struct(Object.fromEntries(many(count, (i) => [`p${id(i)}`, make(i)])))
