/**
 * A real etcd in a test, and a line to it that can be cut.
 *
 * @module
 */

import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { Random } from '../../../src/meta/index.js'
import { createEtcdStorage, type EtcdStorageOptions, type Storage, type StorageChange } from '../../../src/storage/index.js'

/** What `tools/etcd.mjs` starts. */
export interface Etcd {
  readonly url: string
  pause(): Promise<void>
  resume(): Promise<void>
  kill(): Promise<void>
  restart(): Promise<void>
  stop(): Promise<void>
}

/** How etcd is started. */
export interface EtcdStart {
  readonly tls?: { readonly cert: string; readonly key: string; readonly ca?: string }
  readonly args?: readonly string[]
}

const TOOL: string = '../../../tools/etcd.mjs'

/** Starts an etcd that the test stops at its end. */
export async function startEtcd(options: EtcdStart = {}): Promise<Etcd> {
  const tool: { startEtcd(options: EtcdStart): Promise<Etcd> } = await import(TOOL)
  return tool.startEtcd(options)
}

/** Chance that always says the same, so that the first endpoint is the first. */
export const noChance: Random = {
  uuid: () => '00000000-0000-4000-8000-000000000000',
  bytes: (length) => new Uint8Array(length),
}

export const bytes = (text: string) => new TextEncoder().encode(text)
export const text = (value: Uint8Array | undefined) => value && new TextDecoder().decode(value)

/** Waits until something is so; the test's own time limit is the limit. */
export async function until(isSo: () => unknown): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5))
}

/** An engine, with what it reports. */
export interface Replica {
  readonly storage: Storage
  readonly changes: StorageChange[]
  /** How often the place was lost. */
  readonly lost: number
  put(key: string, expectedRevision: number, value: string): Promise<number>
  remove(key: string, expectedRevision: number): Promise<number>
}

/** Opens an engine and follows it. */
export async function openReplica(options: EtcdStorageOptions): Promise<Replica> {
  const storage = await createEtcdStorage(options)
  const { revision } = await storage.load()
  const changes: StorageChange[] = []
  let lost = 0
  storage.follow(
    revision,
    (change) => changes.push(change),
    () => {
      lost += 1
    },
  )
  const commit = async (key: string, expectedRevision: number, value: Uint8Array | undefined) => {
    const result = await storage.commit({ key, expectedRevision, value })
    if (result.outcome !== 'committed') throw new Error('the commit met a conflict')
    return result.revision
  }
  return {
    storage,
    changes,
    get lost() {
      return lost
    },
    put: (key, expectedRevision, value) => commit(key, expectedRevision, bytes(value)),
    remove: (key, expectedRevision) => commit(key, expectedRevision, undefined),
  }
}

/** A line to etcd. */
export interface Line {
  readonly url: string
  /** How many connections have come, also those that were refused. */
  readonly connections: number
  /** Closes what is open, and refuses what comes, until `mend`. */
  cut(): void
  /** Refuses what comes, and leaves what is open as it is, until `mend`. */
  refuse(): void
  /** From now on nothing comes back, though everything gets there, until `mend`. */
  deafen(): void
  /** From now on nothing gets there either, and nothing is closed. */
  freeze(): void
  mend(): void
  close(): Promise<void>
}

/** Lays a line to an address. */
export async function layLine(to: string): Promise<Line> {
  const target = new URL(to)
  const sockets = new Set<Socket>()
  let state: 'open' | 'cut' | 'refusing' | 'deaf' | 'frozen' = 'open'
  let connections = 0
  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer((near) => {
    connections += 1
    if (state === 'cut' || state === 'refusing') return near.destroy()
    const far = connect(Number(target.port), target.hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.on('data', (data) => {
      if (state !== 'frozen') far.write(data)
    })
    far.on('data', (data) => {
      if (state === 'open' || state === 'refusing') near.write(data)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    url: `${target.protocol}//${target.username && `${target.username}@`}127.0.0.1:${port}${target.pathname.replace(/^\/$/, '')}`,
    get connections() {
      return connections
    },
    cut() {
      state = 'cut'
      drop()
    },
    refuse() {
      state = 'refusing'
    },
    deafen() {
      state = 'deaf'
    },
    freeze() {
      state = 'frozen'
    },
    mend() {
      // What was swallowed meanwhile is missing from the streams that were open.
      if (state === 'deaf' || state === 'frozen') drop()
      state = 'open'
    },
    async close() {
      drop()
      server.close()
      await once(server, 'close')
    },
  }
}
