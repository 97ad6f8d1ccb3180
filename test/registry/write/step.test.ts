import { expect, test } from '@jest/globals'
import type { WriteState } from '../../../src/registry/write/state.js'
import { runSteps, type StepFunction, steps } from '../../../src/registry/write/step.js'

/** What steps write down, and a turn that is spent when told. */
function write(spentBefore: readonly string[] = []) {
  const log: string[] = []
  const state = {
    log,
    isOver: false,
    caller: {},
    turn: {
      begin() {},
      get isSpent() {
        return spentBefore.includes(log.at(-1) ?? '')
      },
      next: async () => {
        log.push('another turn')
      },
    },
  }
  return state as unknown as WriteState & { log: string[]; isOver: boolean }
}

const say =
  (word: string): StepFunction =>
  (state) => {
    ;(state as ReturnType<typeof write>).log.push(word)
  }

test('steps that do not wait are run at once, without any promise', () => {
  const state = write()
  expect(runSteps(steps({ a: say('a'), b: say('b') }), state)).toBeUndefined()
  expect(state.log).toEqual(['a', 'b'])
})

test('a step that waits holds up the next ones, and no others', async () => {
  const state = write()
  const slow: StepFunction = async (state) => {
    await null
    await say('slow')(state)
  }
  const running = runSteps(steps({ a: say('a'), slow, b: say('b') }), state)
  expect(state.log).toEqual(['a'])
  await running
  expect(state.log).toEqual(['a', 'slow', 'b'])
})

test('no step is run after the one that has answered', () => {
  const state = write()
  const answer: StepFunction = () => {
    state.isOver = true
  }
  runSteps(steps({ a: say('a'), answer, b: say('b') }), state)
  expect(state.log).toEqual(['a'])
})

test.each(['at once', 'later'])('a step hands the rest over to other steps, %s', async (when) => {
  const state = write()
  const others = steps({ c: say('c'), d: say('d') })
  const handOver: StepFunction = when === 'later' ? async () => others : () => others
  await runSteps(steps({ a: say('a'), handOver, b: say('b') }), state)
  expect(state.log).toEqual(['a', 'c', 'd'])
})

test('the event loop runs after a long step, and no step is left out or run twice', async () => {
  const state = write(['b'])
  await runSteps(steps({ a: say('a'), b: say('b'), c: say('c'), d: say('d') }), state)
  expect(state.log).toEqual(['a', 'b', 'another turn', 'c', 'd'])
})

test('what a step throws ends the run', async () => {
  const state = write()
  const fail: StepFunction = () => {
    throw new Error('no')
  }
  expect(() => runSteps(steps({ a: say('a'), fail, b: say('b') }), state)).toThrow('no')
  const failLater: StepFunction = async () => fail(state)
  await expect(runSteps(steps({ failLater, b: say('b') }), state)).rejects.toThrow('no')
  expect(state.log).toEqual(['a'])
})
