import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, jest, test } from '@jest/globals'
import { freshDirectory, removeDirectories } from './support.js'

afterEach(removeDirectories)

test('without the package lmdb nothing is left behind', async () => {
  jest.unstable_mockModule('lmdb', () => {
    throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' })
  })
  const { createLmdbStorage } = await import('../../../src/storage/lmdb/index.js')
  const directory = join(freshDirectory(), 'state')
  await expect(createLmdbStorage({ directory })).rejects.toThrow('the package "lmdb" is not installed: npm install lmdb')
  expect(existsSync(directory)).toBe(false)
})
