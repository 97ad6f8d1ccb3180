import { describe, expect, test } from '@jest/globals'
import { Activity } from '../../src/client/index.js'

const stateOf = (work: Promise<void>) => {
  const state = { over: false }
  void work.then(() => {
    state.over = true
  })
  return state
}
const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise<void>((resolve) => setImmediate(resolve))
}

describe('activity', () => {
  test('is settled when nothing is busy, and nothing became busy because of what was', async () => {
    const activity = new Activity()
    const first = activity.begin()
    const state = stateOf(activity.settled())
    await turns(5)
    expect(state.over).toBe(false)
    const second = activity.begin()
    first()
    first()
    await turns(5)
    expect(state.over).toBe(false)
    second()
    await turns(20)
    expect(state.over).toBe(true)
  })

  test('is settled while what is busy waits for time', async () => {
    const activity = new Activity()
    const end = activity.begin()
    const resume = activity.wait()
    await activity.settled()
    resume()
    resume()
    const state = stateOf(activity.settled())
    await turns(10)
    expect(state.over).toBe(false)
    end()
    await turns(20)
    expect(state.over).toBe(true)
  })

  test('is stalled when nothing moves any more though something is busy, and stays so until something does', async () => {
    const activity = new Activity()
    const end = activity.begin()
    await activity.stalled()
    const state = stateOf(activity.stalled())
    await turns(60)
    expect(state.over).toBe(true)
    end()
    await activity.stalled()
    await activity.settled()
  })
})
