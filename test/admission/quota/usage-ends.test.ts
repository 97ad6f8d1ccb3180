import { expect, test } from '@jest/globals'
import { UsageEnds } from '../../../src/admission/quota/usage-ends.js'
import { type ApiObject, formatTime } from '../../../src/meta/index.js'
import { ManualClock } from '../../support/manual-clock.js'

test.each([
  ['a timer that is a millisecond early', 1],
  ['a clock that was set back by an hour meanwhile', 3_600_000],
])('%s does not keep a terminating pod from counting less at its end', (_, behindMs) => {
  const timers = new ManualClock()
  const end = timers.now() + 30_000
  const deletion = { deletionTimestamp: formatTime(timers.now()), deletionGracePeriodSeconds: 30 }
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', namespace: 'default', ...deletion } } as ApiObject
  let behind = 0
  const now = () => timers.now() - behind
  const counted: boolean[] = []
  const clock = { now, setTimeout: timers.setTimeout.bind(timers) }
  const ends = new UsageEnds(clock, () => counted.push(now() >= end))
  ends.put(pod)
  behind = behindMs
  timers.advance(30_000)
  expect(counted).toEqual([false])
  timers.advance(behindMs)
  expect(counted).toEqual([false, true])
  timers.advance(3_600_000)
  expect(counted).toEqual([false, true])
  ends.close()
})
