// Calls of the in-process client: parsed JSON texts, and JavaScript values that are not JSON. probe.mjs performs the calls.
import { KINDS, NAMESPACES, nameFor, objectOf, textWith } from '../objects.mjs'
import { anyShape, bytesOf } from '../shapes.mjs'

/** Names of values that are not JSON; the probe creates them at a path in the object. */
export const STRANGE = [
  'a bigint',
  'NaN',
  'a cycle',
  'a date',
  'a map',
  'a function',
  'a symbol',
  'a getter that throws',
  'a toJSON that throws',
  'a toJSON of itself',
  'a sparse list',
  'a proxy',
  'a long list of nothing',
  'a typed array',
  'null without a prototype',
  'a deep object',
]

const VERBS = ['create', 'update', 'apply', 'merge', 'json', 'strategic', 'list', 'watch', 'get', 'delete']

export function inProcess(random, size) {
  const target = random.pick(KINDS.filter(({ kind }) => !['Pod', 'Deployment', 'Widget'].includes(kind)))
  const object = objectOf(target, nameFor(random))
  const place = random.pick(target.places)
  const verb = random.pick(VERBS)
  const strange = random.chance(0.3) ? random.pick(STRANGE) : undefined
  const { shape, text } = anyShape(random, Math.min(bytesOf(random, size), 1_500_000))
  const names = ['deep lists', 'deep objects', 'one long number']
  // JSON.parse, which converts the texts to values, has no limits; and not all texts are JSON.
  const fragment = names.includes(shape) ? '{}' : text
  const call = {
    verb,
    type: {
      group: target.apiVersion.includes('/') ? target.apiVersion.split('/')[0] : '',
      version: target.apiVersion.split('/').at(-1),
      kind: target.kind,
    },
    namespace: target.namespaced ? random.pick(NAMESPACES) : undefined,
    name: object.metadata.name,
    user: random.chance(0.1) ? 'nobody' : undefined,
    text: textWith(object, place, fragment),
    options: random.pick([
      '{}',
      '{"labelSelector":"a in ("}',
      '{"limit":-1}',
      '{"limit":1e400}',
      '{"continue":"x"}',
      '{"resourceVersion":"x"}',
      '{"fieldManager":"x"}',
      '{"dryRun":"All"}',
      '{"force":true,"fieldManager":"x"}',
      '{"__proto__":{"polluted":1}}',
    ]),
    ...(strange && { strange: { what: strange, place } }),
  }
  return { title: `${strange ?? shape} at ${place}, ${verb} ${target.kind}`, steps: [{ call }] }
}
