import { expect, test } from '@jest/globals'
import { compare, compileType, isSame } from '../../src/public/apply.js'

test('isSame says that a comparison has found nothing', () => {
  const type = compileType({ type: 'object', properties: { color: { type: 'string' } } })
  expect(isSame(compare(type, { color: 'red' }, { color: 'red' }))).toBe(true)
  expect(isSame(compare(type, { color: 'red' }, { color: 'green' }))).toBe(false)
})
