/**
 * Addresses and ranges of addresses, as numbers.
 *
 * @module
 */

/** An address: its number, and how many bits it has. */
export interface Address {
  readonly number: bigint
  readonly bits: 32 | 128
}

const V4 = /^(?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){3}$/
const V6_PART = /^[\da-f]{1,4}$/i
const MAX_LENGTH = 45

/**
 * Reads an address of IPv4 or IPv6.
 *
 * @param text - The address, without a zone.
 * @returns Undefined when it is none.
 */
export function readAddress(text: string): Address | undefined {
  if (text.length > MAX_LENGTH) return undefined
  if (V4.test(text)) {
    const bytes = text.split('.').map(Number)
    return bytes.every((byte) => byte < 256) ? { number: joined(bytes, 8n), bits: 32 } : undefined
  }
  if (!text.includes(':')) return undefined
  const halves = text.split('::')
  if (halves.length > 2) return undefined
  const [head = [], tail = []] = halves.map(groupsOf)
  const missing = 8 - head.length - tail.length
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined
  const groups = [...head, ...new Array<number>(missing).fill(0), ...tail]
  return groups.every((group) => Number.isInteger(group)) ? { number: joined(groups, 16n), bits: 128 } : undefined
}

/** Groups of one side of an address; the last one may be an address of IPv4. NaN stands for what is no group. */
function groupsOf(half: string): readonly number[] {
  if (half === '') return []
  return half.split(':').flatMap((group, i, all) => {
    if (i === all.length - 1 && V4.test(group)) {
      const inner = readAddress(group)?.number
      return inner === undefined ? [Number.NaN] : [Number(inner >> 16n), Number(inner & 0xffffn)]
    }
    return [V6_PART.test(group) ? Number.parseInt(group, 16) : Number.NaN]
  })
}

const joined = (parts: readonly number[], bits: bigint): bigint =>
  parts.reduce((number, part) => (number << bits) | BigInt(Number.isInteger(part) ? part : 0), 0n)

/** Whether a text is an address. */
export const isIP = (text: string): boolean => readAddress(text) !== undefined

/** A range of addresses. */
export interface Cidr {
  readonly first: bigint
  readonly last: bigint
  readonly prefix: number
  readonly bits: 32 | 128
  readonly has: (number: bigint) => boolean
}

/**
 * Reads a range of addresses, such as `10.0.0.0/24`.
 *
 * @param text - An address and the number of bits that are fixed.
 * @returns Undefined when it is none.
 */
export function readCidr(text: string): Cidr | undefined {
  const [, head = '', tail = ''] = /^([^/]+)\/(0|[1-9]\d{0,2})$/.exec(text) ?? []
  const [address, prefix] = [readAddress(head), Number(tail)]
  if (!address || tail === '' || prefix > address.bits) return undefined
  const free = BigInt(address.bits - prefix)
  const first = (address.number >> free) << free
  const last = first + (1n << free) - 1n
  return { first, last, prefix, bits: address.bits, has: (number) => number >= first && number <= last }
}

/**
 * Writes an address.
 *
 * @param address - Its number and bits.
 * @returns IPv4 with dots; IPv6 with the longest run of zeros left out (RFC 5952).
 */
export function formatAddress({ number, bits }: Address): string {
  if (bits === 32) return [24n, 16n, 8n, 0n].map((shift) => String((number >> shift) & 0xffn)).join('.')
  const groups = Array.from({ length: 8 }, (_, i) => Number((number >> BigInt(112 - i * 16)) & 0xffffn))
  let [start, length] = [-1, 1]
  for (let i = 0; i < groups.length; i++) {
    let end = i
    while (end < groups.length && groups[end] === 0) end += 1
    if (end - i > length) [start, length] = [i, end - i]
  }
  const text = (from: number, to: number) =>
    groups
      .slice(from, to)
      .map((group) => group.toString(16))
      .join(':')
  return start < 0 ? text(0, 8) : `${text(0, start)}::${text(start + length, 8)}`
}
