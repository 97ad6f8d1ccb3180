/**
 * A real PostgreSQL in a test, engines over it, and direct queries.
 *
 * @module
 */

import { createRequire } from 'node:module'
import { createPostgresStorage } from '../../../src/public/storage/postgres.js'
import type { Storage, StorageChange } from '../../../src/storage/index.js'
import type { PostgresStorageOptions } from '../../../src/storage/postgres/index.js'

import { until } from '../etcd/support.js'

export { bytes, type Line, layLine, text, until } from '../etcd/support.js'

/** A PostgreSQL started by `tools/postgres.mjs`. */
export interface Postgres {
  readonly folder: string
  readonly data: string
  readonly port: number
  readonly pid: number
  readonly url: string
  readonly socketUrl: string
  pause(): void
  resume(): void
  kill(): Promise<void>
  end(): Promise<void>
  restart(): Promise<void>
  promote(): void
  /** Restores the owner of the files to the server's user. */
  own(): void
  stop(): Promise<void>
}

/** Options of PostgreSQL. */
export interface PostgresStart {
  readonly settings?: Readonly<Record<string, string | number>>
  readonly hba?: readonly string[]
  readonly files?: Readonly<Record<string, string>>
  readonly copyOf?: Postgres
  /** The port, for instance that of a stopped server. */
  readonly port?: number
  /** The folder for all data. */
  readonly parent?: string
}

/** A PgBouncer started by `tools/pgbouncer.mjs`. */
export interface Pooler {
  readonly url: string
  stop(): void
}

const TOOL: string = '../../../tools/postgres.mjs'
const DISK_TOOL: string = '../../../tools/small-disk.mjs'
const POOLER_TOOL: string = '../../../tools/pgbouncer.mjs'

/** Starts a PostgreSQL that the test stops at its end. */
export async function startPostgres(options: PostgresStart = {}): Promise<Postgres> {
  const tool: { startPostgres(options: PostgresStart): Promise<Postgres> } = await import(TOOL)
  return tool.startPostgres(options)
}

/** Starts a PgBouncer in transaction mode in front of a PostgreSQL, and waits until it answers. */
export async function startPooler({ port }: Pick<Postgres, 'port'>): Promise<Pooler> {
  const tool: { startPooler(port: number): Promise<Pooler> } = await import(POOLER_TOOL)
  const pooler = await tool.startPooler(port)
  await until(() =>
    ask(pooler.url, 'select 1').then(
      () => true,
      () => false,
    ),
  )
  return pooler
}

/** Starts a PostgreSQL on a separate disk with a size such as `160m`. */
export async function startOnSmallDisk(size: string): Promise<Pick<Postgres, 'url' | 'stop'>> {
  const tool: { startOnSmallDisk(size: string): Promise<Pick<Postgres, 'url' | 'stop'>> } = await import(DISK_TOOL)
  return tool.startOnSmallDisk(size)
}

type Rows = { readonly rows: Record<string, unknown>[] }
interface PgClient {
  connect(): Promise<void>
  query(text: string, values?: readonly unknown[]): Promise<Rows>
  end(): Promise<void>
  on(event: 'error', listener: (error: Error) => void): void
  on(event: 'notification', listener: (message: { readonly payload: string }) => void): void
}
const { Client } = createRequire(import.meta.url)('pg') as { Client: new (url: string) => PgClient }

/** Connects as another client. */
export async function connectByHand(url: string): Promise<PgClient> {
  const client = new Client(url)
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Runs one statement directly. */
export async function ask(url: string, text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]> {
  const client = await connectByHand(url)
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

/** An engine, and what it has reported. */
export interface Replica {
  readonly storage: Storage
  readonly changes: StorageChange[]
  /** How often the engine lost its position. */
  readonly lost: number
  /** Whether it is following, and not reloading. */
  readonly isFollowing: boolean
  put(key: string, expectedRevision: number, value: string): Promise<number>
  remove(key: string, expectedRevision: number): Promise<number>
}

/** Opens an engine and follows it; after a lost position it reloads and follows again, as the store does. */
export async function openReplica(options: PostgresStorageOptions): Promise<Replica> {
  const storage = await createPostgresStorage(options)
  const changes: StorageChange[] = []
  let lost = 0
  let isFollowing = false
  let isClosed = false
  const close = storage.close.bind(storage)
  storage.close = () => {
    isClosed = true
    return close()
  }
  const follow = async () => {
    const { revision, entries, history = [] } = await storage.load()
    // Changes of a lost history are discarded; only the loaded state is known.
    if (lost > 0) changes.length = 0
    for await (const entry of entries) if (lost > 0) changes.push(entry)
    for await (const _ of history) void _
    storage.follow(
      revision,
      (change) => changes.push(change),
      () => {
        lost += 1
        isFollowing = false
        // Without this, an engine closed after it lost its position would be retried until the process ends.
        const again = (): unknown => isClosed || follow().catch(() => setTimeout(again, 50))
        again()
      },
    )
    isFollowing = true
  }
  await follow()
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
    get isFollowing() {
      return isFollowing
    },
    put: (key, expectedRevision, value) => commit(key, expectedRevision, new TextEncoder().encode(value)),
    remove: (key, expectedRevision) => commit(key, expectedRevision, undefined),
  }
}
