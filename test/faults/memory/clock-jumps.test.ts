/**
 * Expiry of Events on a machine whose clock is changed.
 */

import { expect, test } from '@jest/globals'
import { testPlane } from '../../server/plane.js'
import { Reader } from '../../server/watching.js'
import { settle } from '../../support/manual-clock.js'
import { JumpingClock } from './jumping-clock.js'

const EVENTS = '/api/v1/namespaces/default/events'
const MINUTE_MS = 60_000
const event = {
  metadata: { name: 'e', namespace: 'default' },
  involvedObject: { kind: 'ConfigMap', namespace: 'default', name: 'a' },
  reason: 'Seen',
  type: 'Normal',
}

/** A plane with an Event, which lives for an hour. */
async function planeWithEvent() {
  const clock = new JumpingClock()
  const { plane, send } = await testPlane({ clock })
  expect((await send('POST', EVENTS, { body: event })).status).toBe(201)
  const watch = new Reader(await send('GET', `${EVENTS}?watch=true&timeoutSeconds=100000`))
  const pass = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute += 1) clock.pass(MINUTE_MS)
    await settle()
  }
  return { plane, clock, watch, pass }
}

test('a clock that is set back shortens no lifetime, and extends it by the offset at most', async () => {
  const { plane, clock, watch, pass } = await planeWithEvent()
  await pass(30)
  clock.jump(-20 * MINUTE_MS)
  await pass(49)
  expect(watch.summary).toEqual(['ADDED e'])
  await pass(2)
  expect(watch.summary).toEqual(['ADDED e', 'DELETED e'])
  await plane.close()
})

test('a clock that is set forward ends only the lifetimes that it skips, each once', async () => {
  const { plane, clock, watch, pass } = await planeWithEvent()
  clock.jump(50 * MINUTE_MS)
  await pass(9)
  expect(watch.summary).toEqual(['ADDED e'])
  clock.jump(365 * 24 * 60 * MINUTE_MS)
  await pass(61)
  expect(watch.summary).toEqual(['ADDED e', 'DELETED e'])
  await plane.close()
})
