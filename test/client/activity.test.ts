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

  describe('with a request under way', () => {
    afterEach(() => {
      jest.restoreAllMocks()
    })

    test('is not stalled, however many turns that takes', async () => {
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

    test('is stalled after some seconds in which nothing moved: the request itself waits for time', async () => {
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
