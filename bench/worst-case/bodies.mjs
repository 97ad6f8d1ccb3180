// Bodies of maximum size, depth and number of members, in each format.
import {
  BODY,
  CRDS,
  configMap,
  create,
  fitting,
  id,
  MAPS,
  MIB,
  many,
  membersOf,
  nested,
  OBJECT,
  pod,
  RICHES,
  raw,
  rich,
  richDefinition,
} from './make.mjs'

export const bodies = () => [
  [
    'JSON bodies',
    [
      create('CRD with a rich schema', CRDS, () => richDefinition),
      create(
        'empty objects, 3 MiB',
        RICHES,
        raw(rich('a1', { atomic: '@' }), '@', () => `[${'{},'.repeat(BODY / 3 - 200)}{}]`),
      ),
      create(
        'empty lists, 3 MiB',
        RICHES,
        raw(rich('a2', { free: { x: '@' } }), '@', () => `[${'[],'.repeat(BODY / 3 - 200)}[]]`),
      ),
      create(
        'numbers, 3 MiB',
        RICHES,
        raw(rich('a3', { free: { x: '@' } }), '@', () => `[${'1,'.repeat(BODY / 2 - 200)}1]`),
      ),
      create(
        'numbers, 1.4 MiB, stored',
        RICHES,
        raw(rich('a4', { free: { x: '@' } }), '@', () => `[${'1,'.repeat(700_000)}1]`),
      ),
      create('49,000 empty objects', RICHES, () => rich('a5', { atomic: many(49_000, () => ({})) })),
      create('members without a schema', RICHES, () => rich('a6', { free: membersOf(OBJECT) })),
      create('unknown fields, 3 MiB', RICHES, () => rich('a7', membersOf(BODY))),
      create(
        '400 levels',
        RICHES,
        raw(rich('a8', { free: { x: '@' } }), '@', () => nested(400)),
      ),
      create(
        '400 levels, many times',
        RICHES,
        raw(rich('a9', { free: { x: '@' } }), '@', () => `[${many(240, () => nested(400)).join()}]`),
      ),
      create('one text of 1.4 MiB', RICHES, () => rich('a10', { free: { x: 'x'.repeat(1.4 * MIB) } })),
      create('wrong types', RICHES, () => rich('a11', { strict: many(100_000, () => 'x') })),
      create('wrong values', RICHES, () => rich('a12', { strict: fitting(OBJECT, () => ({ a: -1 })) })),
      create('entries with defaults', RICHES, () => rich('a13', { defaulted: many(49_000, () => ({})) })),
      create('entries with defaults, stored', RICHES, () => rich('a14', { defaulted: many(20_000, () => ({})) })),
      create(
        'repeated keys',
        RICHES,
        raw(rich('a15', { free: { x: '@' } }), '@', () => `{${many(100_000, () => '"a":1').join()}}`),
      ),
      create(
        'repeated keys below a long one',
        RICHES,
        raw(rich('a16', { free: '@' }), '@', () => `{"${'k'.repeat(MIB)}":{${many(50_000, () => '"a":1').join()}}}`),
      ),
      create('alternatives', RICHES, () => rich('a17', { either: fitting(OBJECT, (i) => ({ [`k${i % 10}`]: 1 })) })),
      create('patterns', RICHES, () => rich('a18', { patterned: many(20_000, (i) => `${'a'.repeat(50)}-${id(i)}`) })),
      create('rules', RICHES, () => rich('a19', { ruled: many(1000, (a) => ({ a })) })),
      create('finalizers', MAPS, () => configMap('a20', {}, { finalizers: fitting(OBJECT, (i) => `a.b/${id(i)}`) })),
      create('labels', MAPS, () => configMap('a21', {}, { labels: membersOf(OBJECT) })),
      create('annotations', MAPS, () => configMap('a22', {}, { annotations: membersOf(256 * 1024) })),
      create('owner references', MAPS, () =>
        configMap(
          'a23',
          {},
          { ownerReferences: fitting(OBJECT, (i) => ({ apiVersion: 'v1', kind: 'A', name: 'a', uid: id(i) })) },
        ),
      ),
      create('managedFields', MAPS, () =>
        configMap(
          'a24',
          {},
          {
            managedFields: fitting(OBJECT, (i) => ({
              manager: id(i),
              operation: 'Apply',
              apiVersion: 'v1',
              fieldsType: 'FieldsV1',
              fieldsV1: { 'f:data': {} },
            })),
          },
        ),
      ),
      create('lines below 240 levels', RICHES, () =>
        rich('a29', { free: many(240, String).reduce((below) => ({ a: below }), { text: 'x\n'.repeat(400_000) }) }),
      ),
      create('data of a ConfigMap', MAPS, () => configMap('a25', membersOf(MIB))),
      create('containers of a Pod', '/api/v1/namespaces/default/pods', () =>
        pod('a26', { containers: many(49_000, (i) => ({ name: id(i) })) }),
      ),
      create('empty containers of a Pod', '/api/v1/namespaces/default/pods', () =>
        pod('a27', { containers: many(49_000, () => ({})) }),
      ),
      create('environment of a Pod', '/api/v1/namespaces/default/pods', () =>
        pod('a28', { containers: [{ name: 'a', image: 'a', env: fitting(OBJECT, (i) => ({ name: id(i) })) }] }),
      ),
    ],
  ],
  [
    'YAML bodies',
    [
      create(
        'list in flow',
        RICHES,
        () => `apiVersion: example.com/v1\nkind: Rich\nmetadata: {name: y1}\nspec: {free: {x: [${'a,'.repeat(1_500_000)}]}}`,
        { type: 'application/yaml' },
      ),
      create(
        'list in blocks',
        RICHES,
        () =>
          `apiVersion: example.com/v1\nkind: Rich\nmetadata: {name: y2}\nspec:\n  free:\n    x:\n${'    - a\n'.repeat(350_000)}`,
        { type: 'application/yaml' },
      ),
      create(
        '20,000 entries',
        RICHES,
        () =>
          `apiVersion: example.com/v1\nkind: Rich\nmetadata: {name: y3}\nspec:\n  entries:\n${many(20_000, (i) => `  - name: ${id(i)}\n`).join('')}`,
        { type: 'application/yaml' },
      ),
    ],
  ],
  [
    'Protobuf bodies',
    [
      create(
        '1.4 M empty finalizers',
        MAPS,
        () =>
          protobuf('v1', 'ConfigMap', [
            [1, Buffer.concat([field(1, 'p1'), Buffer.alloc(2 * 1_400_000, Buffer.from([0x72, 0]))])],
          ]),
        { type: 'application/vnd.kubernetes.protobuf' },
      ),
      create(
        '1.4 M empty containers',
        '/api/v1/namespaces/default/pods',
        () =>
          protobuf('v1', 'Pod', [
            [1, field(1, 'p2')],
            [2, Buffer.alloc(2 * 1_400_000, Buffer.from([0x12, 0]))],
          ]),
        { type: 'application/vnd.kubernetes.protobuf' },
      ),
      create(
        'data',
        MAPS,
        () =>
          protobuf('v1', 'ConfigMap', [
            [1, field(1, 'p3')],
            ...many(60_000, (i) => [2, Buffer.concat([field(1, id(i + 46656)), field(2, '')])]),
          ]),
        { type: 'application/vnd.kubernetes.protobuf' },
      ),
    ],
  ],
]

const varint = (value) => {
  const bytes = []
  for (let rest = value; ; rest >>>= 7) {
    bytes.push(rest > 0x7f ? (rest & 0x7f) | 0x80 : rest)
    if (rest <= 0x7f) return Buffer.from(bytes)
  }
}
const field = (number, value) => {
  const bytes = Buffer.from(value)
  return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes])
}

/** An object in the binary envelope, by the fields of its message. The last may be made already. */
function protobuf(apiVersion, kind, fields) {
  const message = Buffer.concat(fields.map(([number, bytes]) => field(number, bytes)))
  return Buffer.concat([Buffer.from('k8s\0'), field(1, Buffer.concat([field(1, apiVersion), field(2, kind)])), field(2, message)])
}
