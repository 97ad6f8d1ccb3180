// The largest legal requests of each kind: scenarios of steps, each a request. Bodies are made when their turn comes.
const MIB = 1024 * 1024
export const BODY = 3 * MIB - 1024
/** What an object may take in the storage when all of its members are in the fields of a manager as well. */
const OBJECT = 0.62 * MIB

const K = 'x-kubernetes-'
const text = { type: 'string' }
const keyed = (...keys) => ({ [`${K}list-type`]: 'map', [`${K}list-map-keys`]: keys })
const list = (items, markers = {}) => ({ type: 'array', items, ...markers })
const struct = (properties, more = {}) => ({ type: 'object', properties, ...more })
const many = (count, make) => Array.from({ length: count }, (_, i) => make(i))
const id = (i) => i.toString(36)

const entry = struct({ name: text, value: text, count: { type: 'integer' } }, { required: ['name'] })
const richSpec = struct({
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

const version = (name, properties, more = {}) => ({
  name,
  served: true,
  storage: name === 'v1',
  schema: { openAPIV3Schema: struct(properties) },
  ...more,
})
const definition = (plural, kind, versions, more = {}) => ({
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
const richDefinition = definition('riches', 'Rich', [
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

const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const RICHES = '/apis/example.com/v1/namespaces/default/riches'
const MAPS = '/api/v1/namespaces/default/configmaps'
const rich = (name, spec, metadata = {}) => ({
  apiVersion: 'example.com/v1',
  kind: 'Rich',
  metadata: { name, namespace: 'default', ...metadata },
  spec,
})
const configMap = (name, data, metadata = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'default', ...metadata },
  data,
})
const pod = (name, spec) => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'default' }, spec })

const create = (label, path, body, more = {}) => ({ label, method: 'POST', path, body, ...more })
const put = (label, path, body, more = {}) => ({ label, method: 'PUT', path, body, ...more })
const get = (label, path, more = {}) => ({ label, method: 'GET', path, ...more })
const remove = (label, path, more = {}) => ({ label, method: 'DELETE', path, ...more })
const patch = (kind, label, path, body, more = {}) => ({
  label,
  method: 'PATCH',
  path,
  body,
  type: `application/${kind}`,
  ...more,
})
const json = (...rest) => patch('json-patch+json', ...rest)
const merge = (...rest) => patch('merge-patch+json', ...rest)
const strategic = (...rest) => patch('strategic-merge-patch+json', ...rest)
const apply = (label, path, body, manager, more = {}) =>
  patch('apply-patch+yaml', label, `${path}?fieldManager=${manager}&force=true`, body, more)

/** As many entries as fit, by what one takes. */
const fitting = (bytes, make) => many(Math.floor((bytes - 2048) / (JSON.stringify(make(46655)).length + 1)), make)
const entryOf = (i) => ({ name: id(i) })
const membersOf = (bytes, value = '') =>
  Object.fromEntries(many(Math.floor((bytes - 2048) / (value.length + 11)), (i) => [`k${id(i + 46656)}`, value]))
const nested = (depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

/** Raw text in the place of a marker. */
const raw = (object, marker, part) => () => JSON.stringify(object).replace(`"${marker}"`, part())

export function scenarios() {
  return [
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
    [
      'JSON patches',
      [
        create('a list of 90,000', RICHES, () => rich('j1', { free: { x: many(90_000, (i) => i), y: 1 } })),
        json('10,000 removals at the front', `${RICHES}/j1`, () =>
          many(10_000, () => ({ op: 'remove', path: '/spec/free/x/0' })),
        ),
        json('10,000 additions at the front', `${RICHES}/j1`, () =>
          many(10_000, (i) => ({ op: 'add', path: '/spec/free/x/0', value: i })),
        ),
        json('10,000 moves', `${RICHES}/j1`, () =>
          many(10_000, (i) => ({ op: 'move', from: `/spec/free/x/${89_000 - i}`, path: '/spec/free/x/0' })),
        ),
        json('10,000 tests of a large value', `${RICHES}/j1`, () =>
          many(10_000, () => ({ op: 'test', path: '/spec/free', value: {} })),
        ),
        json('tests of a large value, with it', `${RICHES}/j1`, () => [
          { op: 'test', path: '/spec/free/x', value: many(90_000, (i) => i) },
        ]),
        json('10,000 copies', `${RICHES}/j1`, () =>
          many(10_000, (i) => ({ op: 'copy', from: '/spec/free/x', path: `/spec/free/y${i}` })),
        ),
        json('copies that double', `${RICHES}/j1`, () =>
          many(60, () => ({ op: 'copy', from: '/spec/free', path: '/spec/free/z' })),
        ),
        json('10,000 additions of members', `${RICHES}/j1`, () =>
          many(10_000, (i) => ({ op: 'add', path: `/spec/free/m${i}`, value: {} })),
        ),
        json('a path of 5,000 parts', `${RICHES}/j1`, () => many(200, () => ({ op: 'add', path: '/a'.repeat(5_000), value: 1 }))),
      ],
    ],
    [
      'Merge patches',
      [
        create('an object', RICHES, () => rich('m1', { free: { a: 1 } })),
        merge('members', `${RICHES}/m1`, () => ({ spec: { free: membersOf(OBJECT - 4096) } })),
        merge('members to be removed', `${RICHES}/m1`, () => ({
          spec: { free: Object.fromEntries(Object.keys(membersOf(OBJECT)).map((key) => [key, null])) },
        })),
        merge(
          '99,000 nulls',
          `${RICHES}/m1`,
          raw({ spec: '@' }, '@', () => `{${many(99_000, (i) => `"k${id(i)}":null`).join()}}`),
        ),
      ],
    ],
    [
      'Strategic merge patches',
      [
        create('50,000 finalizers', MAPS, () => configMap('s0', {}, { finalizers: many(50_000, (i) => `a.b/${id(i)}`) })),
        strategic('deletion of all of them', `${MAPS}/s0`, () => ({
          metadata: { '$deleteFromPrimitiveList/finalizers': many(50_000, (i) => `a.b/${id(i)}`) },
        })),
        strategic('50,000 others', `${MAPS}/s0`, () => ({ metadata: { finalizers: many(50_000, (i) => `c.d/${id(i)}`) } })),
        strategic('an order of nearly all of them', `${MAPS}/s0`, () => ({
          metadata: {
            '$setElementOrder/finalizers': many(49_900, (i) => `c.d/${id(49_999 - i)}`),
            finalizers: many(49_900, (i) => `c.d/${id(49_999 - i)}`),
          },
        })),
        create('25,000 variables', '/api/v1/namespaces/default/pods', () =>
          pod('s1', { containers: [{ name: 'a', image: 'a', env: many(25_000, (i) => ({ name: id(i) })) }] }),
        ),
        strategic('25,000 changes, dry run', '/api/v1/namespaces/default/pods/s1?dryRun=All', () => ({
          spec: { containers: [{ name: 'a', env: many(25_000, (i) => ({ name: id(i), value: 'x' })) }] },
        })),
        strategic('25,000 deletions', '/api/v1/namespaces/default/pods/s1?dryRun=All', () => ({
          spec: { containers: [{ name: 'a', env: many(25_000, (i) => ({ name: id(i), $patch: 'delete' })) }] },
        })),
        strategic('an order of 25,000', '/api/v1/namespaces/default/pods/s1?dryRun=All', () => ({
          spec: { containers: [{ name: 'a', '$setElementOrder/env': many(25_000, (i) => ({ name: id(24_999 - i) })), env: [] }] },
        })),
        strategic('49,000 variables more', '/api/v1/namespaces/default/pods/s1?dryRun=All', () => ({
          spec: { containers: [{ name: 'a', env: many(49_000, (i) => ({ name: `n${id(i)}` })) }] },
        })),
      ],
    ],
    [
      'Applies',
      [
        apply('25,000 entries', `${RICHES}/e1`, () => rich('e1', { entries: many(25_000, entryOf) }), 'one'),
        apply('the same again', `${RICHES}/e1`, () => rich('e1', { entries: many(25_000, entryOf) }), 'one'),
        apply('half of them', `${RICHES}/e1`, () => rich('e1', { entries: many(15_000, entryOf) }), 'one'),
        apply('in another order', `${RICHES}/e1`, () => rich('e1', { entries: many(15_000, (i) => entryOf(14_999 - i)) }), 'one'),
        put('an update without them', `${RICHES}/e1`, (version) => rich('e1', { entries: [] }, { resourceVersion: version })),
        apply('150,000 entries', `${RICHES}/e2`, () => rich('e2', { entries: many(150_000, entryOf) }), 'one'),
        apply('70,000 tags', `${RICHES}/e3`, () => rich('e3', { tags: many(70_000, (i) => id(i)) }), 'one'),
        apply('70,000 others', `${RICHES}/e3`, () => rich('e3', { tags: many(70_000, (i) => id(i + 100_000)) }), 'one'),
        apply('150,000 tags', `${RICHES}/e4`, () => rich('e4', { tags: many(150_000, (i) => id(i)) }), 'one'),
        apply('150,000 numbers', `${RICHES}/e5`, () => rich('e5', { numbers: many(150_000, (i) => i) }), 'one'),
        apply('150,000 times the same tag', `${RICHES}/e6`, () => rich('e6', { tags: many(150_000, () => 'a') }), 'one'),
        apply('17,000 pairs', `${RICHES}/e7`, () => rich('e7', { pairs: many(17_000, (i) => ({ a: id(i), b: id(i) })) }), 'one'),
        apply(
          'the same by another',
          `${RICHES}/e7`,
          () => rich('e7', { pairs: many(17_000, (i) => ({ a: id(i), b: id(i) })) }),
          'two',
        ),
        apply('members of a map', `${RICHES}/e8`, () => rich('e8', { map: membersOf(OBJECT) }), 'one'),
        apply('no member of it', `${RICHES}/e8`, () => rich('e8', { map: {} }), 'one'),
        apply('members without a schema', `${RICHES}/e9`, () => rich('e9', { free: membersOf(BODY) }), 'one'),
        apply(
          '400 levels, many times',
          `${RICHES}/e10`,
          raw(rich('e10', { free: '@' }), '@', () => `{${many(600, (i) => `"k${i}":${nested(400)}`).join()}}`),
          'one',
        ),
        ...many(25, (i) =>
          apply(
            `2,000 entries by manager ${i + 1}`,
            `${RICHES}/e11`,
            () => rich('e11', { entries: many(2_000, entryOf) }),
            `m${i}`,
            { quiet: i < 24 },
          ),
        ),
        put('an update of their values', `${RICHES}/e11`, (version) =>
          rich('e11', { entries: many(2_000, (i) => ({ ...entryOf(i), value: 'x' })) }, { resourceVersion: version }),
        ),
        create('an object for updates', RICHES, () => rich('e12', { entries: many(25_000, entryOf) })),
        apply('the first apply to it', `${RICHES}/e12`, () => rich('e12', { map: { a: 'a' } }), 'one'),
        put('an update of all values', `${RICHES}/e12`, (version) =>
          rich('e12', { entries: many(25_000, (i) => ({ ...entryOf(i), count: 1 })) }, { resourceVersion: version }),
        ),
        apply(
          'conflicts without force',
          `${RICHES}/e12`,
          () => rich('e12', { entries: many(25_000, (i) => ({ ...entryOf(i), count: 2 })) }),
          'two',
          { unforced: true },
        ),
        apply(
          'the values of a list of another version',
          `/apis/example.com/v2/namespaces/default/riches/e12`,
          () => ({ ...rich('e12', { entries: many(20_000, entryOf) }), apiVersion: 'example.com/v2' }),
          'one',
        ),
        apply(
          '25,000 variables of a Pod',
          '/api/v1/namespaces/default/pods/e13',
          () => pod('e13', { containers: [{ name: 'a', image: 'a', env: many(25_000, (i) => ({ name: id(i) })) }] }),
          'one',
        ),
      ],
    ],
    [
      'Lists and watches',
      [
        ...many(10_000, (i) =>
          create('10,000 objects', MAPS, () => configMap(`w${id(i)}`, { a: 'a' }, { labels: { app: id(i) } }), {
            quiet: i < 9_999,
            parallel: true,
          }),
        ),
        get('in (…) with 2,500 values', `${MAPS}?labelSelector=${encodeURIComponent(`app in (${many(2_500, id).join()})`)}`),
        get(
          'notin (…), likewise',
          `${MAPS}?labelSelector=${encodeURIComponent(`app notin (${many(2_500, (i) => id(i + 20_000)).join()})`)}`,
        ),
        get('2,000 requirements', `${MAPS}?labelSelector=${encodeURIComponent(many(2_000, (i) => `!a.b/${id(i)}`).join())}`),
        get('a key 2,000 times', `${MAPS}?labelSelector=${encodeURIComponent(many(2_000, () => 'app').join())}`),
        get('fields', `${MAPS}?fieldSelector=${encodeURIComponent(many(500, () => 'metadata.name!=a').join())}`),
        get('a long continue token', `${MAPS}?limit=500&continue=${'A'.repeat(12_000)}`),
        get('a table', MAPS, { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' }),
        get('all of them', MAPS),
        get('in protobuf', MAPS, { accept: 'application/vnd.kubernetes.protobuf' }),
        get('in YAML', MAPS, { accept: 'application/yaml' }),
        get('a table of rich objects, 100 columns', RICHES, { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' }),
        get('in another version', RICHES.replace('v1', 'v2')),
        get('one in YAML', `${RICHES}/a6`, { accept: 'application/yaml' }),
        get('one, indented', `${RICHES}/a6?pretty=true`),
        get('one of many levels in YAML', `${RICHES}/a9`, { accept: 'application/yaml' }),
        get('one of many levels, indented', `${RICHES}/a9?pretty=true`),
        get('one of many lines in YAML', `${RICHES}/a29`, { accept: 'application/yaml' }),
        get(
          'a watch with 10,000 initial events',
          `${MAPS}?watch=true&timeoutSeconds=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`,
        ),
        get('a watch of rich objects as a table', `${RICHES}?watch=true&timeoutSeconds=1`, {
          accept: 'application/json;as=Table;v=v1;g=meta.k8s.io',
        }),
        remove('all of them', MAPS),
      ],
    ],
    [
      'Reviews',
      [
        create('TokenReview of a long token', '/apis/authentication.k8s.io/v1/tokenreviews', () => ({
          apiVersion: 'authentication.k8s.io/v1',
          kind: 'TokenReview',
          spec: { token: 'x'.repeat(2 * MIB), audiences: many(50_000, id) },
        })),
        create('SubjectAccessReview with much extra', '/apis/authorization.k8s.io/v1/subjectaccessreviews', () => ({
          apiVersion: 'authorization.k8s.io/v1',
          kind: 'SubjectAccessReview',
          spec: {
            user: 'bob',
            groups: many(50_000, id),
            extra: Object.fromEntries(many(50_000, (i) => [`k${id(i)}`, ['v']])),
            resourceAttributes: { verb: 'get', resource: 'pods' },
          },
        })),
      ],
    ],
    [
      'Access control',
      [
        create('a role of 20,000 rules', '/apis/rbac.authorization.k8s.io/v1/clusterroles', () => ({
          apiVersion: 'rbac.authorization.k8s.io/v1',
          kind: 'ClusterRole',
          metadata: { name: 'r1' },
          rules: many(20_000, (i) => ({ apiGroups: ['a'], resources: [id(i)], verbs: ['get'] })),
        })),
        create('a role of 100,000 names', '/apis/rbac.authorization.k8s.io/v1/clusterroles', () => ({
          apiVersion: 'rbac.authorization.k8s.io/v1',
          kind: 'ClusterRole',
          metadata: { name: 'r2' },
          rules: [{ apiGroups: [''], resources: ['pods'], resourceNames: many(100_000, id), verbs: ['get'] }],
        })),
        create('a binding of bob and 20,000 more', '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', () => ({
          apiVersion: 'rbac.authorization.k8s.io/v1',
          kind: 'ClusterRoleBinding',
          metadata: { name: 'b1' },
          roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'r1' },
          subjects: ['bob', ...many(20_000, id)].map((name) => ({ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name })),
        })),
        ...many(50, (i) =>
          create(
            '50 bindings more',
            '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings',
            () => ({
              apiVersion: 'rbac.authorization.k8s.io/v1',
              kind: 'ClusterRoleBinding',
              metadata: { name: `c${i}` },
              roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'r1' },
              subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'bob' }],
            }),
            { quiet: i < 49 },
          ),
        ),
        get('what bob may not', MAPS, { token: 'bob' }),
        create(
          'the rules of bob',
          '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews',
          () => ({ apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectRulesReview', spec: { namespace: 'default' } }),
          { token: 'bob' },
        ),
        create(
          'a role of bob, with rules that he has to have',
          '/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles',
          () => ({
            apiVersion: 'rbac.authorization.k8s.io/v1',
            kind: 'Role',
            metadata: { name: 'r3' },
            rules: many(20_000, (i) => ({ apiGroups: ['a'], resources: [id(i)], verbs: ['get'] })),
          }),
          { token: 'bob' },
        ),
        create('a binding that lets bob make roles', '/apis/rbac.authorization.k8s.io/v1/clusterroles', () => ({
          apiVersion: 'rbac.authorization.k8s.io/v1',
          kind: 'ClusterRole',
          metadata: { name: 'r4' },
          rules: [{ apiGroups: ['rbac.authorization.k8s.io'], resources: ['roles'], verbs: ['create'] }],
        })),
        create('and its binding', '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', () => ({
          apiVersion: 'rbac.authorization.k8s.io/v1',
          kind: 'ClusterRoleBinding',
          metadata: { name: 'b4' },
          roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'r4' },
          subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'bob' }],
        })),
        create(
          'a role of 20,000 rules by bob',
          '/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles',
          () => ({
            apiVersion: 'rbac.authorization.k8s.io/v1',
            kind: 'Role',
            metadata: { name: 'r5' },
            rules: many(20_000, (i) => ({ apiGroups: ['b'], resources: [id(i)], verbs: ['get'] })),
          }),
          { token: 'bob' },
        ),
        remove('the role', '/apis/rbac.authorization.k8s.io/v1/clusterroles/r1'),
      ],
    ],
    ['Rules and schemas at their budgets', atTheirBudgets()],
    [
      'Conversion by a webhook',
      [
        create('a definition', CRDS, () =>
          definition(
            'turned',
            'Turned',
            ['v1', 'v2', 'v3'].map((name) => version(name, { spec: richSpec })),
            {
              conversion: {
                strategy: 'Webhook',
                webhook: { clientConfig: { url: 'https://127.0.0.1/convert' }, conversionReviewVersions: ['v1'] },
              },
            },
          ),
        ),
        ...many(12, (i) =>
          create(
            '12 large objects',
            '/apis/example.com/v1/namespaces/default/turned',
            () => ({ ...rich(`t${i}`, { free: membersOf(OBJECT) }), kind: 'Turned' }),
            { quiet: i < 11 },
          ),
        ),
        ...many(500, (i) =>
          create(
            '500 small objects',
            '/apis/example.com/v1/namespaces/default/turned',
            () => ({ ...rich(`u${i}`, { map: { a: 'a' } }), kind: 'Turned' }),
            { quiet: i < 499, parallel: true },
          ),
        ),
        get('a watch in another version', '/apis/example.com/v2/namespaces/default/turned?watch=true&timeoutSeconds=4'),
        get('a list in a third version', '/apis/example.com/v3/namespaces/default/turned'),
        get('an object in another version', '/apis/example.com/v2/namespaces/default/turned/t3'),
      ],
    ],
    [
      'Definitions',
      [
        create('300 versions', CRDS, () =>
          definition(
            'olds',
            'Old',
            many(300, (i) => version(`v${i + 1}`, { spec: struct({ a: text }) })),
          ),
        ),
        get('an object of one of them', '/apis/example.com/v77/namespaces/default/olds'),
        create('a schema of 10,000 properties', CRDS, () =>
          definition('wides', 'Wide', [
            version('v1', {
              spec: struct(Object.fromEntries(many(10_000, (i) => [`p${id(i)}`, { ...text, description: 'x'.repeat(60) }]))),
            }),
          ]),
        ),
        create('an object of it', '/apis/example.com/v1/namespaces/default/wides', () => ({
          apiVersion: 'example.com/v1',
          kind: 'Wide',
          metadata: { name: 'a' },
          spec: Object.fromEntries(many(10_000, (i) => [`p${id(i)}`, 'x'])),
        })),
        create('90 levels', CRDS, () =>
          definition('deeps', 'Deep', [version('v1', { spec: many(90, String).reduce((below) => struct({ a: below }), text) })]),
        ),
        create('30 versions of 1,000 properties', CRDS, () =>
          definition(
            'broads',
            'Broad',
            many(30, (i) => version(`v${i + 1}`, { spec: struct(Object.fromEntries(many(1_000, (n) => [`p${id(n)}`, text]))) })),
          ),
        ),
        create('1,000 rules', CRDS, () =>
          definition('ruleds', 'Ruled', [
            version('v1', {
              spec: struct(
                Object.fromEntries(
                  many(1_000, (i) => [
                    `p${id(i)}`,
                    { ...text, maxLength: 10, [`${K}validations`]: [{ rule: `self.size() > ${i % 10}` }] },
                  ]),
                ),
              ),
            }),
          ]),
        ),
        create('an object of it', '/apis/example.com/v1/namespaces/default/ruleds', () => ({
          apiVersion: 'example.com/v1',
          kind: 'Ruled',
          metadata: { name: 'a' },
          spec: Object.fromEntries(many(1_000, (i) => [`p${id(i)}`, 'x'])),
        })),
        create('large defaults', CRDS, () =>
          definition('fills', 'Fill', [
            version('v1', { spec: struct({ items: list(struct({ a: { ...text, default: 'x'.repeat(1_000) } })) }) }),
          ]),
        ),
        create('49,000 items that get them', '/apis/example.com/v1/namespaces/default/fills', () => ({
          apiVersion: 'example.com/v1',
          kind: 'Fill',
          metadata: { name: 'a' },
          spec: { items: many(49_000, () => ({})) },
        })),
        create('1,000 items that get them', '/apis/example.com/v1/namespaces/default/fills', () => ({
          apiVersion: 'example.com/v1',
          kind: 'Fill',
          metadata: { name: 'b' },
          spec: { items: many(1_000, () => ({})) },
        })),
        ...largeDefinitions(),
        get('OpenAPI v2', '/openapi/v2'),
        get('OpenAPI v2 in protobuf', '/openapi/v2', {
          accept: 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf',
        }),
        get('OpenAPI v3', '/openapi/v3/apis/example.com/v1'),
        get('discovery', '/apis', { accept: 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList' }),
        merge('a change of the rich schema', `${CRDS}/riches.example.com`, () => ({
          spec: {
            versions: [
              version('v1', { spec: { ...richSpec, properties: { ...richSpec.properties, more: { ...text, default: 'x' } } } }),
              version('v2', { spec: richSpec }),
            ],
          },
        })),
        get('a list of what was stored before it', RICHES),
        remove('the definition, with its objects', `${CRDS}/riches.example.com`),
      ],
    ],
  ]
}

/** Properties of one kind, as many as a body may have. */
const properties = (count, make) => struct(Object.fromEntries(many(count, (i) => [`p${id(i)}`, make(i)])))

/** Objects whose judging costs as much as it may. */
function atTheirBudgets() {
  const numbers = list({ type: 'integer' }, { maxItems: 10_000 })
  const objects = (plural, kind, spec) =>
    create(`an object of ${plural}`, `/apis/example.com/v1/namespaces/default/${plural}`, () => ({
      apiVersion: 'example.com/v1',
      kind,
      metadata: { name: 'a' },
      spec: spec(),
    }))
  const define = (plural, kind, spec) =>
    create(`a definition of ${plural}`, CRDS, () => definition(plural, kind, [version('v1', { spec })]))
  const fields = many(10, (i) => `f${i}`)
  const rulesOf = (rule, items = numbers) =>
    struct(Object.fromEntries(fields.map((name) => [name, { ...items, [`${K}validations`]: [{ rule }] }])))
  const texts = { ...text, maxLength: 100_000 }
  const openOneOf = (count) => ({
    type: 'object',
    [`${K}preserve-unknown-fields`]: true,
    oneOf: many(count, (i) => ({ required: [`k${i}`] })),
  })
  return [
    define('loops', 'Loop', rulesOf('self.all(x, x >= 0)')),
    objects('loops', 'Loop', () => Object.fromEntries(fields.map((name) => [name, many(8_000, (i) => i)]))),
    define('maps', 'Map', rulesOf('self.map(x, x + 1).filter(x, x > 2).size() >= 0')),
    objects('maps', 'Map', () => Object.fromEntries(fields.map((name) => [name, many(8_000, (i) => i)]))),
    define('words', 'Word', rulesOf('self.matches("[ac]{0,100}[bd]") || true', texts)),
    objects('words', 'Word', () => Object.fromEntries(fields.map((name) => [name, 'ac'.repeat(40_000)]))),
    define('cuts', 'Cut', rulesOf('self.split("a").join("b").replace("b", "cc").lowerAscii().size() > 0', texts)),
    objects('cuts', 'Cut', () => Object.fromEntries(fields.map((name) => [name, 'ab'.repeat(40_000)]))),
    define(
      'lists',
      'List',
      struct({
        a: list({ type: 'integer', [`${K}validations`]: [{ rule: 'self >= 0 && self < 1000000' }] }, { maxItems: 100_000 }),
      }),
    ),
    objects('lists', 'List', () => ({ a: many(95_000, (i) => i) })),
    define(
      'entries',
      'Entry',
      struct({
        a: list(struct({ n: { type: 'integer' } }, { [`${K}validations`]: [{ rule: 'self.n >= 0' }] }), { maxItems: 50_000 }),
      }),
    ),
    objects('entries', 'Entry', () => ({ a: many(45_000, (n) => ({ n })) })),
    define('others', 'Other', struct({ a: openOneOf(20_000) })),
    objects('others', 'Other', () => ({ a: { k1: 1 } })),
    define('eithers', 'Either', struct({ a: list(openOneOf(100)) })),
    objects('eithers', 'Either', () => ({ a: many(20_000, () => ({ k1: 1 })) })),
    define(
      'sets',
      'Set',
      struct({
        a: list(
          { type: 'object', [`${K}preserve-unknown-fields`]: true, [`${K}map-type`]: 'atomic' },
          { [`${K}list-type`]: 'set' },
        ),
      }),
    ),
    objects('sets', 'Set', () => ({ a: many(24_000, (i) => ({ a: { b: [i] } })) })),
    // Lists of lists of unique items can only be had by what is no custom type.
    create('unique items, 100 deep', '/apis/worst.example.com/v1/namespaces/default/uniques', () => ({
      apiVersion: 'worst.example.com/v1',
      kind: 'Unique',
      metadata: { name: 'a' },
      spec: many(97, String).reduce(
        (below) => [below],
        many(40_000, (i) => [i]),
      ),
    })),
    create('50,000 alternatives', '/apis/worst.example.com/v1/namespaces/default/uniques', () => ({
      apiVersion: 'worst.example.com/v1',
      kind: 'Unique',
      metadata: { name: 'b' },
      alternatives: { k1: 1 },
    })),
  ]
}

/** Definitions at the bounds of what a body, a schema, or the judging of one may have; and an object of the widest. */
function largeDefinitions() {
  const whole = (label, plural, spec, more = {}) =>
    create(label, CRDS, () =>
      definition(plural, plural[0].toUpperCase() + plural.slice(1), [version('v1', { spec: spec() }, more)]),
    )
  const rule = { ...text, maxLength: 10, [`${K}validations`]: [{ rule: 'self.size() > 1' }] }
  return [
    whole('48,000 properties', 'hugea', () => properties(48_000, () => text)),
    whole('37,000 properties', 'hugeb', () => properties(37_000, () => text)),
    whole('19,500 properties', 'hugec', () => properties(19_500, () => text)),
    create('an object of 19,500 properties', '/apis/example.com/v1/namespaces/default/hugec', () => ({
      apiVersion: 'example.com/v1',
      kind: 'Hugec',
      metadata: { name: 'a' },
      spec: Object.fromEntries(many(19_500, (i) => [`p${id(i)}`, 'x'])),
    })),
    merge('a word more in it', `${CRDS}/hugec.example.com`, () => ({ spec: { names: { shortNames: ['hc'] } } })),
    apply(
      'the same applied',
      `${CRDS}/hugec.example.com`,
      () => definition('hugec', 'Hugec', [version('v1', { spec: properties(19_500, () => text) })]),
      'one',
    ),
    whole('37,000 properties that say nothing', 'huged', () => properties(37_000, () => ({}))),
    whole('19,500 lists', 'hugee', () => properties(19_500, () => list(text))),
    whole('9,000 defaults', 'hugef', () => properties(9_000, () => ({ ...text, default: 'x', maxLength: 10 }))),
    whole('9,000 nested defaults', 'hugeg', () =>
      properties(3_000, () => struct({ a: { ...text, default: 'x' }, b: { ...text, default: 'y' } }, { default: {} })),
    ),
    whole('9,000 wrong defaults', 'hugeh', () => properties(9_000, () => ({ ...text, default: 1 }))),
    whole('20,000 alternatives', 'hugei', () =>
      struct({ a: { type: 'object', [`${K}preserve-unknown-fields`]: true, oneOf: many(20_000, () => ({ required: ['a'] })) } }),
    ),
    whole('alternatives of what is not there', 'hugej', () =>
      struct({
        a: { type: 'object', oneOf: many(300, () => ({ properties: Object.fromEntries(many(60, (i) => [id(i), {}])) })) },
      }),
    ),
    whole('90,000 values to choose from', 'hugek', () => struct({ a: { ...text, enum: many(90_000, id) } })),
    whole('90,000 keys of a list', 'hugel', () =>
      struct({ a: list(struct({ a: text }, { required: ['a'] }), keyed(...many(90_000, id))) }),
    ),
    whole('many levels, wide', 'hugem', () =>
      properties(200, () => many(90, String).reduce((below) => struct({ a: below }), text)),
    ),
    whole('5,000 patterns', 'hugen', () => properties(5_000, (i) => ({ ...text, pattern: `^[a-z]${id(i)}$` }))),
    whole('a rule among 19,000 properties', 'hugeo', () => struct({ ...properties(19_000, () => text).properties, ruled: rule })),
    whole('700 rules among 5,000 objects', 'hugep', () =>
      struct({ ...properties(5_000, () => struct({ a: text })).properties, ruled: properties(700, () => rule) }),
    ),
    whole('a rule of 100,000 characters', 'hugeq', () =>
      struct({ a: { ...text, [`${K}validations`]: [{ rule: `${'self != "a" && '.repeat(6_500)}true` }] } }),
    ),
    get('the definition in YAML', `${CRDS}/hugec.example.com`, { accept: 'application/yaml' }),
    get('all definitions', CRDS),
    get('all definitions in YAML', CRDS, { accept: 'application/yaml' }),
  ]
}

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
  const message = Buffer.concat(
    fields.map(([number, bytes]) =>
      bytes[0] === 0x12 && bytes.length > 1_000_000 ? field(number, bytes) : field(number, bytes),
    ),
  )
  return Buffer.concat([Buffer.from('k8s\0'), field(1, Buffer.concat([field(1, apiVersion), field(2, kind)])), field(2, message)])
}
