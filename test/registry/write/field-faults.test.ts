import { describe, expect, test } from '@jest/globals'
import { decodeJson } from '../../../src/codec/index.js'
import type { FieldValidation } from '../../../src/registry/index.js'
import { fixture, WIDGET_DEFINITION } from '../support.js'

/** Creates an object from a text, and says what was refused or warned of. */
async function faults(place: string, text: string, fieldValidation: FieldValidation = 'Strict'): Promise<readonly string[]> {
  const { registry, at, caller, create, warnings } = await fixture()
  await create('customresourcedefinitions', WIDGET_DEFINITION)
  try {
    await registry.create(at(place), caller, decodeJson(new TextEncoder().encode(text)), { fieldValidation, dryRun: true })
  } catch (error) {
    return (error as Error).message.replace(/^.*strict decoding error: /, '').split(', ')
  }
  return warnings
}

const META = '"metadata":{"name":"a"}'
const unknown = (path: string) => `unknown field "${path}"`
const duplicate = (path: string) => `duplicate field "${path}"`

describe('of a built-in kind', () => {
  test.each<[string, readonly string[]]>([
    [`{${META},"x":1,"data":{"a":"1","a":"2"},"b":1}`, [unknown('x'), duplicate('data.a'), unknown('b')]],
    [
      `{"b":1,"data":{"z":"1","z":"2","a":"1","a":"2"},${META},"a":1}`,
      [unknown('b'), duplicate('data.z'), duplicate('data.a'), unknown('a')],
    ],
    [
      `{"metadata":{"foo":1,"name":"a","labels":{"l":"1","l":"1"}},"a":1}`,
      [unknown('metadata.foo'), duplicate('metadata.labels.l'), unknown('a')],
    ],
    [`{${META},"x":{"y":1,"y":2},"x":{"y":1,"y":2}}`, [unknown('x')]],
    [`{${META},"data":{"a":"1"},"data":{"a":"1"}}`, [duplicate('data')]],
  ])('%s has its faults in the order of the text, none of them inside another', async (text, expected) => {
    expect(await faults('configmaps', text)).toEqual(expected)
    expect(await faults('configmaps', text, 'Warn')).toEqual(expected)
    expect(await faults('configmaps', text, 'Ignore')).toEqual([])
  })
})

test('of a custom kind the repeated fields are first, then the unknown ones in alphabetical order', async () => {
  const text = `{"apiVersion":"example.com/v1","kind":"Widget",${META},"z":1,"spec":{"color":"a","color":"b"},"a":{"b":1,"b":2}}`
  const expected = [duplicate('spec.color'), duplicate('a.b'), unknown('a'), unknown('z')]
  expect(await faults('widgets', text)).toEqual(expected)
})

test('quotes and backslashes in the paths of faults are escaped', async () => {
  const text = `{"apiVersion":"example.com/v1","kind":"Widget",${META},"x\\"y":{"b\\\\c":1,"b\\\\c":2}}`
  expect(await faults('widgets', text)).toEqual(['duplicate field "x\\"y.b\\\\c"', 'unknown field "x\\"y"'])
})

test.each([
  [10_000, false],
  [10_001, true],
  [20_000, true],
])('%i unknown fields are all named; cut: %s', async (count, isCut) => {
  const members = Array.from({ length: count }, (_, i) => `"k${i}":1`).join()
  const listed = await faults('configmaps', `{${META},${members}}`)
  expect(listed).toHaveLength(Math.min(count, 10_000) + (isCut ? 1 : 0))
  expect(listed.at(-1) === '… and more (cut)').toBe(isCut)
})

test('faults of long names are cut at a megabyte of text', async () => {
  const members = Array.from({ length: 2_500 }, (_, i) => `"${'k'.repeat(990)}${i}":1`).join()
  const listed = await faults('configmaps', `{${META},${members}}`)
  expect(listed.at(-1)).toBe('… and more (cut)')
  expect(listed.join(', ').length).toBeLessThan(1024 * 1024 + 2_000)
})
