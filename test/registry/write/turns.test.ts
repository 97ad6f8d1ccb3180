import { describe, expect, test } from '@jest/globals'
import { WriteTurns } from '../../../src/registry/write/turns.js'

const later = async () => {
  await Promise.resolve()
  await Promise.resolve()
}

describe('writes that wait for one another', () => {
  test('each is answered after the work that follows it, and before the next one begins', async () => {
    const seen: string[] = []
    const turns = new WriteTurns(async () => {
      await later()
      seen.push('after')
    })
    const write = async (name: string) => {
      seen.push(name)
      await later()
      return name
    }
    const answers = ['a', 'b'].map((name) => turns.run(() => write(name)).then((answer) => seen.push(`answered ${answer}`)))
    await Promise.all(answers)
    expect(seen.filter((what) => !what.startsWith('answered'))).toEqual(['a', 'after', 'b', 'after'])
    expect(seen.indexOf('answered a')).toBeGreaterThan(seen.indexOf('after'))
  })

  test('one that fails rejects after the work that follows it, and does not block other writers', async () => {
    let count = 0
    const turns = new WriteTurns(async () => {
      count += 1
    })
    await expect(turns.run(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
    expect(count).toBe(1)
    expect(await turns.run(async () => 'stored')).toBe('stored')
    expect(count).toBe(2)
  })

  test('the work is done without a write, too, after the current writes', async () => {
    const seen: string[] = []
    const turns = new WriteTurns(async () => {
      seen.push('after')
    })
    const written = turns.run(async () => {
      await later()
      seen.push('written')
    })
    turns.runAfter()
    await written
    await turns.run(async () => {})
    expect(seen).toEqual(['written', 'after', 'after', 'after'])
  })
})
