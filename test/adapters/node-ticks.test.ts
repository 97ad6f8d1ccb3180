import { createHook } from 'node:async_hooks'
import { describe, expect, test } from '@jest/globals'
import { likeTick } from '../../src/adapters/node-ticks.js'

describe('the object that keeps the hidden class of ticks', () => {
  test('has the members of a tick of this version of Node, in the same order', async () => {
    const ticks: object[] = []
    const hook = createHook({
      init: (_id, type, _trigger, resource) => {
        if (type === 'TickObject') ticks.push(resource)
      },
    }).enable()
    await new Promise<void>((resolve) => {
      process.nextTick(resolve)
    })
    hook.disable()

    const [tick = {}] = ticks
    // Jest keeps stores of its own in every resource.
    const isMade = (key: string | symbol) => typeof key === 'string' || key.description !== 'kResourceStore'
    const made = Reflect.ownKeys(tick).filter(isMade)
    expect(made).toHaveLength(4)
    expect(Reflect.ownKeys(likeTick())).toEqual(made)
  })
})
