// Watches: unusual options, many at a time, clients that do not read.
import { collectionOf, KINDS, NAMESPACES } from '../objects.mjs'

const OPTIONS = {
  resourceVersion: ['0', '1', '', '-1', '999999999', '9007199254740993', 'x'],
  sendInitialEvents: ['true', 'false', 'x'],
  resourceVersionMatch: ['NotOlderThan', 'Exact', ''],
  allowWatchBookmarks: ['true', '1', 'x'],
  labelSelector: ['a%3Db', '!a', 'a%20in%20(b,c)', '%5B'],
  fieldSelector: ['metadata.name%3Dfuzz-0', 'x%3Dy', 'metadata.name!%3Dx'],
  limit: ['1', '-1', 'x'],
  continue: ['x'],
  pretty: ['true'],
}
const ACCEPTS = [
  'application/json',
  'application/json;as=Table;v=v1;g=meta.k8s.io',
  'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io',
  'application/vnd.kubernetes.protobuf;stream=watch',
  'application/yaml',
  'application/json;stream=watch',
]

export function watches(random, size) {
  const target = random.pick(KINDS)
  const collection = random.chance(0.5) ? collectionOf(target, random.pick(NAMESPACES)) : `${target.prefix}/${target.plural}`
  const names = Object.keys(OPTIONS).filter(() => random.chance(0.3))
  const options = names.map((name) => `&${name}=${random.pick(OPTIONS[name])}`).join('')
  const user = random.chance(0.15) ? 'nobody' : 'admin'
  const path = `${collection}?watch=${random.pick(['true', '1', 'True'])}&timeoutSeconds=1${options}`
  const watch = { user, method: 'GET', path, headers: { accept: random.pick(ACCEPTS) }, mayRun: true }
  if (random.chance(0.6)) return { title: `a watch of ${target.plural}${options}`, steps: [{ ...watch, forMs: 30 }] }
  const count = Math.max(1, Math.floor(random.pick([5, 50, 300]) * size))
  const initial = random.chance(0.7) ? '&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true' : ''
  const stalled = { ...watch, path: `${collection}?watch=true&timeoutSeconds=5${initial}` }
  return {
    title: `${count} watches of ${target.plural} that are not read${initial && ', from the start'}`,
    steps: [...stateOf(random, size), { crowd: { count, request: stalled, reads: false, forMs: 200 } }],
  }
}

/** The initial state: a few large objects. */
function stateOf(random, size) {
  const value = 'x'.repeat(Math.max(1, Math.floor(random.pick([100, 10_000, 500_000]) * size)))
  return Array.from({ length: 3 }, (_, index) => ({
    user: 'admin',
    method: 'POST',
    path: `/api/v1/namespaces/${NAMESPACES[0]}/configmaps`,
    type: 'application/json',
    body: JSON.stringify({ metadata: { name: `fuzz-${index}` }, data: { value } }),
  }))
}
