// The storage engines of the benchmarks, by the values of `--storage`.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

// The storage of one server: a new directory in the given one or in a temporary one; or a new schema.
export function placeFor(storage, name) {
  if (storage.startsWith('postgres:')) {
    const url = new URL(storage.slice('postgres:'.length))
    url.searchParams.set('schema', `bench-${name}-${Date.now()}`)
    return `postgres:${url}`
  }
  if (!storage.startsWith('lmdb:')) return storage
  let root = storage.slice('lmdb:'.length)
  if (root === '') {
    root = mkdtempSync(path.join(os.tmpdir(), 'binnacle-bench-'))
    process.on('exit', () => rmSync(root, { recursive: true, force: true }))
  }
  const directory = path.join(root, name)
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true })
  return `lmdb:${directory}`
}

export async function openStorage(place = 'memory') {
  if (place.startsWith('lmdb:')) {
    const { createLmdbStorage } = await import('binnacle/storage/lmdb')
    return createLmdbStorage({ directory: place.slice('lmdb:'.length) })
  }
  if (place.startsWith('postgres:')) {
    const { createPostgresStorage } = await import('binnacle/storage/postgres')
    return createPostgresStorage({ url: place.slice('postgres:'.length) })
  }
  const { createEtcdStorage, createMemoryStorage } = await import('binnacle/storage')
  if (place.startsWith('etcd:')) {
    const prefix = `/bench-${process.pid}-${Date.now()}`
    return createEtcdStorage({ endpoints: place.slice('etcd:'.length).split(','), prefix })
  }
  if (place !== 'memory') throw new Error(`--storage ${place}: expected memory, lmdb:, lmdb:DIR, etcd:URL[,URL] or postgres:URL`)
  return createMemoryStorage()
}
