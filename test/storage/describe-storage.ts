import { describe, test } from '@jest/globals'
import { storageContract } from '../../src/public/testing/storage.js'
import type { Storage } from '../../src/storage/index.js'

/**
 * Runs the rules of storage engines against one.
 *
 * @param name - Name of the engine, for the titles.
 * @param open - Makes an empty engine.
 */
export function describeStorage(name: string, open: () => Storage | Promise<Storage>): void {
  describe(`${name} storage`, () => {
    // Some open many storages, which on a disk takes a while.
    for (const rule of storageContract(open)) test(rule.name, rule.check, 30_000)
  })
}
