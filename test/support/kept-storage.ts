import type { Storage } from '../../src/storage/index.js'

/** One storage for several consecutive planes: closing a plane does not close it. */
export const kept = (storage: Storage): Storage =>
  new Proxy(storage, {
    get(target, name) {
      if (name === 'close') return async () => {}
      const member = Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
