/**
 * The structure of a data file, verified page by page before the file is mapped into memory.
 *
 * LMDB trusts its pages: a damaged one ends the process by a signal. Here every referenced page is checked once, with ordinary
 * reads. The content of records is not checked: they have their own checksums.
 *
 * @module
 */

import { readSync } from 'node:fs'
import type { DataFileHead } from './data-file-head.js'

/** A tree of pages, as a head of the file or a record of the main tree describes it. */
interface Tree {
  readonly kind: 'free' | 'main' | 'ours'
  readonly flags: number
  readonly depth: number
  readonly root: number
}

/** Offsets in the description of a tree, in bytes. */
const [FLAGS_AT, DEPTH_AT, ROOT_AT, TREE_BYTES] = [4, 6, 40, 48]
/** The root of a tree without pages: all ones. */
const NO_PAGE = 2 ** 64
/** Maximum depth of an LMDB cursor. */
const DEEPEST = 32
/** Flags of a tree for keys and values; the tree of free pages also contains flags of the whole file. */
const [PLAIN, INTEGER_KEYS] = [0, 0x08]

/**
 * Offsets in the head of a page, in bytes: its number, the transaction that wrote it, its kind, the end of the node table, and
 * the first node; an overflow page has its number of pages there.
 */
const [PAGE_TRANSACTION_AT, KIND_AT, TABLE_END_AT, NODES_AT, PAGE_HEAD] = [8, 18, 20, 22, 24]
const [BRANCH, LEAF, OVERFLOW, KINDS] = [0x01, 0x02, 0x04, 0x6f]

/** A node begins with the size of its value (4 bytes), flags (2), and the size of its key (2); in a branch, with a page (6). */
const NODE_HEAD = 8
const [VALUE_IS_ELSEWHERE, VALUE_IS_TREE] = [0x01, 0x02]
/** A reference to an overflow value: its first page (8 bytes), a transaction (8), the number of its pages (8). */
const [COUNT_AT, ELSEWHERE_BYTES] = [16, 24]

/** Maximum pages read together, and maximum unneeded pages read in between. */
const [MOST_TOGETHER, LARGEST_GAP] = [256, 8]

class Damage extends Error {}

/**
 * Looks for damage in the pages of a data file.
 *
 * @param descriptor - The file.
 * @param head - The valid head.
 * @param trees - Names of the trees to check.
 * @returns A short description of the damage; undefined when the file can be mapped and used safely.
 * @throws Error of the operating system when it cannot be read.
 */
export function findDamage(descriptor: number, head: DataFileHead, trees: readonly string[]): string | undefined {
  try {
    new Walk(descriptor, head, trees).run()
    return undefined
  } catch (error) {
    if (error instanceof Damage) return error.message
    throw error
  }
}

class Walk {
  readonly #descriptor: number
  readonly #head: DataFileHead
  readonly #trees: ReadonlySet<string>
  /** Some pages, also as 16-bit numbers, as there are many nodes and they are aligned to these. */
  readonly #bytes: Buffer
  readonly #words: Uint16Array
  /** A byte for each page: whether it is referenced. */
  readonly #isUsed: Uint8Array
  readonly #ours: Tree[] = []
  /** Overflow values: the first page, and the number of pages. */
  readonly #elsewhere = new Map<number, number>()
  /** Free pages: the first of a run, and its length. */
  readonly #free: [first: number, count: number][] = []

  constructor(descriptor: number, head: DataFileHead, trees: readonly string[]) {
    this.#descriptor = descriptor
    // Names in the file end with a zero byte.
    this.#trees = new Set(trees.map((name) => `${name}\0`))
    this.#head = head
    this.#bytes = Buffer.allocUnsafeSlow(MOST_TOGETHER * head.pageSize)
    this.#words = new Uint16Array(this.#bytes.buffer)
    this.#isUsed = new Uint8Array(head.pages)
  }

  run(): void {
    this.#walk(treeAt('free', this.#head.freeTree, 0))
    this.#walk(treeAt('main', this.#head.mainTree, 0))
    for (const tree of this.#ours) this.#walk(tree)
    this.#read([...this.#elsewhere.keys()].sort(ascending), (page, at) => {
      this.#checkPage(page, at, OVERFLOW)
      if (this.#bytes.readUInt32LE(at + TABLE_END_AT) !== this.#elsewhere.get(page)) throw damage(page, 'has another length')
    })
    for (const [first, count] of this.#free) {
      for (let page = first; page < first + count; page += 1) if (this.#isUsed[page]) throw damage(page, 'is in use and free')
    }
  }

  #walk(tree: Tree): void {
    if (tree.root === NO_PAGE) return
    const { kind, flags, depth, root } = tree
    const isOfItsKind = kind === 'free' ? (flags & INTEGER_KEYS) !== 0 : flags === PLAIN
    if (!isOfItsKind || depth < 1 || depth > DEEPEST) {
      throw new Damage(`what it says of the tree at page ${root} makes no sense`)
    }
    this.#use(root, 1)
    let level = [root]
    for (let left = depth; left > 0; left -= 1) {
      const below: number[] = []
      const visit =
        left === 1
          ? (page: number, node: number) => this.#leafNode(kind, page, node)
          : (_: number, node: number) => below.push(this.#childOf(node))
      this.#read(level, (page, at) => {
        this.#checkPage(page, at, left === 1 ? LEAF : BRANCH)
        this.#visitNodes(page, at, visit)
      })
      level = below.sort(ascending)
    }
  }

  #checkPage(page: number, at: number, kind: number): void {
    const bytes = this.#bytes
    if (numberAt(bytes, at) !== page) throw damage(page, 'says that it is another one')
    if (numberAt(bytes, at + PAGE_TRANSACTION_AT) > this.#head.transaction) throw damage(page, 'is of a transaction to come')
    if ((bytes.readUInt16LE(at + KIND_AT) & KINDS) !== kind) throw damage(page, 'is of another kind')
  }

  /** Calls back with the position of each node of a page, as an index of 16-bit numbers. */
  #visitNodes(page: number, at: number, visit: (page: number, node: number) => void): void {
    const words = this.#words
    const room = this.#head.pageSize - PAGE_HEAD
    const [tableEnd, nodes] = [words[(at + TABLE_END_AT) / 2] ?? 0, words[(at + NODES_AT) / 2] ?? 0]
    if (tableEnd < 2 || tableEnd % 2 === 1 || tableEnd > nodes || nodes > room) throw damage(page, 'has a table without sense')
    const table = (at + PAGE_HEAD) / 2
    for (let entry = table; entry < table + tableEnd / 2; entry += 1) {
      const offset = words[entry] ?? 0
      const node = table + offset / 2
      if (offset < nodes || offset % 2 === 1 || offset + NODE_HEAD + (words[node + 3] ?? room) > room) {
        throw damage(page, 'has a node beyond its end')
      }
      visit(page, node)
    }
  }

  #childOf(node: number): number {
    const [low = 0, middle = 0, high = 0] = this.#words.subarray(node, node + 3)
    const child = low + middle * 2 ** 16 + high * 2 ** 32
    this.#use(child, 1)
    return child
  }

  #leafNode(kind: Tree['kind'], page: number, node: number): void {
    const words = this.#words
    const [size, flags] = [(words[node] ?? 0) + (words[node + 1] ?? 0) * 2 ** 16, words[node + 2] ?? 0]
    const value = node * 2 + NODE_HEAD + (words[node + 3] ?? 0)
    const { pageSize } = this.#head
    const end = node * 2 - ((node * 2) % pageSize) + pageSize
    if (value + (flags === VALUE_IS_ELSEWHERE ? ELSEWHERE_BYTES : size) > end) throw damage(page, 'has a value beyond its end')
    if (flags === 0) {
      if (kind === 'free') this.#freePages(page, this.#bytes.subarray(value, value + size))
    } else if (flags === VALUE_IS_ELSEWHERE) {
      const [first, count] = [numberAt(this.#bytes, value), numberAt(this.#bytes, value + COUNT_AT)]
      if (size > count * pageSize - PAGE_HEAD) throw damage(page, 'has a value that is cut short')
      this.#use(first, count)
      this.#elsewhere.set(first, count)
      if (kind === 'free') this.#freePages(page, this.#readAt(Buffer.alloc(size), first, PAGE_HEAD))
    } else if (flags === VALUE_IS_TREE && kind === 'main' && size === TREE_BYTES) {
      // Trees of other programs are skipped.
      if (this.#trees.has(this.#bytes.toString('latin1', node * 2 + NODE_HEAD, value)))
        this.#ours.push(treeAt('ours', this.#bytes, value))
    } else {
      throw damage(page, 'has a node of an unknown kind')
    }
  }

  /** Records a list of free pages: its length, then pages, a run of pages preceded by its negative length. */
  #freePages(page: number, list: Buffer): void {
    const length = list.length < 8 ? -1 : signedAt(list, 0)
    if (length < 0 || (length + 1) * 8 > list.length) throw damage(page, 'has a list that is cut short')
    for (let at = 8; at <= length * 8; at += 8) {
      let [first, count] = [signedAt(list, at), 1]
      if (first === 0) continue
      if (first < 0 && at < length * 8) {
        at += 8
        ;[first, count] = [signedAt(list, at), -first]
      }
      if (first < 2 || first + count > this.#head.counted) throw damage(page, 'lists pages that are not in the file')
      this.#free.push([first, count])
    }
  }

  #use(first: number, count: number): void {
    if (first < 2 || count < 1 || first + count > this.#head.pages) throw damage(first, 'is not in the file')
    for (let page = first; page < first + count; page += 1) {
      if (this.#isUsed[page]) throw damage(page, 'is in two places')
      this.#isUsed[page] = 1
    }
  }

  /** Reads pages in order, and calls back with the position of each in the buffer. */
  #read(pages: readonly number[], visit: (page: number, at: number) => void): void {
    const { pageSize } = this.#head
    for (let from = 0; from < pages.length; ) {
      const first = pages[from] ?? 0
      let [to, last] = [from + 1, first]
      for (; to < pages.length; to += 1) {
        const next = pages[to] ?? 0
        if (next - first >= MOST_TOGETHER || next - last > LARGEST_GAP) break
        last = next
      }
      this.#readAt(this.#bytes.subarray(0, (last - first + 1) * pageSize), first, 0)
      for (; from < to; from += 1) {
        const page = pages[from] ?? 0
        visit(page, (page - first) * pageSize)
      }
    }
  }

  #readAt(bytes: Buffer, page: number, offset: number): Buffer {
    const position = page * this.#head.pageSize + offset
    if (readSync(this.#descriptor, bytes, 0, bytes.length, position) < bytes.length) throw damage(page, 'is not in the file')
    return bytes
  }
}

function treeAt(kind: Tree['kind'], bytes: Buffer, at: number): Tree {
  return {
    kind,
    flags: bytes.readUInt16LE(at + FLAGS_AT),
    depth: bytes.readUInt16LE(at + DEPTH_AT),
    root: numberAt(bytes, at + ROOT_AT),
  }
}

const damage = (page: number, what: string): Damage => new Damage(`page ${page} ${what}`)
const numberAt = (bytes: Buffer, at: number): number => bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4) * 2 ** 32
const signedAt = (bytes: Buffer, at: number): number => bytes.readUInt32LE(at) + bytes.readInt32LE(at + 4) * 2 ** 32
const ascending = (a: number, b: number): number => a - b
