import { expect, test } from '@jest/globals'
import { check } from '../../../src/meta/index.js'

const { amount, listOf, mapOf, members, named, text } = check
const options = members({ name: text, sizes: listOf(amount), notes: mapOf(text), owner: named('ask', 'an owner') }, ['name'])

test.each([
  [{ name: 'a' }],
  [{ name: 'a', sizes: [], notes: {}, owner: { name: 'b', ask() {} } }],
  [{ name: 'a', sizes: undefined }],
])('%j is taken', (value) => {
  expect([...options(value, '')]).toEqual([])
})

test.each([
  ['no object', null, ['the options are null: expected an object']],
  ['a list', [], ['the options are a list: expected an object']],
  ['a promise', Promise.resolve({ name: 'a' }), ['the options are a promise (await it): expected an object']],
  ['a member that is a promise', { name: Promise.resolve('a') }, ['name is a promise (await it): expected text']],
  ['what has to be there', {}, ['name is undefined: expected text']],
  ['a misspelt name', { name: 'a', size: [] }, ['size is unknown: did you mean sizes?']],
  ['a name that is like none', { name: 'a', x: 1 }, ['x is unknown: expected one of name, sizes, notes, owner']],
  ['an inherited name', JSON.parse('{"name":"a","__proto__":1}'), [expect.stringMatching(/^__proto__ is unknown/)]],
  ['an item', { name: 'a', sizes: [1, -1] }, ['sizes[1] is -1: expected a number, 0 or more']],
  ['a member of a map', { name: 'a', notes: { b: 1 } }, ['notes.b is 1: expected text']],
  ['no list', { name: 'a', sizes: {} }, ['sizes is an object: expected a list']],
  ['a method that is missing', { name: 'a', owner: { name: 'b' } }, ['owner is an object: expected an owner']],
  ['a name that is missing', { name: 'a', owner: { ask() {} } }, ['owner.name is undefined: expected a name']],
  ['each by itself', { name: 1, sizes: 2 }, ['name is 1: expected text', 'sizes is 2: expected a list']],
])('%s is named, with its value and valid ones', (_what, value, problems) => {
  expect([...options(value, '')]).toEqual(problems)
})

test('a text instead of a secret is not shown', () => {
  expect([...check.secret(listOf(text))('hunter2', 'tokens')]).toEqual(['tokens is a text: expected a list'])
})

test('a long text is shown in part', () => {
  const [line = ''] = amount('x'.repeat(1_000), 'size')
  expect(line.length).toBeLessThan(200)
})

test('a call is refused with a line for each problem, and not at all without one', () => {
  expect(() => check.refuse('make', ['a is 1: expected 2', 'b is 3: expected 4'])).toThrow(
    new TypeError('make: a is 1: expected 2\nmake: b is 3: expected 4'),
  )
  expect(() => check.refuse('make', [])).not.toThrow()
})
