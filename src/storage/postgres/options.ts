/**
 * Options of the PostgreSQL engine: types, defaults and checks.
 *
 * @module
 */

import { readFileSync, statSync } from 'node:fs'
import { type Clock, check, type Random, systemClock, systemRandom } from '../../meta/index.js'
import { CONFIRMATIONS, type PostgresAddress, parseAddress, type SslMode } from './address.js'
import type { TlsSettings } from './wire.js'

/** What the PostgreSQL engine is made from. */
export interface PostgresStorageOptions {
  /**
   * A connection URI as libpq reads it, such as `postgresql://shop@db1,db2/shop?sslmode=verify-full&sslrootcert=ca.pem`. Of several
   * hosts the first that takes writes is used. `schema=NAME` and `confirm_reads=quorum` are parameters of ours; see below.
   * Without a password in it the package `pg` looks where libpq does: in `PGPASSWORD` and the file that `PGPASSFILE` names.
   */
  readonly url: string
  /** The schema that is made for the state, so that others can use the same database; default `binnacle`. */
  readonly schema?: string
  /** The time limit of one call to PostgreSQL, in milliseconds; default 5,000. A commit fails after two of them. */
  readonly timeoutMs?: number
  /** Seconds between compactions, by whichever replica comes first; default 10. 0 leaves history where it is. */
  readonly compactionIntervalSeconds?: number
  /**
   * How Most Recent reads are confirmed. `'primary'`, the default: the primary says what is newest, without a sync.
   * `'quorum'`: it also has to make an empty commit, which its synchronous standbys confirm, so that a primary that was cut off from
   * them, and may have been replaced, does not answer. Costs a commit for the reads of a turn together.
   */
  readonly confirmReads?: 'primary' | 'quorum'
  /** Whether a server that runs with `fsync = off`, and loses data with its machine, may pass for ready; default false. */
  readonly allowFsyncOff?: boolean
  /** For time limits and pauses; default the machine's. */
  readonly clock?: Clock
  /** For names of writers; default the platform's. */
  readonly random?: Random
}

/** {@link PostgresStorageOptions} with their defaults. */
export interface PostgresSettings extends Required<Omit<PostgresStorageOptions, 'url'>> {
  readonly address: PostgresAddress
  /** Ways to speak to a host, in the order in which they are tried. */
  readonly ssl: readonly (false | TlsSettings)[]
}

/** Bytes that a name may have in PostgreSQL, less the prefix of a channel's name. */
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
 * Fills in the defaults, and reads the files that the URI names.
 *
 * @param options - As the embedder gave them.
 * @throws TypeError or Error that names the option, its value and what would be right.
 */
export function postgresSettings(options: PostgresStorageOptions): PostgresSettings {
  check.refuse('createPostgresStorage', checked(options, ''))
  const { url, ...rest } = options
  const address = parseAddress(url)
  const settings: PostgresSettings = {
    timeoutMs: 5_000,
    compactionIntervalSeconds: 10,
    allowFsyncOff: false,
    clock: systemClock,
    random: systemRandom,
    ...rest,
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
    // What it holds instead is not said: it may be a key.
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

/** Most bytes of a file of certificates: a path may be of what has no end. */
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
