/**
 * A file of audit events, one per line, with rotation.
 *
 * @module
 */

import type { FileHandle } from 'node:fs/promises'
import { type AuditBackend, type AuditBuffering, auditBuffering, type BatchWriter, bufferedBackend } from '../../audit/index.js'
import { type Clock, check } from '../../meta/index.js'
import { legacyLine } from './legacy-line.js'

/** Options of {@link createAuditLog}. */
export interface AuditLogOptions extends AuditBuffering {
  /** The file; `-` for the standard output. Only its owner can read it. */
  readonly path: string
  /** `json`, one document per line; `legacy`, a line of words and values without bodies and annotations. Default `json`. */
  readonly format?: 'json' | 'legacy'
  /** Maximum size of the file in megabytes before rotation. Default 100. */
  readonly maxSizeMb?: number
  /** Days after which a rotated file is removed; never by default. */
  readonly maxAgeDays?: number
  /** Maximum number of rotated files; all are kept by default. */
  readonly maxBackups?: number
  /** Whether rotated files are compressed with gzip. Default false. */
  readonly compress?: boolean
}

const MEGABYTE = 1024 * 1024
const DAY_MS = 24 * 3600 * 1000
/** How long an event waits for a batch: short enough for readers, long enough to share a write. */
const MAX_WAIT_MS = 100
/** Larger batches would save little, and the garbage collector copies waiting texts. */
const MAX_BATCH_SIZE = 100

const checked = check.members<keyof AuditLogOptions>(
  {
    ...auditBuffering,
    path: check.text,
    format: check.fits('"json" or "legacy"', (value) => value === 'json' || value === 'legacy'),
    maxSizeMb: check.amount,
    maxAgeDays: check.amount,
    maxBackups: check.amount,
    compress: check.truth,
  },
  ['path'],
)

/**
 * Makes a backend that appends events to a file. Rotated files are in the same folder, with the time of their rotation in their
 * names.
 *
 * @param options - The file, and the batching of events: by default in the background, 100 at a time or after a tenth of a
 *   second.
 * @throws TypeError with one line for each invalid option.
 */
export function createAuditLog(options: AuditLogOptions): AuditBackend {
  check.refuse('createAuditLog', checked(options, ''))
  return bufferedBackend('log', { maxWaitMs: MAX_WAIT_MS, maxBatchSize: MAX_BATCH_SIZE, ...options }, ({ dialect, clock }) => {
    const isLegacy = options.format === 'legacy'
    const [head, tail] = isLegacy ? ['', '\n'] : [`{"kind":"Event","apiVersion":"audit.${dialect.groupDomain}/v1",`, '}\n']
    const file = options.path === '-' ? standardOutput : new RotatedFile(options, clock)
    let last: Promise<void> = Promise.resolve()
    return {
      write(events) {
        const bytes = Buffer.from(head + events.join(tail + head) + tail)
        // Sequential, as each append may rotate the file.
        const written = last.then(() => file.append(bytes))
        last = written.catch(() => {})
        return written
      },
      ...(isLegacy && { textOf: legacyLine }),
      async close() {
        await last
        await file.close()
      },
    } satisfies BatchWriter
  })
}

const standardOutput = {
  append: (bytes: Uint8Array): Promise<void> =>
    new Promise((resolve, reject) => {
      const { stdout } = process
      // A closed pipe is also an event, which ends a process that has no listener. It comes after the callback.
      const ignore = (): void => {}
      stdout.once('error', ignore)
      stdout.write(bytes, (error) => {
        if (error) reject(error)
        else {
          stdout.off('error', ignore)
          resolve()
        }
      })
    }),
  close: async (): Promise<void> => {},
}

const NEW_LINE = Buffer.from('\n')

/**
 * Opens a file to append to it. To open a pipe without a reader, or to write into one that is not read, would block one of a few
 * threads for ever, and the end of the process with it: such a pipe is a failure.
 */
async function openAppending(file: string): Promise<FileHandle> {
  const [{ constants, mkdir, open }, path] = await Promise.all([import('node:fs/promises'), import('node:path')])
  await mkdir(path.dirname(file), { recursive: true })
  const { O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK } = constants
  // Windows has no such flag, and no such pipes.
  return open(file, O_WRONLY | O_APPEND | O_CREAT | (O_NONBLOCK ?? 0), 0o600)
}

/**
 * Tries to open the file of an audit log, and creates it if it is missing.
 *
 * @param file - The path.
 * @throws The error of the system for a folder, a missing permission, or a path through a file. A pipe may have no reader yet.
 */
export async function tryAuditFile(file: string): Promise<void> {
  try {
    const handle = await openAppending(file)
    await handle.close()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENXIO') throw error
  }
}

/** Appends to a file, and rotates it before it exceeds its maximum size. */
class RotatedFile {
  readonly #options: AuditLogOptions
  readonly #maxBytes: number
  readonly #clock: Clock
  #handle: FileHandle | undefined
  #size = 0
  /** Whether the last write failed: a part of it may be the beginning of a line. */
  #isTorn = false
  /** Whether it is a file that can be replaced by another one: no pipe, and no device. */
  #isRegular = false

  constructor(options: AuditLogOptions, clock: Clock) {
    this.#options = options
    this.#maxBytes = (options.maxSizeMb || 100) * MEGABYTE
    this.#clock = clock
  }

  async append(bytes: Uint8Array): Promise<void> {
    let handle = await this.#open()
    if (this.#isRegular && this.#size > 0 && this.#size + bytes.length > this.#maxBytes) {
      await this.#rotate()
      handle = await this.#open()
    }
    // Counted first: a partial write is in the file too.
    this.#size += bytes.length
    const isTorn = this.#isTorn
    this.#isTorn = true
    await handle.appendFile(isTorn ? Buffer.concat([NEW_LINE, bytes]) : bytes)
    this.#isTorn = false
  }

  async close(): Promise<void> {
    await this.#handle?.close()
    this.#handle = undefined
  }

  async #open(): Promise<FileHandle> {
    if (this.#handle) return this.#handle
    this.#handle = await openAppending(this.#options.path)
    const stat = await this.#handle.stat()
    this.#size = stat.size
    this.#isRegular = stat.isFile()
    return this.#handle
  }

  async #rotate(): Promise<void> {
    await this.close()
    const { rename } = await import('node:fs/promises')
    const backup = await this.#backupName()
    await rename(this.#options.path, backup)
    this.#size = 0
    if (this.#options.compress) await compressed(backup)
    await this.#removeOld()
  }

  /** `audit-2030-01-01T00-00-00.000.log`: sorts by time, and has no character that a file system refuses. */
  async #backupName(): Promise<string> {
    const { dir, name, ext } = (await import('node:path')).parse(this.#options.path)
    return `${dir === '' ? '.' : dir}/${name}-${stampOf(this.#clock.now())}${ext}`
  }

  async #removeOld(): Promise<void> {
    const { maxBackups = 0, maxAgeDays = 0 } = this.#options
    if (maxBackups === 0 && maxAgeDays === 0) return
    const [{ readdir, rm }, path] = await Promise.all([import('node:fs/promises'), import('node:path')])
    const { dir, name, ext } = path.parse(this.#options.path)
    const folder = dir === '' ? '.' : dir
    const isBackup = (file: string) =>
      file.startsWith(`${name}-`) && STAMP.test(file.slice(name.length + 1)) && (file.endsWith(ext) || file.endsWith(`${ext}.gz`))
    const backups = (await readdir(folder)).filter(isBackup).sort().reverse()
    const oldest = `${name}-${stampOf(this.#clock.now() - maxAgeDays * DAY_MS)}`
    const isOld = (file: string, index: number) => (maxBackups > 0 && index >= maxBackups) || (maxAgeDays > 0 && file < oldest)
    await Promise.all(backups.filter(isOld).map((file) => rm(path.join(folder, file), { force: true })))
  }
}

const STAMP = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}/
const stampOf = (ms: number): string => new Date(ms).toISOString().replaceAll(':', '-').slice(0, -1)

async function compressed(file: string): Promise<void> {
  const [{ createReadStream, createWriteStream }, { pipeline }, { createGzip }, { rm }] = await Promise.all([
    import('node:fs'),
    import('node:stream/promises'),
    import('node:zlib'),
    import('node:fs/promises'),
  ])
  await pipeline(createReadStream(file), createGzip(), createWriteStream(`${file}.gz`, { mode: 0o600 }))
  await rm(file)
}
