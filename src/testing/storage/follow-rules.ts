/**
 * Rules about followers: what they receive, when, and in which order.
 *
 * @module
 */

import type { CommitResult } from '../../storage/index.js'
import { bytesOf, expectSame, type Rule, revisionOf, shown, until } from './engine-under-test.js'

export const followRules: readonly Rule[] = [
  [
    'followers hear of every commit once, in order, before the writer does',
    async (engine) => {
      const { revision } = await engine.load()
      const one = engine.follow(revision)
      const two = engine.follow(revision)
      const first = await engine.put('/a', 0, 'one')
      expectSame('what a follower has heard when the writer knows', shown(one.heard), [['/a', first, 'one']])
      const second = await engine.put('/a', first, 'two')
      const third = await engine.remove('/a', second)
      const fourth = await engine.put('/b', 0, 'four')
      const all = [
        ['/a', first, 'one'],
        ['/a', second, 'two'],
        ['/a', third, undefined],
        ['/b', fourth, 'four'],
      ]
      expectSame('what one follower heard', shown(one.heard), all)
      expectSame('what another heard', shown(two.heard), all)
    },
  ],
  [
    'a conflict is not reported',
    async (engine) => {
      const { heard } = engine.follow((await engine.load()).revision)
      await engine.attempt('/a', 7, 'x')
      expectSame('what a follower heard', shown(heard), [])
    },
  ],
  [
    'a follower that starts late hears first of what it has missed',
    async (engine) => {
      const { revision } = await engine.load()
      const first = await engine.put('/a', 0, 'one')
      const second = await engine.put('/a', first, 'two')
      const all = engine.follow(revision)
      const rest = engine.follow(first)
      const third = await engine.remove('/a', second)
      const changes = [
        ['/a', first, 'one'],
        ['/a', second, 'two'],
        ['/a', third, undefined],
      ]
      expectSame('what a follower from the start heard', shown(all.heard), changes)
      expectSame('what a follower from the first commit heard', shown(rest.heard), changes.slice(1))
    },
  ],
  [
    'a follower that has ended hears nothing more, and the others do',
    async (engine) => {
      const { revision } = await engine.load()
      const ended = engine.follow(revision)
      const other = engine.follow(revision)
      const first = await engine.put('/a', 0, 'one')
      ended.end()
      await engine.put('/a', first, 'two')
      expectSame('changes that the one heard', ended.heard.length, 1)
      expectSame('changes that the other heard', other.heard.length, 2)
    },
  ],
  [
    'a listener may commit: it hears of that after it has returned, and all followers hear in order',
    async (engine) => {
      const { storage } = engine
      const { revision } = await engine.load()
      const heard: number[] = []
      const commits: Promise<CommitResult>[] = []
      let inside = false
      storage.follow(revision, (change) => {
        expectSame('called while it is running', inside, false)
        inside = true
        heard.push(change.revision)
        const key = `/n${commits.length}`
        if (commits.length < 3) commits.push(storage.commit({ key, expectedRevision: 0, value: bytesOf('x') }))
        inside = false
      })
      const other = engine.follow(revision)
      const first = await engine.put('/a', 0, 'one')
      await until('a follower hears of four commits', () => heard.length >= 4)
      const revisions = [first, ...(await Promise.all(commits)).map(revisionOf)]
      expectSame('what the one that commits heard', heard, revisions)
      const others = other.heard.map((change) => change.revision)
      expectSame('what the other heard', others, revisions)
    },
  ],
  [
    'a late follower may commit while it hears of the past',
    async (engine) => {
      const { storage } = engine
      const { revision } = await engine.load()
      await engine.put('/a', 0, 'one')
      await engine.put('/b', 0, 'two')
      const heard: string[] = []
      const commits: Promise<CommitResult>[] = []
      storage.follow(revision, ({ key }) => {
        heard.push(key)
        if (key === '/a') commits.push(storage.commit({ key: '/c', expectedRevision: 0, value: bytesOf('x') }))
      })
      await until('a follower hears of three commits', () => heard.length >= 3)
      await Promise.all(commits)
      expectSame('what it heard', heard, ['/a', '/b', '/c'])
    },
  ],
  [
    'what is loaded and what is followed join without a gap while others write',
    async (engine) => {
      const writes = (async () => {
        for (let i = 0; i < 20; i++) await engine.put(`/k${i}`, 0, String(i))
      })()
      writes.catch(() => {}) // reported below, unless the engine cannot even load
      const state = await engine.load()
      const keys = state.entries.map(([key]) => key)
      engine.storage.follow(state.revision, ({ key }) => keys.push(key))
      await writes
      // Commits from before the follow are delivered as soon as the engine reads them.
      await until('all keys are there', () => keys.length >= 20)
      expectSame('the keys', keys.sort(), Array.from({ length: 20 }, (_, i) => `/k${i}`).sort())
    },
  ],
  [
    'compacting keeps the latest values and the followers',
    async (engine) => {
      const follower = engine.follow((await engine.load()).revision)
      const first = await engine.put('/a', 0, 'one')
      const second = await engine.put('/b', 0, 'two')
      const third = await engine.put('/a', first, 'three')
      await engine.storage.compact(third)
      expectSame('the entries', (await engine.load()).entries, [
        ['/a', 'three', third],
        ['/b', 'two', second],
      ])
      const late = engine.follow(third)
      const fourth = await engine.remove('/b', second)
      expectSame('changes that the follower heard', follower.heard.length, 4)
      expectSame('what a follower from then on heard', shown(late.heard), [['/b', fourth, undefined]])
    },
  ],
]
