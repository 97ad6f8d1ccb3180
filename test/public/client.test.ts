import { describe, expect, test } from '@jest/globals'
import {
  ConnectionError,
  isAlreadyExists,
  isConflict,
  isExpired,
  isNotFound,
  isTransient,
  keyOf,
} from '../../src/public/client.js'
import { ApiError } from '../../src/public/index.js'

const answered = (code: number, reason: 'Conflict' | 'AlreadyExists' | 'NotFound' | 'Expired' | 'ServiceUnavailable') =>
  new ApiError({ code, reason, message: 'as the plane says' })

describe('predicates of errors', () => {
  test.each([
    { asked: isConflict, of: answered(409, 'Conflict'), not: answered(409, 'AlreadyExists') },
    { asked: isAlreadyExists, of: answered(409, 'AlreadyExists'), not: answered(409, 'Conflict') },
    { asked: isNotFound, of: answered(404, 'NotFound'), not: answered(410, 'Expired') },
    { asked: isExpired, of: answered(410, 'Expired'), not: answered(404, 'NotFound') },
    { asked: isTransient, of: answered(503, 'ServiceUnavailable'), not: answered(409, 'Conflict') },
    { asked: isTransient, of: new ConnectionError('not reached', undefined), not: new Error('of the program itself') },
  ])('$asked.name is true for $of.message, and false for other errors', ({ asked, of, not }) => {
    expect([asked(of), asked(not)]).toEqual([true, false])
  })
})

test('keyOf returns the key that informers and controllers use', () => {
  expect(keyOf({ metadata: { namespace: 'shop', name: 'lamp' } })).toBe('shop/lamp')
  expect(keyOf({ metadata: { name: 'node-1' } })).toBe('node-1')
})
