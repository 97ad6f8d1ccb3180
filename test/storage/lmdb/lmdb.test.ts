import { afterAll } from '@jest/globals'
import { createLmdbStorage } from '../../../src/storage/lmdb/index.js'
import { describeStorage } from '../describe-storage.js'
import { freshDirectory, removeDirectories } from './support.js'

afterAll(removeDirectories)

describeStorage('lmdb', () => createLmdbStorage({ directory: freshDirectory() }))
