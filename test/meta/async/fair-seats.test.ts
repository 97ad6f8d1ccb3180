import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { SharedBytes } from '../../../src/endpoints/flow/shared-bytes.js'
import { FairSeats, type Flow } from '../../../src/meta/async/fair-seats.js'

/** Takes seats for requests of flows, or waits for them, and notes who was served. */
function room(seats: number, places = 100) {
  const shared = new FairSeats({ seats, places })
  const flows = new Map<string, Flow>()
  const served: string[] = []
  const flowOf = (name: string): Flow => {
    const flow = flows.get(name) ?? shared.join(name)
    flows.set(name, flow)
    return flow
  }
  const ask = (name: string, count = 1): 'seated' | 'waits' | 'refused' => {
    const flow = flowOf(name)
    if (shared.take(flow, count)) return 'seated'
    return shared.wait(flow, { seats: count, grant: () => served.push(name) }) ? 'waits' : 'refused'
  }
  const fill = (name: string): number => {
    for (let taken = 0; ; taken += 1) if (!shared.take(flowOf(name), 1)) return taken
  }
  return { shared, served, flowOf, ask, fill, end: (name: string, count = 1) => shared.giveBack(flowOf(name), count) }
}

describe('seats', () => {
  test.each([
    { seats: 1, alone: 1 },
    { seats: 2, alone: 1 },
    { seats: 3, alone: 2 },
    { seats: 200, alone: 100 },
    { seats: 400, alone: 200 },
  ])('of $seats a single flow takes $alone', ({ seats, alone }) => {
    expect(room(seats).fill('a')).toBe(alone)
  })

  test('a new flow gets a free one however many the others hold', () => {
    const { fill } = room(400)
    expect(['a', 'b', 'c', 'd'].map((name) => fill(name))).toEqual([200, 100, 50, 25])
    expect(fill('new')).toBeGreaterThan(10)
  })

  test('without a bound no flow waits', () => {
    const { shared, flowOf } = room(Number.POSITIVE_INFINITY)
    const flow = flowOf('a')
    for (let index = 0; index < 1000; index += 1) expect(shared.take(flow, 10)).toBe(true)
  })

  test('waiting flows take turns, however many requests they have', () => {
    const { ask, end, served, fill } = room(7)
    fill('x') // 4
    fill('y') // 2
    fill('z') // 1
    expect(['a', 'a', 'a', 'a', 'b', 'c', 'b'].map((name) => ask(name))).toEqual(Array(7).fill('waits'))
    for (let count = 0; count < 4; count += 1) end('x')
    // The fourth seat would be the second one of a flow, and there is only that one left.
    expect(served).toEqual(['a', 'b', 'c'])
    end('y')
    end('y')
    expect(served).toEqual(['a', 'b', 'c', 'a', 'b'])
  })

  test('a flow that has used its share waits without blocking others', () => {
    const { ask, fill } = room(10)
    expect(fill('a')).toBe(5)
    expect([ask('a'), ask('a')]).toEqual(['waits', 'waits'])
    expect(ask('b')).toBe('seated')
  })

  test('a heavy request is not starved by light ones that come after it', () => {
    const { ask, end, served, fill } = room(10)
    fill('a') // 5
    fill('b') // 2 or 3
    expect(ask('heavy', 5)).toBe('waits')
    expect(ask('light')).toBe('waits')
    end('a')
    end('a')
    end('a')
    expect(served).toEqual(['heavy'])
    end('heavy', 5)
    expect(served).toEqual(['heavy', 'light'])
  })

  test('the queue is shared by the same rule', () => {
    const { ask, fill } = room(1, 8)
    fill('x')
    const outcomes = (name: string) => Array.from({ length: 8 }, () => ask(name)).filter((outcome) => outcome === 'waits').length
    expect([outcomes('a'), outcomes('b'), outcomes('c')]).toEqual([4, 2, 1])
  })

  test('without a queue requests beyond the seats are refused', () => {
    const { ask } = room(1, 0)
    expect([ask('a'), ask('a'), ask('b')]).toEqual(['seated', 'refused', 'refused'])
  })

  test('a request that stops waiting frees its place, and later ones proceed', () => {
    const { shared, flowOf, served, fill, ask } = room(4, 2)
    fill('x')
    const heavy = { seats: 3, grant: () => served.push('heavy') }
    expect(shared.wait(flowOf('heavy'), heavy)).toBe(true)
    expect(ask('light')).toBe('waits')
    shared.withdraw(flowOf('heavy'), heavy)
    shared.withdraw(flowOf('heavy'), heavy)
    expect([served, shared.waiting]).toEqual([['light'], 0])
  })

  test('flows without requests are dropped beyond a thousand', () => {
    const shared = new FairSeats({ seats: 2, places: 2 })
    for (let index = 0; index < 5000; index += 1) shared.leave(shared.join(`user-${index}`))
    expect(shared.flows).toBe(1000)
    const all = Array.from({ length: 3000 }, (_, index) => shared.join(`user-${index}`))
    expect(shared.flows).toBe(3000)
    for (const flow of all) shared.leave(flow)
    expect(shared.flows).toBe(1000)
  })

  test('for any sequence, the number of seats is constant, and all requests are served in the end', () => {
    const step = fc.record({ flow: fc.constantFrom('a', 'b', 'c'), seats: fc.integer({ min: 1, max: 2 }), ends: fc.boolean() })
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 12 }), fc.array(step, { maxLength: 80 }), (total, steps) => {
        const shared = new FairSeats({ seats: total, places: 1000 })
        const seated: { flow: Flow; seats: number }[] = []
        let asked = 0
        let begun = 0
        const sit = (flow: Flow, seats: number) => {
          seated.push({ flow, seats })
          begun += 1
          expect(seated.reduce((sum, each) => sum + each.seats, 0)).toBeLessThanOrEqual(total)
        }
        const end = () => {
          const first = seated.shift()
          if (first) shared.giveBack(first.flow, first.seats)
        }
        for (const { flow: name, seats, ends } of steps) {
          const flow = shared.join(name)
          asked += 1
          if (shared.take(flow, seats)) sit(flow, seats)
          else shared.wait(flow, { seats, grant: () => sit(flow, seats) })
          if (ends) end()
        }
        while (seated.length > 0) end()
        expect([begun, shared.waiting]).toEqual([asked, 0])
      }),
    )
  })
})

describe('shared bytes', () => {
  test('one user cannot hold all of them, so that others always get some', () => {
    const bytes = new SharedBytes(1000)
    expect([bytes.take('a', 500), bytes.take('a', 1), bytes.take('b', 250), bytes.take('c', 125)]).toEqual([
      true,
      false,
      true,
      true,
    ])
    bytes.giveBack('a', 400)
    expect(bytes.take('b', 100)).toBe(true)
    for (const [user, held] of [
      ['a', 100],
      ['b', 350],
      ['c', 125],
    ] as const)
      bytes.giveBack(user, held)
    expect(bytes.free).toBe(1000)
  })
})
