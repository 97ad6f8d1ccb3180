// Patches of all four types: structures as values, operations that multiply data, unusual pointers and directives.
import { mutatedText } from '../mutate.mjs'
import { collectionOf, KINDS, NAMESPACES, nameFor, objectOf, textWith } from '../objects.mjs'
import { anyShape, bytesOf, ODD_VALUES, PROTOTYPE_KEYS } from '../shapes.mjs'
import { LARGE } from './json.mjs'

const TYPES = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
}
const pointerOf = (place) => `/${place.replaceAll('.', '/')}`
const ODD_POINTERS = [
  '',
  '/',
  '//',
  '/-',
  '/metadata',
  '/metadata/name',
  '/metadata/uid',
  '/metadata/resourceVersion',
  '/metadata/managedFields',
  '/data/~0~1',
  '/data/~2',
  '/spec/containers/-1',
  '/spec/containers/01',
  '/spec/containers/1e0',
  '/spec/containers/9007199254740993',
  '/data/-',
  'data',
  ...PROTOTYPE_KEYS.map((key) => `/${key}/polluted`),
  ...PROTOTYPE_KEYS.map((key) => `/data/${key}`),
]

const repeated = (bytes, operation) =>
  `[${Array.from({ length: Math.max(1, Math.min(12_000, Math.floor(bytes / operation.length))) }, () => operation).join()}]`

/** Texts of JSON patches. */
const JSON_PATCHES = {
  'copies that double': (random, bytes) =>
    `[{"op":"add","path":"/x","value":"${'x'.repeat(Math.min(bytes, 100_000))}"},${Array.from({ length: random.pick([5, 30, 200]) }, (_, index) => `{"op":"copy","from":"","path":"/y${index}"}`).join()}]`,
  'copies of lists': (random) =>
    `[{"op":"add","path":"/data","value":[[]]},${Array.from({ length: random.pick([5, 30, 2000]) }, () => '{"op":"copy","from":"/data","path":"/data/-"}').join()}]`,
  'many operations': (random, bytes, place) =>
    repeated(bytes, `{"op":"add","path":"${pointerOf(place)}","value":${random.pick(['{}', '[]', '1'])}}`),
  'many tests': (_random, bytes) => repeated(bytes, '{"op":"test","path":"/metadata/name","value":"x"}'),
  'many inserts at the front': (_random, bytes) =>
    `[{"op":"add","path":"/l","value":[]},${repeated(bytes, '{"op":"add","path":"/l/0","value":1}').slice(1)}`,
  'many removals': (_random, bytes, place) => repeated(bytes, `{"op":"remove","path":"${pointerOf(place)}"}`),
  'a structure': (random, bytes, place) =>
    `[{"op":"${random.pick(['add', 'replace', 'test'])}","path":"${pointerOf(place)}","value":${anyShape(random, bytes).text}}]`,
  'a structure as the patch': (random, bytes) => anyShape(random, bytes).text,
  'a long pointer': (random, bytes) =>
    `[{"op":"add","path":"${random.pick(['/a', '/', '/~1', '/0']).repeat(Math.max(1, bytes / 2))}","value":1}]`,
  'odd pointers': (random) =>
    `[${Array.from({ length: random.between(1, 5) }, () => JSON.stringify({ op: random.pick(['add', 'remove', 'replace', 'move', 'copy', 'test', 'x']), path: random.pick(ODD_POINTERS), from: random.pick(ODD_POINTERS), value: 1 })).join()}]`,
  'a move into itself': () => '[{"op":"move","from":"/metadata","path":"/metadata/x"}]',
}

/** Values of JSON merge patches and strategic merge patches, for a path. */
const MERGES = {
  'a structure': (random, bytes) => anyShape(random, bytes).text,
  'an odd value': (random) => random.pick(ODD_VALUES),
  'a directive': (random, bytes) =>
    random.pick([
      '{"$patch":"replace"}',
      '{"$patch":"delete"}',
      '{"$patch":"merge"}',
      '{"$patch":1}',
      '[{"$patch":"replace"}]',
      '[{"$patch":"delete","name":"c"}]',
      '{"$retainKeys":["a"]}',
      '{"$retainKeys":[{}]}',
      `[${Array.from({ length: Math.max(1, Math.floor(Math.min(bytes, 400_000) / 32)) }, (_, index) => `{"$patch":"delete","name":"n${index}"}`).join()}]`,
    ]),
}

/** Directives that are siblings of the field that they apply to. */
function besideDirectives(random, bytes) {
  const list = `[${Array.from({ length: Math.max(1, Math.floor(Math.min(bytes, 400_000) / 16)) }, (_, index) => `{"name":"n${index}"}`).join()}]`
  return `{"spec":{"$setElementOrder/${random.pick(['containers', 'x', '__proto__'])}":${random.pick([list, '[{}]', '[null]', '{}'])},"containers":${random.pick([list, '[]', 'null'])},"$deleteFromPrimitiveList/${random.pick(['args', 'finalizers', 'constructor'])}":["a"]}}`
}

export function patches(random, size) {
  const bytes = bytesOf(random, size)
  const target = random.pick(KINDS)
  const object = objectOf(target, nameFor(random))
  const place = random.pick(target.places)
  const type = random.pick(Object.keys(TYPES))
  const empty = { apiVersion: object.apiVersion, kind: object.kind }
  const name = random.pick(Object.keys(type === 'json' ? JSON_PATCHES : MERGES))
  const { what, body } = random.pick([
    () =>
      type === 'json'
        ? { what: name, body: JSON_PATCHES[name](random, bytes, place) }
        : { what: `${name} at ${place}`, body: textWith(type === 'apply' ? object : empty, place, MERGES[name](random, bytes)) },
    () =>
      type === 'json'
        ? { what: name, body: JSON_PATCHES[name](random, bytes, place) }
        : { what: `${name} at ${place}`, body: textWith(type === 'apply' ? object : empty, place, MERGES[name](random, bytes)) },
    () =>
      type === 'strategic'
        ? { what: 'directives', body: besideDirectives(random, bytes) }
        : { what: 'a changed object', body: mutatedText(random, object) },
  ])()
  const options = [
    ...(type === 'apply' ? [`fieldManager=fuzz-${random.int(3)}`, `force=${random.chance(0.5)}`] : []),
    ...(bytes > LARGE && random.chance(0.7) ? ['dryRun=All'] : []),
  ]
  const sub = random.chance(0.1) ? '/status' : ''
  const path = `${collectionOf(target, random.pick(NAMESPACES))}/${object.metadata.name}${sub}?${options.join('&')}`
  const patch = { user: random.chance(0.1) ? 'nobody' : 'admin', method: 'PATCH', path, type: TYPES[type], body }
  // Twice, as the second patch applies to the result of the first.
  const steps = random.chance(0.3) ? [patch, patch] : [patch]
  return { title: `${what}, ${type} patch of ${target.kind}`, steps }
}
