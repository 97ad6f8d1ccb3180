/**
 * The engine's keys: `<prefix>/keys` followed by the key, and a few internal keys beside them.
 *
 * @module
 */

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** A range of keys, the end excluded. */
export interface KeyRange {
  readonly key: Uint8Array
  readonly range_end: Uint8Array
}

/** The keys below one prefix. */
export class EtcdKeys {
  /** Written by every commit: its revision is that of the newest commit, its value the name of that commit. */
  readonly last: Uint8Array
  /** Holds the revision of the last requested compaction. */
  readonly compacted: Uint8Array
  /** All keys written by commits. */
  readonly entries: KeyRange
  /** Everything below the prefix. */
  readonly all: KeyRange
  readonly #folder: Uint8Array

  /** @param prefix - Starts with a slash and does not end with one. */
  constructor(prefix: string) {
    this.last = encoder.encode(`${prefix}/last`)
    this.compacted = encoder.encode(`${prefix}/compacted`)
    this.#folder = encoder.encode(`${prefix}/keys`)
    this.entries = { key: this.#folder, range_end: afterPrefix(this.#folder) }
    const all = encoder.encode(`${prefix}/`)
    this.all = { key: all, range_end: afterPrefix(all) }
  }

  /** The etcd key of a key. */
  encode(key: string): Uint8Array {
    const text = encoder.encode(key)
    const bytes = new Uint8Array(this.#folder.length + text.length)
    bytes.set(this.#folder)
    bytes.set(text, this.#folder.length)
    return bytes
  }

  /**
   * Decodes an etcd key.
   *
   * @param bytes - A key below the prefix.
   * @returns The key, or undefined for a key that commits do not write.
   */
  decode(bytes: Uint8Array): string | undefined {
    return startsWith(bytes, this.#folder) ? decoder.decode(bytes.subarray(this.#folder.length)) : undefined
  }

  /** Whether a key is {@link EtcdKeys.last}. */
  isLast(bytes: Uint8Array): boolean {
    return bytes.length === this.last.length && startsWith(bytes, this.last)
  }
}

/** The key directly after another one. */
export function keyAfter(key: Uint8Array): Uint8Array {
  const next = new Uint8Array(key.length + 1)
  next.set(key)
  return next
}

/** The first key after all with a prefix. The prefix is text, so its last byte is never 0xff. */
function afterPrefix(prefix: Uint8Array): Uint8Array {
  const end = prefix.slice()
  end[end.length - 1] = (end.at(-1) ?? 0) + 1
  return end
}

/** A loop, as it runs for each change that etcd reports. */
function startsWith(bytes: Uint8Array, prefix: Uint8Array): boolean {
  if (bytes.length < prefix.length) return false
  for (let at = 0; at < prefix.length; at += 1) if (bytes[at] !== prefix[at]) return false
  return true
}
