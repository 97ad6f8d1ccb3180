/**
 * A storage in memory that a test can make unavailable.
 *
 * @module
 */

import { serviceUnavailable } from '../../src/meta/index.js'
import { createMemoryStorage, type Storage } from '../../src/storage/index.js'

/** A storage that refuses commits of chosen keys while it is unavailable. */
export function faultyStorage() {
  const storage = createMemoryStorage()
  const state: { away: { test(key: string): boolean } | undefined } = { away: undefined }
  const commit: Storage['commit'] = async (request) => {
    if (state.away?.test(request.key)) throw serviceUnavailable('the storage is away', 1)
    return storage.commit(request)
  }
  const faulty = new Proxy(storage, {
    get: (target, name) => {
      if (name === 'commit') return commit
      const member = Reflect.get(target, name, target)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  return { state, storage: faulty }
}
