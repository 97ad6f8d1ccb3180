import { expect, test } from '@jest/globals'
import { ReviewObjects } from '../../../src/admission/webhooks/review-objects.js'
import { ReviewRoom } from '../../../src/admission/webhooks/review-room.js'
import { ManualClock, settle } from '../../support/manual-clock.js'

const HALF = 32 * 1024 * 1024

test('a user has no more room than is left for others, and waits for the rest', async () => {
  const [room, clock] = [new ReviewRoom(), new ManualClock()]
  const [first, second] = [room.enter('a', HALF), room.enter('a', 1)]
  expect([first.isTaken, second.isTaken, room.enter('b', HALF / 2).isTaken]).toEqual([true, false, true])
  const waited = second.wait(clock, 1000)
  first.leave()
  await expect(waited).resolves.toBe(true)
  clock.advance(1000)
  expect(second.isTaken).toBe(true)
  second.leave()
})

test('who has waited for the rest of its time gets no room, and keeps none from others', async () => {
  const [room, clock] = [new ReviewRoom(), new ManualClock()]
  const [first, second, third] = [room.enter('a', HALF), room.enter('a', HALF), room.enter('a', HALF)]
  const answers: (readonly [string, boolean])[] = []
  void second.wait(clock, 1000).then((is) => answers.push(['second', is]))
  void third.wait(clock, Number.POSITIVE_INFINITY).then((is) => answers.push(['third', is]))
  await clock.advanceAndSettle(1000)
  second.leave()
  expect(answers).toEqual([['second', false]])
  first.leave()
  await settle()
  expect(answers).toEqual([
    ['second', false],
    ['third', true],
  ])
  third.leave()
  expect(room.enter('a', HALF).isTaken).toBe(true)
})

test('objects that are larger than the share of a user are sent one by one', () => {
  const room = new ReviewRoom()
  const large = room.enter('a', 10 * HALF)
  expect([large.isTaken, room.enter('a', 1).isTaken]).toEqual([true, false])
  large.leave()
  expect(room.enter('a', 10 * HALF).isTaken).toBe(true)
})

test('the text of objects is kept until it is forgotten', () => {
  let written = 0
  const object = { toJSON: () => ({ n: ++written }) } as never
  const objects = new ReviewObjects({ object, oldObject: undefined })
  expect([objects.text, objects.text, objects.length]).toEqual([
    '"object":{"n":1},"oldObject":null',
    '"object":{"n":1},"oldObject":null',
    33,
  ])
  objects.forget()
  expect([objects.length, objects.text]).toEqual([33, '"object":{"n":2},"oldObject":null'])
})
