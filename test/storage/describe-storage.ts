import { describe, test } from '@jest/globals'
import { storageContract } from '../../src/public/testing/storage.js'
import type { Storage } from '../../src/storage/index.js'

/**
 * Runs the contract tests of storage engines for one engine.
 *
 * @param name - Name of the engine, for the titles.
 * @param open - Creates an empty engine.
 */
export function describeStorage(name: string, open: () => Storage | Promise<Storage>): void {
  describe(`${name} storage`, () => {
    // Some tests open many storages, which is slow on a disk.
    for (const rule of storageContract(open)) test(rule.name, rule.check, 30_000)
  })
}
