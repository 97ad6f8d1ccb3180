import { expect, test } from '@jest/globals'
import { compare, compileType, isSame } from '../../src/public/apply.js'

test('isSame is true when a comparison has found no differences', () => {
  const type = compileType({ type: 'object', properties: { color: { type: 'string' } } })
  expect(isSame(compare(type, { color: 'red' }, { color: 'red' }))).toBe(true)
  expect(isSame(compare(type, { color: 'red' }, { color: 'green' }))).toBe(false)
})
