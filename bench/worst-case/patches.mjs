// Patches and applies at the limits.
import {
  apply,
  colliding,
  configMap,
  create,
  entryOf,
  id,
  json,
  MAPS,
  many,
  membersOf,
  merge,
  nested,
  OBJECT,
  pod,
  put,
  RICHES,
  raw,
  rich,
  strategic,
} from './make.mjs'

export const patches = () => [
  [
    'JSON patches',
    [
      create('a list of 90,000', RICHES, () => rich('j1', { free: { x: many(90_000, (i) => i), y: 1 } })),
      json('10,000 removals at the front', `${RICHES}/j1`, () => many(10_000, () => ({ op: 'remove', path: '/spec/free/x/0' }))),
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
      apply('45,000 entries', `${RICHES}/e2`, () => rich('e2', { entries: many(45_000, entryOf) }), 'one'),
      apply('45,000 tags', `${RICHES}/e3`, () => rich('e3', { tags: many(45_000, (i) => id(i)) }), 'one'),
      apply('45,000 others', `${RICHES}/e3`, () => rich('e3', { tags: many(45_000, (i) => id(i + 100_000)) }), 'one'),
      apply('65,000 tags', `${RICHES}/e4`, () => rich('e4', { tags: many(65_000, (i) => id(i)) }), 'one'),
      apply('30,000 numbers of one hash', `${RICHES}/e5`, () => rich('e5', { numbers: colliding(30_000) }), 'one'),
      apply('90,000 times the same tag', `${RICHES}/e6`, () => rich('e6', { tags: many(90_000, () => 'a') }), 'one'),
      apply('10,000 pairs', `${RICHES}/e7`, () => rich('e7', { pairs: many(10_000, (i) => ({ a: id(i), b: id(i) })) }), 'one'),
      apply(
        'the same by another',
        `${RICHES}/e7`,
        () => rich('e7', { pairs: many(10_000, (i) => ({ a: id(i), b: id(i) })) }),
        'two',
      ),
      apply('members of a map', `${RICHES}/e8`, () => rich('e8', { map: membersOf(OBJECT) }), 'one'),
      apply('no member of it', `${RICHES}/e8`, () => rich('e8', { map: {} }), 'one'),
      apply('members without a schema', `${RICHES}/e9`, () => rich('e9', { free: membersOf(OBJECT) }), 'one'),
      apply(
        '400 levels, many times',
        `${RICHES}/e10`,
        raw(rich('e10', { free: '@' }), '@', () => `{${many(160, (i) => `"k${i}":${nested(400)}`).join()}}`),
        'one',
      ),
      ...many(25, (i) =>
        apply(
          `1,350 entries by manager ${i + 1}`,
          `${RICHES}/e11`,
          () => rich('e11', { entries: many(1_350, entryOf) }),
          `m${i}`,
          { quiet: i < 24 },
        ),
      ),
      put('an update of their values', `${RICHES}/e11`, (version) =>
        rich('e11', { entries: many(1_350, (i) => ({ ...entryOf(i), value: 'x' })) }, { resourceVersion: version }),
      ),
      create('an object for updates', RICHES, () => rich('e12', { entries: many(9_000, entryOf) })),
      apply('the first apply to it', `${RICHES}/e12`, () => rich('e12', { map: { a: 'a' } }), 'one'),
      put('an update of all values', `${RICHES}/e12`, (version) =>
        rich('e12', { entries: many(9_000, (i) => ({ ...entryOf(i), count: 1 })) }, { resourceVersion: version }),
      ),
      apply(
        'conflicts without force',
        `${RICHES}/e12`,
        () => rich('e12', { entries: many(9_000, (i) => ({ ...entryOf(i), count: 2 })) }),
        'two',
        { unforced: true },
      ),
      apply(
        'the values of a list of another version',
        `/apis/example.com/v2/namespaces/default/riches/e12`,
        () => ({ ...rich('e12', { entries: many(7_000, entryOf) }), apiVersion: 'example.com/v2' }),
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
]
