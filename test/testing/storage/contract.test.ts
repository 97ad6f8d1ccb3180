import { expect, test } from '@jest/globals'
import { createControlPlane } from '../../../src/public/index.js'
import { createMemoryStorage, type Storage } from '../../../src/public/storage.js'
import { storageContract } from '../../../src/public/testing/storage.js'

/** The rules that an engine breaks, and what is said of each. */
async function broken(change: (storage: Storage) => Partial<Storage>): Promise<Map<string, string>> {
  const said = new Map<string, string>()
  const open = () => {
    const storage = createMemoryStorage()
    const changed: Partial<Storage> = change(storage)
    return new Proxy(storage, {
      get(target, name) {
        if (Object.hasOwn(changed, name)) return Reflect.get(changed, name)
        const member: unknown = Reflect.get(target, name)
        return typeof member === 'function' ? member.bind(target) : member
      },
    })
  }
  for (const { name, check } of storageContract(open)) {
    await check().catch((error: Error) => said.set(name, error.message))
  }
  return said
}

test('an engine that keeps all rules passes all checks', async () => {
  expect(await broken(() => ({}))).toEqual(new Map())
})

test('an engine may take its optional members from another, which may lack them', async () => {
  const inner = createMemoryStorage()
  const outer: Storage = {
    followersAreCurrent: inner.followersAreCurrent,
    healthCheck: inner.healthCheck,
    metrics: inner.metrics,
    outlivesProcess: inner.outlivesProcess,
    maxValueBytes: inner.maxValueBytes,
    load: () => inner.load(),
    commit: (request) => inner.commit(request),
    follow: (...args) => inner.follow(...args),
    revision: () => inner.revision(),
    compact: (revision) => inner.compact(revision),
    close: () => inner.close(),
  }
  const plane = await createControlPlane({ storage: outer })
  const maps = plane.client().resource({ group: '', version: 'v1', kind: 'ConfigMap' }).namespace('default')
  expect((await maps.create({ metadata: { name: 'a' } })).metadata.name).toBe('a')
  await plane.close()
})

test('an engine that overwrites concurrent writes fails', async () => {
  const said = await broken((storage) => ({
    async commit(request) {
      const result = await storage.commit(request)
      return result.outcome === 'conflict' ? { outcome: 'committed', revision: await storage.revision() } : result
    },
  }))
  expect(said.get('of many writers with the same expectation one wins')).toBe('winners: expected 1, found 20')
  expect(said.get('removing a key that does not exist is a conflict')).toBe('the removal: expected "conflict", found "committed"')
})

test('an engine may pass views of a buffer that it uses again', async () => {
  const said = await broken((storage) => ({
    follow: (from, listener, onLost) =>
      storage.follow(
        from,
        (change) => {
          const value = change.value?.slice()
          listener({ ...change, value })
          value?.fill(0)
        },
        onLost,
      ),
  }))
  expect(said).toEqual(new Map())
})

test('each engine that is opened is closed', async () => {
  let open = 0
  const said = await broken((storage) => {
    open += 1
    let isOpen = true
    return {
      async close() {
        if (isOpen) open -= 1
        isOpen = false
        await storage.close()
      },
    }
  })
  expect([said.size, open]).toEqual([0, 0])
})
