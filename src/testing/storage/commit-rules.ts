/**
 * Rules about commits, and about loading after them.
 *
 * @module
 */

import { expectGreater, expectSame, type Rule, readState, textOf } from './engine-under-test.js'

export const commitRules: readonly Rule[] = [
  [
    'an empty engine has a revision of at least 1, and no entries',
    async (engine) => {
      const { revision, entries } = await engine.load()
      expectGreater('the revision of an empty engine', revision, 0)
      expectSame('the entries', entries, [])
      expectSame('revision()', await engine.storage.revision(), revision)
    },
  ],
  [
    'each commit takes a greater revision, on whatever key, and load shows the latest values',
    async (engine) => {
      const { revision } = await engine.load()
      const first = await engine.put('/a', 0, 'one')
      const second = await engine.put('/b', 0, 'two')
      const third = await engine.put('/a', first, 'three')
      expectGreater('the revision of the first commit', first, revision)
      expectGreater('the revision of the second commit', second, first)
      expectGreater('the revision of the third commit', third, second)
      const entries = [
        ['/a', 'three', third],
        ['/b', 'two', second],
      ]
      expectSame('what was loaded', await engine.load(), { revision: third, entries })
      expectSame('revision()', await engine.storage.revision(), third)
    },
  ],
  [
    'what was loaded is the state at its revision, also when it is read after other commits',
    async (engine) => {
      const first = await engine.put('/a', 0, 'one')
      const second = await engine.put('/b', 0, 'two')
      const state = await engine.storage.load()
      await engine.put('/a', first, 'three')
      await engine.remove('/b', second)
      await engine.put('/c', 0, 'four')
      // An engine with lazy initialization does that work before it is loaded.
      await engine.load()
      const entries = [
        ['/a', 'one', first],
        ['/b', 'two', second],
      ]
      expectSame('what was loaded', await readState(state), { revision: second, entries })
    },
  ],
  [
    'a commit with another revision than the key has is a conflict, which takes no revision',
    async (engine) => {
      const first = await engine.put('/a', 0, 'one')
      const second = await engine.put('/a', first, 'two')
      expectSame('creating what is there', await engine.attempt('/a', 0, 'x'), 'conflict')
      expectSame('an old revision', await engine.attempt('/a', first, 'x'), 'conflict')
      expectSame('a revision to come', await engine.attempt('/a', second + 1, 'x'), 'conflict')
      expectSame('removing an old revision', await engine.attempt('/a', first, undefined), 'conflict')
      expectSame('changing what is not there', await engine.attempt('/none', second, 'x'), 'conflict')
      expectSame('what was loaded', await engine.load(), { revision: second, entries: [['/a', 'two', second]] })
    },
  ],
  [
    'a removal takes a revision, and the key can be made again',
    async (engine) => {
      const first = await engine.put('/a', 0, 'one')
      const removed = await engine.remove('/a', first)
      expectGreater('the revision of a removal', removed, first)
      expectSame('what was loaded', await engine.load(), { revision: removed, entries: [] })
      expectSame('changing what was removed', await engine.attempt('/a', first, 'x'), 'conflict')
      expectGreater('the revision of the new value', await engine.put('/a', 0, 'again'), removed)
    },
  ],
  [
    'removing a key that does not exist is a conflict',
    async (engine) => {
      expectSame('the removal', await engine.attempt('/none', 0, undefined), 'conflict')
    },
  ],
  [
    'of many writers with the same expectation one wins',
    async (engine) => {
      const first = await engine.put('/a', 0, 'one')
      const attempts = Array.from({ length: 20 }, (_, i) => engine.attempt('/a', first, `writer ${i}`))
      const outcomes = await Promise.all(attempts)
      expectSame('winners', outcomes.filter((outcome) => outcome === 'committed').length, 1)
    },
  ],
  [
    'keys and values of any content come back as they were',
    async (engine) => {
      const every = Uint8Array.from({ length: 256 }, (_, i) => i)
      const keys = ['/plain', '/a/b/c', '//x', '/with space', '/ünïcödé/日本', '/__proto__', '/constructor']
      for (const key of keys) await engine.storage.commit({ key, expectedRevision: 0, value: every })
      const found: string[] = []
      for await (const { key, value } of (await engine.storage.load()).entries) {
        found.push(key)
        expectSame(`the bytes of ${key}`, [...value], [...every])
      }
      expectSame('the keys', found.sort(), keys.sort())
    },
  ],
  [
    'history, where an engine keeps one, tells what each commit replaced, oldest first and without a gap',
    async (engine) => {
      const first = await engine.put('/a', 0, 'one')
      const second = await engine.put('/b', 0, 'two')
      const third = await engine.put('/a', first, 'three')
      const removed = await engine.remove('/b', second)
      const { history } = await engine.storage.load()
      if (!history) return
      const told: unknown[] = []
      for await (const { key, revision, previous } of history) {
        told.push([key, revision, previous?.revision, textOf(previous?.value)])
      }
      expectSame('the history', told, [
        ['/a', first, undefined, undefined],
        ['/b', second, undefined, undefined],
        ['/a', third, first, 'one'],
        ['/b', removed, second, 'two'],
      ])
    },
  ],
  [
    'commits after the end are refused, and closing twice does no harm',
    async (engine) => {
      await engine.put('/a', 0, 'one')
      await engine.storage.close()
      const outcome = await engine.attempt('/b', 0, 'x').catch(() => 'refused')
      expectSame('a commit after the end', outcome, 'refused')
      await engine.storage.close()
    },
  ],
]
