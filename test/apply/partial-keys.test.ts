import { describe, expect, test } from '@jest/globals'
import { applyConfiguration, compileType, extract, FieldSet, fieldsOf, validate, writeFieldsV1 } from '../../src/apply/index.js'
import type { JsonObject } from '../../src/meta/index.js'
import { Scenario } from './scenario.js'

const text = { type: 'string' }
const ports = (keys: readonly string[], more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties: {
    ports: {
      type: 'array',
      items: {
        type: 'object',
        properties: { port: { type: 'integer' }, protocol: { ...text, ...more }, zone: text, name: text },
      },
      'x-platform-list-type': 'map',
      'x-platform-list-map-keys': keys,
    },
  },
})
const schema = ports(['port', 'protocol', 'zone'])

describe('an entry that lacks some of its keys', () => {
  test.each([
    [{ protocol: 'TCP' }, 'k:{"protocol":"TCP"}'],
    [{ port: 80 }, 'k:{"port":80}'],
    [{ zone: 'a', port: 80 }, 'k:{"port":80,"zone":"a"}'],
    [{ protocol: 'TCP', zone: 'a' }, 'k:{"protocol":"TCP","zone":"a"}'],
    [{ protocol: null }, 'k:{"protocol":null}'],
    [{ zone: 'a', protocol: 'TCP', port: 0 }, 'k:{"port":0,"protocol":"TCP","zone":"a"}'],
  ])('%j is identified by the keys that it has', (entry, element) => {
    const set = fieldsOf(compileType(schema), { ports: [entry] })
    expect(Object.keys(writeFieldsV1(set ?? FieldSet.empty)['f:ports'] ?? {})).toEqual([element])
  })

  test('is identified by a default as if it had that key', () => {
    const set = fieldsOf(compileType(ports(['port', 'protocol'], { default: 'TCP' })), { ports: [{ name: 'a' }] })
    expect(Object.keys(writeFieldsV1(set ?? FieldSet.empty)['f:ports'] ?? {})).toEqual(['k:{"protocol":"TCP"}'])
  })

  test.each([
    [[{ port: 80 }, { port: 80, protocol: 'TCP' }], true],
    [[{ port: 80 }, { protocol: 'TCP' }, { zone: 'a' }], true],
    [[{ port: 80, zone: 'a' }, { port: 80, zone: 'b' }, { port: 80 }], true],
    [
      [
        { port: 80, name: 'x' },
        { port: 80, name: 'y' },
      ],
      false,
    ],
    [[{ protocol: 'TCP' }, { port: 1 }, { protocol: 'TCP' }], false],
    [[{ name: 'x' }], false],
    [[{ port: 80 }, {}], false],
  ])('%j: each combination of keys is one entry (%s)', (entries, isValid) => {
    const type = compileType(schema)
    const problems = validate(type, { ports: entries })
    expect(problems).toHaveLength(isValid ? 0 : 1)
    expect(fieldsOf(type, { ports: entries }) !== undefined).toBe(isValid)
    expect(applyConfiguration({ type, configuration: { ports: entries }, manager: 'alice' }).outcome).toBe(
      isValid ? 'applied' : 'invalid',
    )
  })

  test('differs from an entry that has the same keys and one more', () => {
    new Scenario(schema)
      .apply('alice', { ports: [{ port: 80, name: 'a' }] })
      .apply('bob', { ports: [{ port: 80, protocol: 'TCP', name: 'b' }] })
      .expect({
        object: {
          ports: [
            { port: 80, name: 'a' },
            { port: 80, protocol: 'TCP', name: 'b' },
          ],
        },
        owners: {
          alice: ['.ports[port=80].name', '.ports[port=80].port'],
          bob: [
            '.ports[port=80,protocol="TCP"].name',
            '.ports[port=80,protocol="TCP"].port',
            '.ports[port=80,protocol="TCP"].protocol',
          ],
        },
      })
      .apply('alice', {})
      .expect({ object: { ports: [{ port: 80, protocol: 'TCP', name: 'b' }] } })
  })

  test('is the same entry for two managers, in whatever order', () => {
    new Scenario(schema)
      .apply('alice', { ports: [{ port: 80, name: 'a' }, { protocol: 'UDP' }] })
      .apply('bob', { ports: [{ protocol: 'UDP' }, { port: 80, name: 'b' }] })
      .expect({ conflicts: ['alice .ports[port=80].name'] })
      .apply('bob', { ports: [{ protocol: 'UDP' }, { port: 80, name: 'b' }] }, { force: true })
      .expect({ object: { ports: [{ protocol: 'UDP' }, { port: 80, name: 'b' }] } })
  })

  test('keeps its identity when the schema gains a key, beside entries that have the new key', () => {
    new Scenario(ports(['port']))
      .apply('alice', { ports: [{ port: 80, name: 'a' }] })
      .schema(ports(['port', 'protocol']))
      .apply('bob', { ports: [{ port: 80, protocol: 'UDP', name: 'b' }] })
      .expect({
        object: {
          ports: [
            { port: 80, name: 'a' },
            { port: 80, protocol: 'UDP', name: 'b' },
          ],
        },
      })
      .apply('bob', { ports: [{ port: 80, name: 'c' }] })
      .expect({ conflicts: ['alice .ports[port=80].name'] })
      .apply('alice', { ports: [{ port: 80, name: 'd' }] })
      .expect({
        object: {
          ports: [
            { port: 80, name: 'd' },
            { port: 80, protocol: 'UDP', name: 'b' },
          ],
        },
      })
  })

  test('is extracted with the keys that it has', () => {
    const type = compileType(schema)
    const object = { ports: [{ port: 80, name: 'a', zone: 'z' }] }
    const set = FieldSet.from([['f:ports', 'k:{"port":80,"zone":"z"}', 'f:name']])
    expect(extract(type, object, set, { withKeys: true })).toEqual(object)
    expect(extract(type, object, set)).toEqual({ ports: [{ name: 'a' }] })
  })
})

describe('an extraction', () => {
  const set = FieldSet.from([['f:ports']])

  test.each([{}, null, undefined])('of nothing (%j) is an empty object', (nothing) => {
    for (const fields of [set, FieldSet.empty]) {
      for (const withKeys of [true, false]) expect(extract(compileType(schema), nothing, fields, { withKeys })).toEqual({})
    }
  })

  test('that leaves nothing of what was there is null', () => {
    expect(extract(compileType(schema), { ports: [{ port: 1 }] }, FieldSet.empty)).toBeNull()
  })
})
