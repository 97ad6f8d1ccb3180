import { afterEach, describe, expect, jest, test } from '@jest/globals'
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
  test('is settled when nothing is busy, and nothing became busy as a consequence', async () => {
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

  test('is settled while busy work waits for a timer', async () => {
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

  test('is stalled when work is busy but makes no progress, until it makes some', async () => {
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

  describe('with a request under way', () => {
    afterEach(() => {
      jest.restoreAllMocks()
    })

    test('is not stalled, however many turns the request takes', async () => {
      jest.spyOn(performance, 'now').mockReturnValue(0)
      const activity = new Activity()
      const end = activity.beginRequest()
      const state = stateOf(activity.stalled())
      await turns(60)
      expect(state.over).toBe(false)
      end()
      end()
      await activity.stalled()
      await turns(1)
      expect(state.over).toBe(true)
    })

    test('is stalled after some seconds without progress: the request itself waits for a timer', async () => {
      let now = 0
      jest.spyOn(performance, 'now').mockImplementation(() => {
        now += 10
        return now
      })
      const activity = new Activity()
      activity.beginRequest()
      await activity.stalled()
      expect(now).toBeGreaterThan(4_000)
    })
  })
})
