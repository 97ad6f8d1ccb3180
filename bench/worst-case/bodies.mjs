// Bodies of maximum size, depth and number of members, in each format.
import {
  BODY,
  CRDS,
  colliding,
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
        'more values than a body may have, 3 MiB',
        RICHES,
        raw(rich('a1', { atomic: '@' }), '@', () => `[${'{},'.repeat(BODY / 3 - 200)}{}]`),
      ),
      create('49,000 empty lists', RICHES, () => rich('a2', { free: { x: many(49_000, () => []) } })),
      create('99,000 numbers', RICHES, () => rich('a3', { free: { x: many(99_000, () => 1) } })),
      create('30,000 numbers of one hash, in a set', RICHES, () => rich('a4', { numbers: colliding(30_000) })),
      create('49,000 empty objects', RICHES, () => rich('a5', { atomic: many(49_000, () => ({})) })),
      create('members without a schema', RICHES, () => rich('a6', { free: membersOf(OBJECT) })),
      create('1,000 members of one hash, as names', MAPS, () =>
        configMap('a30', Object.fromEntries(colliding(1000).map((name) => [name, '']))),
      ),
      create('99,000 unknown fields, 3 MiB', RICHES, () =>
        rich('a7', Object.fromEntries(many(99_000, (i) => [`k${id(i)}`, 'x'.repeat(18)]))),
      ),
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
      create('wrong types', RICHES, () => rich('a11', { strict: many(99_000, () => 'x') })),
      create('wrong values', RICHES, () => rich('a12', { strict: many(49_000, () => ({ a: -1 })) })),
      create('entries with defaults', RICHES, () => rich('a13', { defaulted: many(49_000, () => ({})) })),
      create('entries with defaults, stored', RICHES, () => rich('a14', { defaulted: many(20_000, () => ({})) })),
      create(
        'repeated keys',
        RICHES,
        raw(rich('a15', { free: { x: '@' } }), '@', () => `{${many(99_000, () => '"a":1').join()}}`),
      ),
      create(
        'repeated keys below a long one',
        RICHES,
        raw(rich('a16', { free: '@' }), '@', () => `{"${'k'.repeat(OBJECT)}":{${many(50_000, () => '"a":1').join()}}}`),
      ),
      create('alternatives', RICHES, () => rich('a17', { either: many(15_000, (i) => ({ [`k${i % 10}`]: 1 })) })),
      create('patterns', RICHES, () => rich('a18', { patterned: many(15_000, (i) => `${'a'.repeat(50)}-${id(i)}`) })),
      create('rules', RICHES, () => rich('a19', { ruled: many(1000, (a) => ({ a })) })),
      create('finalizers', MAPS, () => configMap('a20', {}, { finalizers: fitting(0.48 * MIB, (i) => `a.b/${id(i)}`) })),
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
      create('data of a ConfigMap', MAPS, () => configMap('a25', membersOf(OBJECT))),
      create('containers of a Pod', '/api/v1/namespaces/default/pods', () =>
        pod('a26', { containers: many(49_000, (i) => ({ name: id(i) })) }),
      ),
      create('empty containers of a Pod', '/api/v1/namespaces/default/pods', () =>
        pod('a27', { containers: many(49_000, () => ({})) }),
      ),
      create('environment of a Pod', '/api/v1/namespaces/default/pods', () =>
        pod('a28', { containers: [{ name: 'a', image: 'a', env: fitting(0.34 * MIB, (i) => ({ name: id(i) })) }] }),
      ),
    ],
  ],
  [
    'YAML bodies',
    [
      create(
        'list in flow',
        RICHES,
        () => `apiVersion: example.com/v1\nkind: Rich\nmetadata: {name: y1}\nspec: {free: {x: [${'a,'.repeat(50_000)}]}}`,
        { type: 'application/yaml' },
      ),
      create(
        'list in blocks',
        RICHES,
        () =>
          `apiVersion: example.com/v1\nkind: Rich\nmetadata: {name: y2}\nspec:\n  free:\n    x:\n${'    - a\n'.repeat(25_000)}`,
        { type: 'application/yaml' },
      ),
      create(
        '10,000 entries',
        RICHES,
        () =>
          `apiVersion: example.com/v1\nkind: Rich\nmetadata: {name: y3}\nspec:\n  entries:\n${many(10_000, (i) => `  - name: k${id(i)}\n`).join('')}`,
        { type: 'application/yaml' },
      ),
      create(
        'a text of 1.1 MiB in double quotes',
        RICHES,
        () => `apiVersion: example.com/v1\nkind: Rich\nmetadata: {name: y4}\nspec:\n  free:\n    x: "${'k'.repeat(1.1 * MIB)}"`,
        { type: 'application/yaml' },
      ),
    ],
  ],
  [
    'Protobuf bodies',
    [
      create(
        '99,000 empty finalizers',
        MAPS,
        () =>
          protobuf('v1', 'ConfigMap', [[1, Buffer.concat([field(1, 'p1'), Buffer.alloc(2 * 99_000, Buffer.from([0x72, 0]))])]]),
        { type: 'application/vnd.kubernetes.protobuf' },
      ),
      create(
        '30,000 empty containers',
        '/api/v1/namespaces/default/pods',
        () =>
          protobuf('v1', 'Pod', [
            [1, field(1, 'p2')],
            [2, Buffer.alloc(2 * 30_000, Buffer.from([0x12, 0]))],
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
