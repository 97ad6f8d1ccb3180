import { describe, expect, test } from '@jest/globals'
import { apply, compileType, fieldsOf, type VersionConverter, writeFieldsV1 } from '../../src/apply/index.js'
import type { JsonObject } from '../../src/meta/index.js'
import { Scenario } from './scenario.js'

const text = { type: 'string' }
const struct = (properties: JsonObject): JsonObject => ({ type: 'object', properties })
const entries = (...keys: string[]): JsonObject => ({
  type: 'array',
  items: struct({ name: text, port: { type: 'integer' }, v: text, w: text }),
  'x-platform-list-type': 'map',
  'x-platform-list-map-keys': keys,
})
const schema = struct({
  replicas: { type: 'integer' },
  data: { type: 'object', additionalProperties: text },
  whole: { type: 'array', items: text },
  set: { type: 'array', items: text, 'x-platform-list-type': 'set' },
  list: entries('name'),
})
const scenario = () => new Scenario(schema)

describe('sharing', () => {
  test('a field two appliers agree on survives when one of them drops it', () => {
    scenario()
      .apply('alice', { replicas: 3 })
      .apply('bob', { replicas: 3 })
      .apply('alice', {})
      .expect({ object: { replicas: 3 }, owners: { bob: ['.replicas'] } })
  })

  test('a change by either of two owners conflicts with the other', () => {
    scenario()
      .apply('alice', { replicas: 3 })
      .apply('bob', { replicas: 3 })
      .apply('alice', { replicas: 4 })
      .expect({ object: { replicas: 3 }, conflicts: ['bob .replicas'] })
  })

  test('applying the live value instead makes the ownership shared', () => {
    scenario()
      .apply('alice', { replicas: 3 })
      .apply('bob', { replicas: 4 })
      .expect({ conflicts: ['alice .replicas'] })
      .apply('bob', { replicas: 3 })
      .expect({ owners: { alice: ['.replicas'], bob: ['.replicas'] } })
  })
})

describe('conflicts', () => {
  test('with force the field changes its owner', () => {
    scenario()
      .apply('alice', { replicas: 3, data: { a: '1' } })
      .apply('bob', { replicas: 4 }, { force: true })
      .expect({ object: { replicas: 4, data: { a: '1' } }, owners: { alice: ['.data.a'], bob: ['.replicas'] } })
  })

  test('a manager without fields is removed', () => {
    scenario()
      .apply('alice', { replicas: 3 })
      .apply('bob', { replicas: 4 }, { force: true })
      .expect({ owners: { bob: ['.replicas'] } })
  })

  test('an update never conflicts, and owns what it changes', () => {
    scenario()
      .apply('alice', { replicas: 3, data: { a: '1' } })
      .update('scaler', { replicas: 5, data: { a: '1' } })
      .expect({ owners: { alice: ['.data.a'], scaler: ['.replicas'] } })
      .apply('alice', { replicas: 3, data: { a: '1' } })
      .expect({ conflicts: ['scaler .replicas'] })
      .apply('alice', { data: { a: '1' } })
      .expect({ object: { replicas: 5, data: { a: '1' } }, owners: { alice: ['.data.a'], scaler: ['.replicas'] } })
  })

  test('are listed by manager, fields before what is below others', () => {
    scenario()
      .apply('bob', { data: { k: '1' }, whole: ['a'] })
      .apply('alice', { replicas: 1 })
      .apply('carol', { data: { k: '2' }, whole: ['b'], replicas: 2 })
      .expect({ conflicts: ['alice .replicas', 'bob .whole', 'bob .data.k'] })
  })
})

describe('giving up', () => {
  test('a field without other owners is removed with its last owner', () => {
    scenario()
      .apply('alice', { replicas: 3, data: { a: '1', b: '1' } })
      .apply('alice', { data: { b: '1' } })
      .expect({ object: { data: { b: '1' } }, owners: { alice: ['.data.b'] } })
      .apply('alice', {})
      .expect({ object: {}, owners: {} })
  })

  test('fields of other managers below a part that is given up stay, and the part, too', () => {
    scenario()
      .apply('alice', { list: [{ name: 'a', v: '1' }] })
      .apply('bob', { list: [{ name: 'a', w: '2' }] })
      .apply('alice', {})
      .expect({
        object: { list: [{ name: 'a', w: '2' }] },
        owners: { bob: ['.list[name="a"].name', '.list[name="a"].w'] },
      })
  })
})

describe('lists', () => {
  test('items of a set are owned one by one; a list without a marker as a whole', () => {
    scenario()
      .apply('alice', { set: ['a', 'b'], whole: ['a'] })
      .apply('bob', { set: ['c', 'b'] })
      .expect({ object: { set: ['a', 'c', 'b'], whole: ['a'] } })
      .apply('alice', { set: ['a'], whole: ['a'] })
      .expect({ owners: { alice: ['.set[="a"]', '.whole'], bob: ['.set[="b"]', '.set[="c"]'] } })
      .apply('bob', { whole: ['b'] })
      .expect({ conflicts: ['alice .whole'] })
  })

  test.each([
    ['what only the applier has comes after', 'abc', 'xy', 'abcxy'],
    ['what both have is in the order of the applier', 'abc', 'ca', 'bca'],
    ['new items stand where the applier has them among the common ones', 'ab', 'axb', 'axb'],
    ['items of others keep their place before the next common one', 'xaybz', 'ba', 'xybza'],
    ['nothing moves when the order is that of the live list', 'xaybz', 'ab', 'xaybz'],
    ['an empty list says nothing', 'abc', '', 'abc'],
  ])('%s', (_name, live, applied, merged) => {
    scenario()
      .update('writer', { set: [...live] })
      .apply('alice', { set: [...applied] })
      .expect({ object: { set: [...merged] } })
  })
})

describe('a change of schema', () => {
  const part = (isAtomic: boolean): JsonObject =>
    struct({ m: { type: 'object', additionalProperties: text, ...(isAtomic && { 'x-platform-map-type': 'atomic' }) } })

  test('to atomic makes every owner of a part an owner of the whole', () => {
    new Scenario(part(false))
      .apply('alice', { m: { a: '1' } })
      .apply('bob', { m: { b: '1' } })
      .schema(part(true))
      .apply('carol', { m: { a: '1', b: '2' } })
      .expect({ conflicts: ['alice .m', 'bob .m'] })
  })

  test('to granular makes no manager an owner of the items', () => {
    new Scenario(part(true))
      .apply('alice', { m: { a: '1', b: '1' } })
      .schema(part(false))
      .apply('bob', { m: { a: '2' } })
      .expect({ object: { m: { a: '2', b: '1' } } })
  })
})

describe('versions', () => {
  // v2 calls v1's `size` by the name `count`.
  const types = { v1: compileType(struct({ size: text, other: text })), v2: compileType(struct({ count: text, other: text })) }
  const rename = (object: unknown, from: string, to: string) => {
    const { [from]: value, ...rest } = object as Record<string, unknown>
    return value === undefined ? rest : { ...rest, [to]: value }
  }
  const converter: VersionConverter = {
    typeOf: (version) => types[version as 'v1' | 'v2'],
    convert: (object, from) => (from === 'v1' ? rename(object, 'size', 'count') : rename(object, 'count', 'size')),
  }
  const fields = (version: 'v1' | 'v2', object: unknown) => {
    const set = fieldsOf(types[version], object)
    if (!set) throw new Error('it does not fit')
    return { version, applied: true, fields: set }
  }

  test('ownership holds across versions, by the names that a field has in them', () => {
    const managers = new Map([['alice', fields('v1', { size: '1', other: 'x' })]])
    const request = { type: types.v2, version: 'v2', live: { count: '1', other: 'x' }, managers, converter }
    const refused = apply({ ...request, manager: 'bob', applied: { count: '2' } })
    expect(refused).toMatchObject({ outcome: 'conflict', conflicts: [{ manager: 'alice', text: '.size' }] })
    const forced = apply({ ...request, manager: 'bob', applied: { count: '2' }, force: true })
    if (forced.outcome !== 'applied') throw new Error(forced.outcome)
    const owned = [...forced.managers].map(([name, { version, fields: set }]) => [name, version, writeFieldsV1(set)])
    expect(owned).toEqual([
      ['alice', 'v1', { 'f:other': {} }],
      ['bob', 'v2', { 'f:count': {} }],
    ])
  })

  test('an applier that changes versions gives up the fields that it owned in the other version', () => {
    const managers = new Map([['alice', fields('v1', { size: '1', other: 'x' })]])
    const live = { count: '1', other: 'x' }
    const result = apply({ type: types.v2, version: 'v2', live, managers, converter, manager: 'alice', applied: { other: 'x' } })
    expect(result).toMatchObject({ outcome: 'applied', object: { other: 'x' } })
    expect(result.outcome === 'applied' && result.managers.get('alice')?.version).toBe('v2')
  })

  test('managers of a removed version are dropped', () => {
    const managers = new Map([['alice', { ...fields('v1', { size: '1' }), version: 'v0' }]])
    const live = { size: '1' }
    const result = apply({ type: types.v1, version: 'v1', live, managers, converter, manager: 'bob', applied: { size: '2' } })
    expect(result.outcome === 'applied' && [...result.managers.keys()]).toEqual(['bob'])
  })
})
