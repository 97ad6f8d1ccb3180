import { expect, test } from '@jest/globals'
import { SingleFlight } from '../../../src/meta/index.js'

test('equal concurrent calls share one execution, others and later calls have their own', async () => {
  const flight = new SingleFlight<string>()
  let done = 0
  const work = (answer: string) => async () => {
    done += 1
    await null
    return answer
  }
  expect(await Promise.all([flight.run('a', work('1')), flight.run('a', work('2')), flight.run('b', work('3'))])).toEqual([
    '1',
    '1',
    '3',
  ])
  expect([await flight.run('a', work('4')), done]).toEqual(['4', 3])
})

test('a failure reaches all callers that share the work, and the next call tries again', async () => {
  const flight = new SingleFlight<string>()
  const fails = () => Promise.reject(new Error('away'))
  const both = await Promise.allSettled([flight.run('a', fails), flight.run('a', async () => 'never')])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await flight.run('a', async () => 'there')).toBe('there')
})
