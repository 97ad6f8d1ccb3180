import { describe, expect, test } from '@jest/globals'
import { z } from 'zod'
import {
  applyConfiguration,
  compileObjectType,
  compileType,
  explain,
  type FieldSet,
  formatPath,
  type PlainResult,
  readManagers,
  whatIf,
} from '../../src/apply/index.js'
import { deepFreeze } from '../../src/meta/index.js'

const text = { type: 'string' }
const schema = {
  type: 'object',
  properties: {
    replicas: { type: 'integer' },
    whole: { type: 'array', items: text },
    ports: {
      type: 'array',
      items: { type: 'object', properties: { port: { type: 'integer' }, protocol: { ...text, default: 'TCP' }, name: text } },
      'x-platform-list-type': 'map',
      'x-platform-list-map-keys': ['port', 'protocol'],
    },
    tags: { type: 'array', items: text, 'x-platform-list-type': 'set' },
  },
}
const entry = (manager: string, operation: 'Apply' | 'Update', fieldsV1: object) => ({
  manager,
  operation,
  apiVersion: 'v1',
  time: '2025-01-01T00:00:00Z',
  fieldsType: 'FieldsV1' as const,
  fieldsV1,
})
const texts = (set: FieldSet) => [...set.paths()].map(formatPath)

describe('applyConfiguration', () => {
  test('takes and gives plain JSON', () => {
    const type = compileType(schema)
    const first = applyConfiguration({ type, configuration: deepFreeze({ replicas: 1, tags: ['a'] }), manager: 'alice' })
    expect(first).toEqual({
      outcome: 'applied',
      object: { replicas: 1, tags: ['a'] },
      managers: { alice: { version: 'v1', applied: true, fields: { 'f:replicas': {}, 'f:tags': { 'v:"a"': {} } } } },
    })
    if (first.outcome !== 'applied') return
    const state = JSON.parse(JSON.stringify({ live: first.object, managers: first.managers }))
    expect(applyConfiguration({ type, ...state, configuration: { replicas: 2 }, manager: 'bob' })).toEqual({
      outcome: 'conflict',
      conflicts: [{ manager: 'alice', path: ['f:replicas'], text: '.replicas' }],
    })
    expect(applyConfiguration({ type, ...state, configuration: { replicas: 'x' }, manager: 'bob' })).toMatchObject({
      outcome: 'invalid',
      problems: [{ text: '.replicas', message: 'expected number, got string' }],
    })
    expect(applyConfiguration({ type, ...state, configuration: { replicas: 2 }, manager: 'bob', force: true })).toMatchObject({
      object: { replicas: 2, tags: ['a'] },
      managers: { bob: { fields: { 'f:replicas': {} } } },
    })
  })
})

describe('managers of an apply over plain objects', () => {
  const type = compileType(schema)
  const alice = { alice: { fields: { 'f:replicas': {} } } }
  const request = { type, live: { replicas: 1 }, configuration: { replicas: 2 }, manager: 'bob' }

  test('may be the Map that readManagers returns', () => {
    expect(applyConfiguration({ ...request, managers: readManagers(alice) })).toMatchObject({
      outcome: 'conflict',
      conflicts: [{ manager: 'alice', text: '.replicas' }],
    })
    expect(readManagers(readManagers(alice))).toEqual(readManagers(alice))
  })

  test('are refused when they are another Map', () => {
    const managers = new Map(Object.entries(alice)) as never
    expect(() => applyConfiguration({ ...request, managers })).toThrow(
      'applyConfiguration: managers is an object: expected what readManagers returns',
    )
  })

  test('have names, and so has the manager that applies', () => {
    expect(() => applyConfiguration({ ...request, manager: '' })).toThrow('applyConfiguration: manager is "": expected a name')
  })
})

test('an apply gives back an object of the type that it was given', () => {
  const live: { replicas?: number; tags?: readonly string[] } = { replicas: 1 }
  const type = compileType(schema)
  const result = applyConfiguration({ type, live, configuration: { tags: ['a'] }, manager: 'alice' })
  if (result.outcome !== 'applied') throw new Error(result.outcome)
  const { replicas, tags }: { replicas?: number; tags?: readonly string[] } = result.object
  expect([replicas, tags]).toEqual([1, ['a']])
  // @ts-expect-error a field that the type does not have
  expect(result.object.colour).toBeUndefined()
})

type Applied = Extract<PlainResult, { outcome: 'applied' }>

test('the live object and its managers may be undefined, as those of an object that is not there', () => {
  const states = new Map<string, { object: { replicas?: number }; managers: Applied['managers'] }>()
  const state = states.get('a')
  const type = compileType(schema)
  const result = applyConfiguration({
    type,
    live: state?.object,
    managers: state?.managers,
    configuration: { replicas: 1 },
    manager: 'alice',
  })
  expect(result).toMatchObject({ outcome: 'applied', object: { replicas: 1 } })
})

test('a type is compiled from the JSON schema that zod makes, and not from the type of zod', () => {
  const Thing = z.object({ replicas: z.int() })
  const type = compileType(z.toJSONSchema(Thing))
  expect(applyConfiguration({ type, configuration: { replicas: 1 }, manager: 'alice' }).outcome).toBe('applied')
  expect(applyConfiguration({ type, configuration: { replicas: 'x' }, manager: 'alice' }).outcome).toBe('invalid')
  // @ts-expect-error a type of zod
  expect(() => compileType(Thing)).toThrow('expected one JSON schema, as z.toJSONSchema(type)')
})

describe('explain', () => {
  test('returns the owners of each leaf, and its path', () => {
    const object = {
      kind: 'Thing',
      metadata: {
        name: 'a',
        managedFields: [
          entry('alice', 'Apply', {
            'f:replicas': {},
            'f:whole': {},
            'f:ports': { 'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:port': {} } },
            'f:tags': { 'v:"x"': {} },
          }),
          entry('ctl', 'Update', { 'f:replicas': {}, 'f:ports': { 'k:{"port":80,"protocol":"TCP"}': { 'f:name': {} } } }),
        ],
      },
      replicas: 1,
      whole: ['a', 'b'],
      ports: [{ port: 81 }, { port: 80, name: 'http' }],
      tags: ['y', 'x'],
    }
    const found = explain(deepFreeze(object)).map(({ text: path, location, value, owners }) => {
      return [path, location.join('/'), value, owners.map(({ manager, operation }) => `${manager} ${operation}`).join()]
    })
    expect(found).toEqual([
      ['.kind', 'kind', 'Thing', ''],
      ['.metadata.name', 'metadata/name', 'a', ''],
      ['.replicas', 'replicas', 1, 'alice Apply,ctl Update'],
      ['.whole', 'whole', ['a', 'b'], 'alice Apply'],
      ['.ports[0].port', 'ports/0/port', 81, ''],
      ['.ports[port=80,protocol="TCP"].port', 'ports/1/port', 80, 'alice Apply'],
      ['.ports[port=80,protocol="TCP"].name', 'ports/1/name', 'http', 'ctl Update'],
      ['.tags[0]', 'tags/0', 'y', ''],
      ['.tags[="x"]', 'tags/1', 'x', 'alice Apply'],
    ])
    expect(explain(object)[2]?.owners[0]).toMatchObject({ manager: 'alice', apiVersion: 'v1', time: '2025-01-01T00:00:00Z' })
  })

  test('an object without owners has leaves too', () => {
    expect(explain({ a: { b: 1 }, c: [] }).map(({ text: path, owners }) => [path, owners])).toEqual([
      ['.a.b', []],
      ['.c', []],
    ])
    expect(explain(undefined)).toEqual([{ path: [], text: '', location: [], value: undefined, owners: [] }])
  })
})

describe('whatIf', () => {
  const type = compileObjectType(schema)
  const live = deepFreeze({
    metadata: {
      name: 'a',
      managedFields: [entry('alice', 'Apply', { 'f:replicas': {} }), entry('bob', 'Apply', { 'f:tags': { 'v:"x"': {} } })],
    },
    replicas: 1,
    tags: ['x'],
  })

  test('returns what an apply would change, take over, give up and conflict with', () => {
    const forecast = whatIf({ type, live, applied: { metadata: { name: 'a' }, replicas: 2 }, manager: 'bob', apiVersion: 'v1' })
    expect(forecast.conflicts.map(({ managerText, text: path }) => `${managerText} ${path}`)).toEqual(['"alice" .replicas'])
    expect(texts(forecast.modified)).toEqual(['.replicas'])
    expect(texts(forecast.removed)).toEqual(['.tags', '.tags[="x"]'])
    expect(texts(forecast.takes)).toEqual(['.replicas'])
    expect(texts(forecast.loses)).toEqual(['.tags[="x"]'])
    expect(forecast.othersLose.map(({ managerText, fields }) => [managerText, texts(fields)])).toEqual([
      ['"alice"', ['.replicas']],
    ])
    expect(forecast.object).toMatchObject({ replicas: 2 })
    expect(live.replicas).toBe(1)
  })

  test('reports values that do not fit the schema', () => {
    const forecast = whatIf({ type, live, applied: { replicas: 'x' }, manager: 'bob', apiVersion: 'v1' })
    expect(forecast.problems).toHaveLength(1)
    expect(forecast.object).toBeUndefined()
  })
})
