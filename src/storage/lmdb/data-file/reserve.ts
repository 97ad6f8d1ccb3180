/**
 * Reserved space for removals on a full disk, kept within the data file itself, where no other program can use it.
 *
 * The file is longer than what is used of it. What only makes objects fewer or smaller may use all of that, anything else only
 * what is beyond the reserve. Pages that removals free are room as well, so a plane whose disk stays full lives within its file.
 *
 * @module
 */

import { statSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { roomOf } from '../failures.js'
import { DATA_FILE, type Environment } from './environment.js'

/** What is kept, in bytes: for removals, and for what is in the journal when the disk fills up. */
const RESERVE_BYTES = 8 * 1024 * 1024
/** What nothing that grows may use, in bytes. The rest of the reserve only gives time. */
const UNTOUCHED_BYTES = 6 * 1024 * 1024
/**
 * Contiguous space to keep free at the end of the file for the memtable: gaps between used pages may be too small for long values.
 */
const LEAST_TAIL = 1024 * 1024
/** How much the file is lengthened by beyond what is needed, so that a file that grows is not lengthened with each transaction. */
export const STEP_BYTES = RESERVE_BYTES
/** Space that is left to other programs on the disk. */
const LEFT_TO_OTHERS = 256 * 1024
/** Not zeros, which some file systems and tools that copy files would make a hole of. */
const FILLING = Buffer.alloc(1024 * 1024, 0xff)

/** The two heads of the file. */
const HEAD_PAGES = 2

/** What the package says of a tree, and of the whole file. */
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
 * What room there is for some bytes: `certain` when they find their place whatever is free between used pages, `scattered` when
 * only a transaction can tell, `none` when it would be taken from the reserve.
 */
export type Room = 'certain' | 'scattered' | 'none'

/** The reserve of a data file, as its one writer knows it. */
export class Reserve {
  readonly #environment: Environment
  readonly #directory: string
  readonly #file: string
  /** Bytes at the end of the file that were never used. */
  #tail = 0
  /** The same, and free pages. */
  #room = 0

  /** @param environment - The open file. @param directory - Where it is. */
  constructor(environment: Environment, directory: string) {
    this.#environment = environment
    this.#directory = directory
    this.#file = join(directory, DATA_FILE)
    this.measure()
  }

  /** Looks at the file again, as after each transaction. */
  measure(): void {
    const { root, entries, undo, meta } = this.#environment
    // Else the numbers may be those of before the transaction.
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

  /** What room the file has for some bytes, beside what only removals may use. */
  roomFor(bytes: number): Room {
    if (this.#room < UNTOUCHED_BYTES + bytes) return 'none'
    return this.#tail < LEAST_TAIL + bytes ? 'scattered' : 'certain'
  }

  /** Whether it ought to be lengthened soon, for some bytes to have certain room. */
  isShort(bytes: number): boolean {
    return this.#tail < RESERVE_BYTES / 2 + bytes
  }

  /**
   * Lengthens the file, while no transaction is under way, so that it has the whole reserve, and certain room for some bytes.
   *
   * @param spare - Bytes beyond that, if the disk has plenty.
   */
  async extend(bytes: number, spare = 0): Promise<void> {
    const lacking = RESERVE_BYTES + bytes - this.#tail
    const available = roomOf(this.#directory) - LEFT_TO_OTHERS
    if (available < lacking) return
    const handle = await open(this.#file, 'r+')
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
