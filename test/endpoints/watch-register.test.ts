import { describe, expect, test } from '@jest/globals'
import { WatchRegister } from '../../src/endpoints/watch-register.js'
import type { WatchStream } from '../../src/server/watch-stream.js'

/** Opens watches of a user until no more are let in. */
function openAll(register: WatchRegister, user: string, weight?: number): WatchStream[] {
  const opened: WatchStream[] = []
  while (register.hasRoomFor(user, weight)) {
    const stream = {} as WatchStream
    register.add(stream, user, weight)
    opened.push(stream)
  }
  return opened
}

describe('open watches', () => {
  test('of a single user may be three quarters of all', () => {
    expect(openAll(new WatchRegister(1_000), 'greedy')).toHaveLength(750)
  })

  test('leave some for the next user, however many users want all', () => {
    const register = new WatchRegister(1_000)
    const counts = ['a', 'b', 'c', 'd'].map((user) => openAll(register, user).length)
    expect(counts.every((count) => count > 0)).toBe(true)
    expect(openAll(register, 'last').length).toBeGreaterThan(0)
    expect(register.size).toBeLessThanOrEqual(1_000)
  })

  test('that end make room for other users, who then get as many as the first', () => {
    const register = new WatchRegister(1_000)
    const first = openAll(register, 'first')
    expect(register.hasRoomFor('first')).toBe(false)
    expect(register.hasRoomFor('second')).toBe(true)
    for (const stream of first) register.remove(stream)
    register.remove(first[0] as WatchStream)
    expect([register.size, openAll(register, 'second').length]).toEqual([0, 750])
  })

  test('of the plane itself take no room, are not counted, and end with the others', () => {
    const register = new WatchRegister(4)
    const ended: string[] = []
    const stream = (name: string) => ({ end: () => ended.push(`${name} ended`), abort: () => ended.push(`${name} broken off`) })
    const own = Array.from({ length: 100 }, () => stream('own'))
    for (const each of own) register.add(each, undefined)
    for (const each of own.slice(1)) register.remove(each)
    register.add(stream('other'), 'jane')
    expect([register.size, register.hasRoomFor('joe')]).toEqual([1, true])
    register.endAll()
    register.abortAll()
    expect(ended).toEqual(['own ended', 'other ended', 'own broken off', 'other broken off'])
  })

  test('of a greater weight take as many places, up to a tenth of all, and give them back', () => {
    const register = new WatchRegister(1_000)
    const heavy = openAll(register, 'greedy', 50)
    expect([heavy.length, register.size, register.hasRoomFor('greedy'), register.hasRoomFor('modest', 50)]).toEqual([
      15,
      15,
      false,
      true,
    ])
    for (const stream of heavy) register.remove(stream)
    expect(openAll(register, 'greedy', 1_000_000)).toHaveLength(7)
  })

  test('are one at least', () => {
    const register = new WatchRegister(1)
    expect(openAll(register, 'only')).toHaveLength(1)
    expect(register.hasRoomFor('other')).toBe(false)
  })
})
