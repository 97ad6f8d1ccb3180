// The packaged kinds and their older versions, by their schemas: one list, map or string of an object has the maximum size.
import { catalogOf, releaseOf } from '../catalog.mjs'
import { collectionOf, NAMESPACES } from '../objects.mjs'
import { bytesOf } from '../shapes.mjs'

const DEPTH = 12
const TEXTS = [
  'a',
  'a-b',
  '1',
  '10.0.0.1',
  '10.0.0.0/8',
  '1Gi',
  'example.com/a',
  '/a/b',
  '0 0 * * *',
  '2026-01-01T00:00:00Z',
  '$(A)',
]

/** Resolves the reference of a schema, also inside `allOf`. */
function resolved({ refTo }, schema = {}) {
  const [other] = schema.allOf ?? []
  const ref = schema.$ref ?? other?.$ref
  return ref === undefined ? schema : refTo(ref.split('/').at(-1))
}

/** The smallest valid value of a schema. */
function least(target, schema, text, depth = 0) {
  const { type, properties = {}, required = [], enum: values, format } = resolved(target, schema)
  if (values) return values[0]
  if (type === 'array') return depth < DEPTH && required ? [least(target, resolved(target, schema).items, text, depth + 1)] : []
  if (type === 'string') return format === 'date-time' ? '2026-01-01T00:00:00Z' : text
  if (type === 'integer' || type === 'number') return 1
  if (type === 'boolean') return true
  if (properties.apiVersion || depth > DEPTH) return {}
  return Object.fromEntries(required.map((name) => [name, least(target, properties[name], text, depth + 1)]))
}

/** A large value for a schema: `{ value, at }`. */
function grown(random, target, schema, bytes, at = '', depth = 0) {
  const { type, properties, required = [], items, additionalProperties, enum: values } = resolved(target, schema)
  const text = random.pick(TEXTS)
  const many = (inner, make) => {
    const one = JSON.stringify(inner ?? null)
    return Array.from({ length: Math.max(1, Math.min(Math.floor(bytes / (one.length + 10)), 100_000)) }, (_, index) =>
      make(index, one),
    )
  }
  const names = Object.keys(properties ?? {}).filter((name) => !['apiVersion', 'kind', 'metadata'].includes(name))
  if (names.length > 0 && depth < DEPTH) {
    const name = random.pick(names)
    const inner = grown(random, target, properties[name], bytes, `${at}.${name}`, depth + 1)
    // With other fields, as validation often compares fields with each other.
    const beside = names.filter((other) => required.includes(other) || random.chance(0.15))
    const rest = beside.map((other) => [other, least(target, properties[other], text)])
    return { value: { ...Object.fromEntries(rest), [name]: inner.value }, at: inner.at }
  }
  if (type === 'array') {
    if (random.chance(0.5) && depth < DEPTH) {
      const inner = grown(random, target, items, bytes, `${at}[]`, depth + 1)
      return { value: [inner.value], at: inner.at }
    }
    // Items with different names, or all with the same.
    const differ = random.chance(0.6)
    const inner = withMembers(random, target, items, text)
    return {
      value: many(inner, (index, one) => JSON.parse(differ ? one.replaceAll(`"${text}"`, `"${text}${index}"`) : one)),
      at: `${at}[]*`,
    }
  }
  if (additionalProperties) {
    const inner = least(target, additionalProperties, text)
    return { value: Object.fromEntries(many(inner, (index) => [`k${index}`, inner])), at: `${at}{}*` }
  }
  if (type === 'string')
    return { value: values ? random.pick(values) : text.repeat(Math.max(1, bytes / text.length)), at: `${at}~` }
  if (type === 'object' || type === undefined) return { value: {}, at }
  return { value: random.pick([0, -1, 2 ** 31 - 1, -(2 ** 31), 2 ** 53]), at }
}

/** An item with some of its optional fields. */
function withMembers(random, target, schema, text) {
  const { properties = {} } = resolved(target, schema)
  const value = least(target, schema, text)
  if (typeof value !== 'object' || Array.isArray(value)) return value
  for (const name of Object.keys(properties)) if (random.chance(0.3)) value[name] ??= least(target, properties[name], text)
  return value
}

/** Requests about one object of a kind; the seed selects the served release. */
export async function kinds(random, size, seed) {
  const target = random.pick(await catalogOf(releaseOf(seed)))
  const bytes = Math.min(bytesOf(random, size), 2_500_000)
  const { value, at } = grown(random, target, target.schema, bytes)
  const collection = collectionOf(target, random.pick(NAMESPACES))
  const name = `fuzz-${random.int(3)}`
  const path = `${collection}/${name}`
  const body = JSON.stringify({ ...value, apiVersion: target.apiVersion, kind: target.kind, metadata: { name } })
  const admin = { user: 'admin', type: 'application/json', body }
  const steps = [
    { ...admin, method: 'POST', path: collection },
    { ...admin, method: 'PUT', path: `${path}?dryRun=All` },
    { ...admin, method: 'PATCH', path: `${path}?fieldManager=fuzz&force=true`, type: 'application/apply-patch+yaml' },
    {
      ...admin,
      method: 'PATCH',
      path,
      type: random.pick(['application/merge-patch+json', 'application/strategic-merge-patch+json']),
    },
    ...(target.subresources.includes('status') ? [{ ...admin, method: 'PUT', path: `${path}/status` }] : []),
    { user: 'admin', method: 'GET', path: collection, headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' } },
    { user: 'admin', method: 'GET', path, headers: { accept: 'application/vnd.kubernetes.protobuf' } },
    { user: 'admin', method: 'DELETE', path },
  ]
  return { title: `${target.apiVersion} ${target.kind}${at}`, steps }
}
