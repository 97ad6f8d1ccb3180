import { expect, test } from '@jest/globals'
import { textLine } from '../../../src/cli/serve/text-logger.js'
import { ApiError } from '../../../src/meta/index.js'

const away = new ApiError({ code: 503, message: 'the storage cannot be reached', cause: new Error('14 UNAVAILABLE') })

test('an expected failure is one line, with its causes', () => {
  const error = new Error('the Lease cannot be renewed', { cause: away })
  expect(textLine('work failed', { error, repeated: 0 })).toBe(
    'binnacle: work failed: the Lease cannot be renewed: the storage cannot be reached',
  )
})

test('a line has the other fields, and the number of failures that were not reported', () => {
  expect(textLine('a watch failed', { path: '/api', auditId: '0c2a', error: away, repeated: 28 })).toBe(
    'binnacle: a watch failed: the storage cannot be reached (path /api, auditId 0c2a, 28 times more since the last such line)',
  )
  expect(textLine('a watch failed')).toBe('binnacle: a watch failed')
})

test('a message that ends with that of its cause stands alone', () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  expect(textLine('a call failed', { error: new Error('GET /: connect ECONNREFUSED', { cause }) })).toBe(
    'binnacle: a call failed: GET /: connect ECONNREFUSED',
  )
})

test('an unexpected failure has its stack', () => {
  const error = new TypeError('x is not a function')
  expect(textLine('a request failed', { error })).toBe(`binnacle: a request failed: x is not a function\n${error.stack}`)
})

test('control characters are not printed', () => {
  const error = Object.assign(new Error('\u001b[2J'), { stack: 'Error\n\u001b[2J' })
  expect(textLine('a request failed', { path: '/\n', error })).toBe(
    'binnacle: a request failed: \ufffd[2J (path /\ufffd)\nError\n\ufffd[2J',
  )
})
