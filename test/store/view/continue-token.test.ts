import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { ContinueTokens } from '../../../src/store/view/continue-token.js'
import { ManualClock } from '../../support/manual-clock.js'
import { statusOf } from '../support.js'

const clock = new ManualClock()
const make = (fill = 7) => new ContinueTokens({ key: new Uint8Array(32).fill(fill), clock, ttlSeconds: 300 })
const position = { revision: 12, start: 'a/x', remaining: 3 }

test('a token opens to the place that was sealed', async () => {
  const tokens = make()
  expect(await tokens.open(await tokens.seal(position, 'scope'), 'scope')).toEqual(position)
  const uncounted = { ...position, remaining: undefined }
  expect(await tokens.open(await tokens.seal(uncounted, 'scope'), 'scope')).toEqual(uncounted)
})

test('names of any characters survive', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 60 }), async (start) => {
      const token = await make().seal({ ...position, start }, start)
      expect(token).toMatch(/^[A-Za-z0-9_-]+$/)
      expect(await make().open(token, start)).toEqual({ ...position, start })
    }),
    { numRuns: 30 },
  )
})

test('replicas that share a key read the tokens of each other, others do not', async () => {
  const token = await make(1).seal(position, 'scope')
  expect(await make(1).open(token, 'scope')).toEqual(position)
  expect(await statusOf(make(2).open(token, 'scope'))).toMatchObject({ code: 400, reason: 'BadRequest' })
})

test('a secret that is too short is refused', () => {
  expect(() => new ContinueTokens({ key: new Uint8Array(31), clock, ttlSeconds: 300 })).toThrow(RangeError)
})

test('a token for one list says nothing about another', async () => {
  const token = await make().seal(position, 'configmaps []')
  expect(await statusOf(make().open(token, 'secrets []'))).toMatchObject({ code: 400, reason: 'BadRequest' })
  expect(await statusOf(make().open(token, 'configmaps [] '))).toMatchObject({ code: 400 })
})

test.each(['abc', '!!!', 'e30', 'eyJ2IjoidjAifQ', 'A', '', 'A'.repeat(50_000), 'ä', '__proto__'])(
  '%.20s is not a token: 400',
  async (token) => {
    expect(await statusOf(make().open(token, 'scope'))).toMatchObject({ code: 400, reason: 'BadRequest' })
  },
)

test('a token with any character changed, dropped or added is refused', async () => {
  const token = await make().seal(position, 'scope')
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  await fc.assert(
    fc.asyncProperty(
      fc.nat(token.length - 2),
      fc.constantFrom(...alphabet),
      fc.constantFrom(0, 1),
      async (at, character, cut) => {
        const forged = token.slice(0, at) + character + token.slice(at + cut)
        fc.pre(forged !== token)
        expect(await statusOf(make().open(forged, 'scope'))).toMatchObject({ code: 400 })
      },
    ),
    { numRuns: 60 },
  )
})

test('a token is valid for its time and then expired, with a message that says what to do', async () => {
  const tokens = make()
  const token = await tokens.seal(position, 'scope')
  clock.advance(300_000)
  expect(await tokens.open(token, 'scope')).toEqual(position)
  clock.advance(1)
  expect(await statusOf(tokens.open(token, 'scope'))).toMatchObject({
    code: 410,
    reason: 'Expired',
    message: expect.stringContaining('without the continue parameter'),
  })
})
