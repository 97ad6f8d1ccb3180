import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { keepOwnSecret } from '../../src/controllers/own-secret.js'
import { platformDialect } from '../../src/meta/index.js'
import { type TestPlane, testPlane } from '../../src/public/testing.js'
import { secrets } from './support.js'

let lab: TestPlane
let made: number
beforeEach(async () => {
  lab = await testPlane()
  made = 0
})
afterEach(() => lab.close())

const NAME = 'own'

/** Keeps numbers: each that is made is another one. */
const keep = (make = async () => ({ number: String(++made) })) =>
  keepOwnSecret(lab.client(), platformDialect, {
    name: NAME,
    type: 'Opaque',
    make,
    async read(data) {
      if (!/^\d+$/.test(data('number'))) throw new Error('expected a number')
      return { number: Number(data('number')) }
    },
  })
const stored = () => secrets(lab.client(), 'platform-system')

test('a value is generated once, and shared by concurrent callers', async () => {
  const [one, other] = [keep(), keep()]
  const numbers = (await Promise.all([one(), one(), other()])).map(({ number }) => number)
  expect(new Set(numbers).size).toBe(1)
  expect(await other()).toEqual(await one())
})

test('a value that cannot be stored is not generated again with each attempt', async () => {
  const value = keep()
  lab.faults.add({ resource: 'secrets', verb: 'create', times: 3 }, { status: 500 })
  for (let i = 0; i < 3; i++) await expect(value()).rejects.toThrow()
  expect([await value(), made]).toEqual([{ number: 1 }, 1])
})

test('a failed generation is retried', async () => {
  const value = keep(async () => {
    made += 1
    if (made === 1) throw new Error('no luck')
    return { number: String(made) }
  })
  await expect(value()).rejects.toThrow('no luck')
  expect(await value()).toEqual({ number: 2 })
})

test('a deleted Secret is generated again, a changed one is used, and an invalid one is named in the error', async () => {
  const value = keep()
  expect(await value()).toEqual({ number: 1 })
  await stored().delete(NAME)
  expect(await value()).toEqual({ number: 2 })
  const write = (number: string) => stored().patch(NAME, { merge: { data: { number: btoa(number) } } })
  await write('7')
  expect(await value()).toEqual({ number: 7 })
  await write('x')
  await expect(value()).rejects.toThrow('Secret platform-system/own: expected a number')
  expect(made).toBe(2)
})
