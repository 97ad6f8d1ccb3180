/**
 * A real etcd in a test, and a proxy to it that can be interrupted.
 *
 * @module
 */

import { once } from 'node:events'
import { createRequire } from 'node:module'
import { connect, createServer, type Socket } from 'node:net'
import type { Random } from '../../../src/meta/index.js'
import { createEtcdStorage, type EtcdStorageOptions, type Storage, type StorageChange } from '../../../src/storage/index.js'

/** An etcd started by `tools/etcd.mjs`. */
export interface Etcd {
  readonly url: string
  pause(): Promise<void>
  resume(): Promise<void>
  kill(): Promise<void>
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Options of etcd. */
export interface EtcdStart {
  readonly tls?: { readonly cert: string; readonly key: string; readonly ca?: string }
  readonly args?: readonly string[]
}

/** Other clients of the same etcd. */
export interface Foreign {
  put(key: string): { value(value: string): Promise<unknown> }
  delete(): { key(key: string): Promise<unknown> }
  get(key: string): { string(): Promise<string | null>; exec(): Promise<{ header: { revision: string } }> }
  readonly kv: { compact(request: { revision: string }): Promise<unknown> }
  close(): void
}
const { Etcd3 } = createRequire(import.meta.url)('etcd3') as { Etcd3: new (options: { hosts: string }) => Foreign }

/** Opens another client of an etcd. */
export const openForeign = (url: string): Foreign => new Etcd3({ hosts: url })

const TOOL: string = '../../../tools/etcd.mjs'

/** Starts an etcd that the test stops at its end. */
export async function startEtcd(options: EtcdStart = {}): Promise<Etcd> {
  const tool: { startEtcd(options: EtcdStart): Promise<Etcd> } = await import(TOOL)
  return tool.startEtcd(options)
}

/** Constant random source, so that the first endpoint is used first. */
export const noChance: Random = {
  uuid: () => '00000000-0000-4000-8000-000000000000',
  bytes: (length) => new Uint8Array(length),
}

export const bytes = (text: string) => new TextEncoder().encode(text)
export const text = (value: Uint8Array | undefined) => value && new TextDecoder().decode(value)

/** Waits until a condition holds; limited by the test timeout. */
export async function until(isSo: () => unknown): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5))
}

/** An engine, and what it has reported. */
export interface Replica {
  readonly storage: Storage
  readonly changes: StorageChange[]
  /** How often the engine lost its position. */
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

/** A TCP proxy to etcd. */
export interface Line {
  readonly url: string
  /** Number of incoming connections, including refused ones. */
  readonly connections: number
  /** Closes open connections, and refuses new ones, until `mend`. */
  cut(): void
  /** Refuses new connections, and keeps open ones, until `mend`. */
  refuse(): void
  /** Drops all responses, but forwards requests, until `mend`. */
  deafen(): void
  /** Drops requests too, without closing connections. */
  freeze(): void
  mend(): void
  close(): Promise<void>
}

/** Starts a proxy to an address. */
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
      // The open streams lack the dropped bytes, so they cannot be used any more.
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
