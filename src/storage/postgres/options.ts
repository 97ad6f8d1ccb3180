/**
 * Options of the PostgreSQL engine: types, defaults and checks.
 *
 * @module
 */

import { readFileSync, statSync } from 'node:fs'
import { type Clock, check, givenMembers, type Random, steadyClock, systemClock, systemRandom } from '../../meta/index.js'
import { CONFIRMATIONS, type PostgresAddress, parseAddress, type SslMode } from './address.js'
import type { TlsSettings } from './wire.js'

/** Options of the PostgreSQL engine. */
export interface PostgresStorageOptions {
  /**
   * A connection URI as in libpq, such as `postgresql://shop@db1,db2/shop?sslmode=verify-full&sslrootcert=ca.pem`. Of several
   * hosts the first that accepts writes is used. `schema=NAME` and `confirm_reads=quorum` are additional parameters; see below.
   * Without a password in it the package `pg` uses the same sources as libpq: `PGPASSWORD` and the file named by `PGPASSFILE`.
   */
  readonly url: string
  /** The schema that is created for the state, so that others can use the same database; default `binnacle`. */
  readonly schema?: string
  /** The time limit of one call to PostgreSQL, in milliseconds; default 5,000. A commit fails after two of them. */
  readonly timeoutMs?: number
  /** Seconds between compactions, which one of the replicas runs; default 10. With 0 the engine does not compact. */
  readonly compactionIntervalSeconds?: number
  /**
   * How Most Recent reads are confirmed. `'primary'`, the default: the primary returns the newest revision, without a sync.
   * `'quorum'`: it also makes an empty commit, which its synchronous standbys confirm, so that a primary that was isolated from
   * them, and may have been replaced, does not answer. This costs one commit for all reads of a turn together.
   */
  readonly confirmReads?: 'primary' | 'quorum'
  /** Whether a server with `fsync = off`, which loses data when its machine fails, counts as ready; default false. */
  readonly allowFsyncOff?: boolean
  /** For time limits and delays; default the machine's. */
  readonly clock?: Clock
  /** For names of writers; default the platform's. */
  readonly random?: Random
}

/** {@link PostgresStorageOptions} with their defaults. */
export interface PostgresSettings extends Required<Omit<PostgresStorageOptions, 'url'>> {
  readonly address: PostgresAddress
  /** TLS settings for a host, in the order of attempts. */
  readonly ssl: readonly (false | TlsSettings)[]
}

/** Maximum bytes of a name in PostgreSQL, minus the prefix of a channel's name. */
const MAX_SCHEMA_BYTES = 63 - 'binnacle:'.length

const checked = check.members<keyof PostgresStorageOptions>(
  {
    url: check.text,
    schema: check.text,
    timeoutMs: check.amount,
    compactionIntervalSeconds: check.amount,
    confirmReads: check.text,
    allowFsyncOff: check.truth,
    clock: check.clock,
    random: check.random,
  },
  ['url'],
)

/**
 * Fills in the defaults, and reads the files in the URI.
 *
 * @param options - The embedder's options.
 * @throws TypeError or Error that names the option, its value and the expected one.
 */
export function postgresSettings(options: PostgresStorageOptions): PostgresSettings {
  check.refuse('createPostgresStorage', checked(options, ''))
  const { url, ...rest } = options
  const address = parseAddress(url)
  const settings: PostgresSettings = {
    timeoutMs: 5_000,
    compactionIntervalSeconds: 10,
    allowFsyncOff: false,
    random: systemRandom,
    ...givenMembers(rest),
    // All that it measures here is the time that has passed.
    clock: steadyClock(rest.clock ?? systemClock),
    schema: rest.schema ?? address.schema ?? 'binnacle',
    confirmReads: rest.confirmReads ?? address.confirmReads ?? 'primary',
    address,
    ssl: waysOf(address),
  }
  const { schema, timeoutMs, compactionIntervalSeconds, confirmReads } = settings
  const bytes = new TextEncoder().encode(schema).length
  if (bytes === 0 || bytes > MAX_SCHEMA_BYTES || schema.startsWith('pg_'))
    throw new Error(`schema ${JSON.stringify(schema)}: expected 1 to ${MAX_SCHEMA_BYTES} bytes that do not begin with pg_`)
  if (!(timeoutMs > 0)) throw new Error(`timeoutMs ${timeoutMs}: expected a number above 0`)
  if (!CONFIRMATIONS.includes(confirmReads))
    throw new Error(`confirmReads ${confirmReads}: expected one of ${CONFIRMATIONS.join(', ')}`)
  if (!(compactionIntervalSeconds >= 0))
    throw new Error(`compactionIntervalSeconds ${compactionIntervalSeconds}: expected 0 or more`)
  return settings
}

function waysOf({ sslMode, sslFiles }: PostgresAddress): PostgresSettings['ssl'] {
  const read = (name: string, file: string | undefined, label: string) => {
    if (file === undefined) return {}
    const text = readPem(file)
    // The message does not quote the content: it may be a key.
    if (!text.includes(`${label}-----`)) throw new Error(`${file}: holds no ${label} in PEM`)
    return { [name]: text }
  }
  const files = {
    ...read('ca', sslFiles.ca, 'CERTIFICATE'),
    ...read('cert', sslFiles.cert, 'CERTIFICATE'),
    ...read('key', sslFiles.key, 'PRIVATE KEY'),
  }
  if ((sslFiles.cert === undefined) !== (sslFiles.key === undefined))
    throw new Error(`${sslFiles.cert === undefined ? 'sslkey' : 'sslcert'} alone is of no use; expected both sslcert and sslkey`)
  const unverified: TlsSettings = { ...files, rejectUnauthorized: false }
  const chain: TlsSettings = { ...files, rejectUnauthorized: true, checkServerIdentity: () => undefined }
  const ways: Readonly<Record<SslMode, PostgresSettings['ssl']>> = {
    disable: [false],
    allow: [false, unverified],
    prefer: [unverified, false],
    // With authorities, `require` means verify-ca, for compatibility (libpq).
    require: [sslFiles.ca === undefined ? unverified : chain],
    'verify-ca': [chain],
    'verify-full': [{ ...files, rejectUnauthorized: true }],
  }
  return ways[sslMode]
}

/** Maximum size of a certificate file: a path may name a file without an end. */
const MAX_PEM_BYTES = 1024 * 1024

function readPem(file: string): string {
  try {
    const found = statSync(file)
    if (!found.isFile() || found.size > MAX_PEM_BYTES) throw new RangeError(`expected a file of at most ${MAX_PEM_BYTES} bytes`)
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new Error(`${file}: ${cause instanceof RangeError ? cause.message : 'cannot be read'}`, { cause })
  }
}
