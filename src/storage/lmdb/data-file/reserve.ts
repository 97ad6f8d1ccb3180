/**
 * Reserved space for removals on a full disk, kept within the data file itself, where no other program can use it.
 *
 * The file is longer than its used part. Commits that only delete or shrink objects may use all of that space, other commits only
 * the space beyond the reserve. Pages that removals free count as space too, so a plane on a full disk continues within its file.
 *
 * @module
 */

import { statSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { notExtended, roomOf } from '../failures.js'
import { DATA_FILE, type Environment } from './environment.js'

/** Size of the reserve in bytes: for removals, and for the content of the journal when the disk fills up. */
const RESERVE_BYTES = 8 * 1024 * 1024
/** Bytes that growing commits must not use. The rest of the reserve is a margin. */
const UNTOUCHED_BYTES = 6 * 1024 * 1024
/**
 * Minimum contiguous free space at the end of the file for the memtable: gaps between used pages may be too small for long
 * values.
 */
const LEAST_TAIL = 1024 * 1024
/** Additional bytes per extension of the file, so that a growing file is not extended with each transaction. */
export const STEP_BYTES = RESERVE_BYTES
/** Disk space left for other programs. */
const LEFT_TO_OTHERS = 256 * 1024
/** Not zeros, which some file systems and copy tools would turn into a hole. */
const FILLING = Buffer.alloc(1024 * 1024, 0xff)

/** The two heads of the file. */
const HEAD_PAGES = 2

/** Statistics of the package about a tree, and about the whole file. */
interface TreeStats {
  readonly treeBranchPageCount: number
  readonly treeLeafPageCount: number
  readonly overflowPages: number
}
interface FileStats {
  readonly root: TreeStats
  readonly free: TreeStats
  readonly lastPageNumber: number
  readonly pageSize: number
}

/**
 * Space for some bytes: `certain` when they fit regardless of fragmentation, `scattered` when only a transaction can tell, `none`
 * when they would need the reserve.
 */
export type Room = 'certain' | 'scattered' | 'none'

/** The reserve of a data file, for its only writer. */
export class Reserve {
  readonly #environment: Environment
  readonly #directory: string
  readonly #file: string
  /** Never used bytes at the end of the file. */
  #tail = 0
  /** The same, plus free pages. */
  #room = 0

  /** @param environment - The open file. @param directory - Where it is. */
  constructor(environment: Environment, directory: string) {
    this.#environment = environment
    this.#directory = directory
    this.#file = join(directory, DATA_FILE)
    this.measure()
  }

  /** Reads the file's statistics again, after each transaction. */
  measure(): void {
    const { root, entries, undo, meta } = this.#environment
    // Otherwise the numbers may be from before the transaction.
    root.resetReadTxn()
    const { root: main, free, lastPageNumber, pageSize } = root.getStats() as FileStats
    let used = HEAD_PAGES + pagesOf(main) + pagesOf(free)
    for (const database of [entries, undo, meta]) used += pagesOf(database.getStats() as TreeStats)
    const counted = lastPageNumber + 1
    this.#tail = Math.max(0, statSync(this.#file).size - counted * pageSize)
    this.#room = this.#tail + (counted - used) * pageSize
  }

  /** Whether the whole reserve is free. */
  get isWhole(): boolean {
    return this.#tail >= RESERVE_BYTES
  }

  /** Space of the file for some bytes, outside the part that only removals may use. */
  roomFor(bytes: number): Room {
    if (this.#room < UNTOUCHED_BYTES + bytes) return 'none'
    return this.#tail < LEAST_TAIL + bytes ? 'scattered' : 'certain'
  }

  /** Whether the file should be extended soon, so that there is certain space for some bytes. */
  isShort(bytes: number): boolean {
    return this.#tail < RESERVE_BYTES / 2 + bytes
  }

  /**
   * Extends the file, while no transaction is running, to the whole reserve and certain space for some bytes.
   *
   * @param spare - Additional bytes, if the disk has enough space.
   * @throws ApiError 503 when the file cannot be opened for it, as when the process has too many files open.
   */
  async extend(bytes: number, spare = 0): Promise<void> {
    const lacking = RESERVE_BYTES + bytes - this.#tail
    const available = roomOf(this.#directory) - LEFT_TO_OTHERS
    if (available < lacking) return
    const handle = await open(this.#file, 'r+').catch((error: unknown) => {
      throw notExtended(error)
    })
    try {
      await append(handle, available > 2 * (lacking + spare) ? lacking + spare : lacking)
    } catch {
      // Another process was faster, or a quota limits the file.
    } finally {
      await handle.close()
    }
    this.measure()
  }
}

async function append(handle: FileHandle, bytes: number): Promise<void> {
  const { size } = await handle.stat()
  for (let done = 0; done < bytes; ) {
    const { bytesWritten } = await handle.write(FILLING, 0, Math.min(FILLING.length, bytes - done), size + done)
    done += bytesWritten
  }
}

const pagesOf = (tree: TreeStats): number => tree.treeBranchPageCount + tree.treeLeafPageCount + tree.overflowPages
