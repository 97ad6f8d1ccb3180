import { expect, test } from '@jest/globals'
import { gather, onceAllAreDone, onceAllAreRead } from '../../src/adapters/node-turns.js'

test('requests that arrive in one turn are processed after all have arrived, and answered after all were processed', async () => {
  const log: string[] = []
  const over = new Promise<void>((resolve) => {
    for (const name of ['a', 'b']) {
      log.push(`${name} arrives`)
      onceAllAreRead(async () => {
        log.push(`${name} begins`)
        await Promise.resolve()
        log.push(`${name} is done`)
        onceAllAreDone(() => {
          log.push(`${name} is answered`)
          if (name === 'b') resolve()
        })
      })
    }
  })
  await over
  expect(log).toEqual(['arrives', 'begins', 'is done', 'is answered'].flatMap((step) => [`a ${step}`, `b ${step}`]))
})

test('the time of a request that arrives while others are processed starts at its arrival', async () => {
  const log: string[] = []
  await new Promise<void>((resolve) => {
    onceAllAreRead(() => {
      log.push('first')
      onceAllAreRead(() => {
        log.push('second')
        resolve()
      })
    })
    onceAllAreRead(() => log.push('with the first'))
  })
  expect(log).toEqual(['first', 'with the first', 'second'])
})

test('a callback that throws holds up neither those behind it nor later ones', () => {
  const scheduled: (() => void)[] = []
  const log: string[] = []
  const add = gather((run) => scheduled.push(run))
  add(() => {
    throw new Error('a handler that throws')
  })
  add(() => log.push('behind it'))
  expect(() => scheduled.shift()?.()).toThrow('a handler that throws')
  scheduled.shift()?.()
  add(() => log.push('later'))
  scheduled.shift()?.()
  expect(log).toEqual(['behind it', 'later'])
})
