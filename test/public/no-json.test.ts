import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import * as engine from '../../src/public/apply.js'
import { applyJsonPatch, applyMergePatch, applyStrategicMergePatch, compileStrategicType } from '../../src/public/patch.js'
import { type TestPlane, testAdmission, testPlane } from '../../src/public/testing.js'
import { Widget } from '../testing/widget.js'

/** What a program without types may write. */
// biome-ignore lint/suspicious/noExplicitAny: types would keep these calls from being written
type Loose = any

const type = engine.compileType(null)
const request = { type, manager: 'a', apiVersion: 'v1', now: '2026-01-01T00:00:00Z', live: undefined }
const operation = { type, manager: 'a', version: 'v1', managers: new Map(), live: undefined }
const JSON_IS = /: expected JSON \(text, a finite number/

const cycle: Record<string, unknown> = {}
cycle.self = cycle
const VALUES: readonly (readonly [string, unknown])[] = [
  ['a bigint', 1n],
  ['NaN', Number.NaN],
  ['a Map', new Map()],
  ['an object that contains itself', cycle],
]

/** The functions that take values, by the place in their arguments that an error names. */
const TAKERS: readonly (readonly [string, (value: Loose) => unknown])[] = [
  ['applyConfiguration: configuration.a', (a) => engine.applyConfiguration({ type, manager: 'm', configuration: { a } })],
  ['applyConfiguration: live.a', (a) => engine.applyConfiguration({ type, manager: 'm', live: { a }, configuration: {} })],
  ['apply: applied.a', (a) => engine.apply({ ...operation, applied: { a } })],
  ['update: object.a', (a) => engine.update({ ...operation, object: { a } })],
  ['applyRequest: applied.a', (a) => engine.applyRequest({ ...request, applied: { a } })],
  ['writeRequest: object.a', (a) => engine.writeRequest({ ...request, object: { a } })],
  ['fieldsOf: value.a', (a) => engine.fieldsOf(type, { a })],
  ['validate: value.a', (a) => engine.validate(type, { a })],
  ['compare: after.a', (a) => engine.compare(type, {}, { a })],
  ['merge: applied.a', (a) => engine.merge(type, {}, { a })],
  ['remove: value.a', (a) => engine.remove(type, { a }, engine.FieldSet.empty)],
  ['extract: value.a', (a) => engine.extract(type, { a }, engine.FieldSet.empty)],
  ['diff: after.a', (a) => engine.diff({}, { a })],
  ['applyMergePatch: patch.a', (a) => applyMergePatch({}, { a })],
  ['applyJsonPatch: operations[0].value', (value) => applyJsonPatch({}, [{ op: 'add', path: '/a', value }])],
  ['applyStrategicMergePatch: document.a', (a) => applyStrategicMergePatch({ a }, {}, compileStrategicType({ type: 'object' }))],
]

describe.each(VALUES)('%s in an argument is refused with its place', (_what, value) => {
  test.each(TAKERS)('%s', (place, take) => {
    expect(() => take(value)).toThrow(TypeError)
    expect(() => take(value)).toThrow(`${place}${value === cycle ? '.self' : ''} is `)
    expect(() => take(value)).toThrow(JSON_IS)
  })
})

describe('in a test plane', () => {
  let plane: TestPlane
  beforeAll(async () => {
    plane = await testPlane({ resources: [Widget] })
  })
  afterAll(() => plane.close())

  const widget = (spec: Loose, name = 'lamp') => ({ metadata: { name }, spec })
  const widgets = () => plane.client().resource(Widget).namespace('default')

  test.each<[string, (color: Loose) => Promise<unknown>]>([
    ['create: object.spec.color', (color) => widgets().create(widget({ color }))],
    ['update: object.spec.color', (color) => widgets().update(widget({ color }))],
    ['apply: object.spec.color', (color) => widgets().apply(widget({ color }))],
    ['patch: patch.merge.spec.color', (color) => widgets().patch('lamp', { merge: { spec: { color } } })],
    ['patch: patch.json[0].value', (value) => widgets().patch('lamp', { json: [{ op: 'add', path: '/spec/color', value }] })],
  ])('%s', async (place, send) => {
    for (const [, value] of VALUES) {
      const error: unknown = await send(value).catch((caught: unknown) => caught)
      expect(error).toMatchObject({ status: { code: 400 }, message: expect.stringMatching(JSON_IS) })
      expect((error as Error).message).toContain(`${place}${value === cycle ? '.self' : ''} is `)
    }
  })

  test('a Date is the text that it is over HTTP', async () => {
    const made = await widgets().create(widget({ color: new Date(0) as Loose }, 'dated'))
    expect(made.spec.color).toBe('1970-01-01T00:00:00.000Z')
  })

  test('a promise in the place of an object is named as one', async () => {
    const object: Loose = Promise.resolve(widget({ color: 'red' }))
    await expect(widgets().update(object)).rejects.toThrow('update: object is a promise (await it)')
  })

  test('objects to seed and to admit', async () => {
    const object = { apiVersion: 'shop.example.com/v1', kind: 'Widget', ...widget({ color: new Map() }) }
    await expect(plane.seed([object])).rejects.toThrow('seed: objects[0].spec.color is a Map: expected JSON')
    await expect(plane.seed(cycle)).rejects.toThrow('seed: objects.self is a part of itself: expected JSON')
    await expect(testAdmission({ name: 'mine', validate() {} }, { object })).rejects.toThrow(
      'testAdmission: object.spec.color is a Map: expected JSON',
    )
  })
})

describe('what was compiled and then changed by hand is refused', () => {
  test.each<[string, Loose]>([
    ['a map', { ...engine.compileType({ type: 'object' }), map: {} }],
    ['a list', { ...engine.compileType({ type: 'object' }), list: {} }],
    ['a copy by JSON', JSON.parse(JSON.stringify(engine.compileType({ type: 'object' })))],
  ])('a type: %s', (_what, changed) => {
    expect(() => engine.fieldsOf(changed, {})).toThrow('fieldsOf: type is an object: expected a type, as compileType makes it')
  })

  test('managers without a version', () => {
    const managers: Loose = new Map([['a', { fields: engine.FieldSet.empty }]])
    expect(() => engine.writeManagers(managers)).toThrow('expected what readManagers returns')
  })

  test.each<[string, Loose]>([
    ['without versions', { ...Widget, versions: [] }],
    ['without names', { ...Widget, names: {} }],
    ['with another schema', { ...Widget, versions: [{ ...Widget.versions[0], schema: {} }] }],
    ['copied by JSON', JSON.parse(JSON.stringify(Widget))],
  ])('a definition %s', async (_what, changed) => {
    await expect(testPlane({ resources: [changed] })).rejects.toThrow('expected a type of resource, as defineResource makes it')
  })
})
