/**
 * IP addresses and ranges as numbers.
 *
 * @module
 */

/** An address: its number, and its number of bits. */
export interface Address {
  readonly bits: 32 | 128
  readonly value: bigint
}

/**
 * Parses an address.
 *
 * @param text - IPv4 in dotted form, or IPv6 (RFC 4291 §2.2). Zones and IPv4 addresses inside IPv6 ones are refused, as
 *   Kubernetes does.
 * @returns Undefined for any other text.
 */
export function parseAddress(text: string): Address | undefined {
  if (text.includes('.')) return parseFour(text)
  return text.length <= 45 && text.includes(':') ? parseSix(text) : undefined
}

function parseFour(text: string): Address | undefined {
  const parts = FOUR.exec(text)
  if (!parts) return undefined
  let value = 0
  for (let i = 1; i <= 4; i++) {
    const part = Number(parts[i])
    if (part > 255) return undefined
    value = value * 256 + part
  }
  return { bits: 32, value: BigInt(value) }
}

const FOUR = /^(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})$/

const GROUPS = 8

function parseSix(text: string): Address | undefined {
  const groups: number[] = []
  let at = text.startsWith('::') ? 2 : 0
  /** The number of groups before `::`. */
  let gap = at === 0 ? undefined : 0
  while (at < text.length) {
    const end = endOfDigits(text, at)
    if (end === at || end - at > 4) return undefined
    groups.push(Number.parseInt(text.slice(at, end), 16))
    if (end === text.length) break
    if (gap === undefined && text.startsWith('::', end)) {
      gap = groups.length
      at = end + 2
    } else if (text[end] === ':' && end + 1 < text.length) at = end + 1
    else return undefined
  }
  const missing = GROUPS - groups.length
  if (gap === undefined ? missing !== 0 : missing < 1) return undefined
  for (let i = 0; i < GROUPS; i++) {
    const group = gap === undefined || i < gap ? groups[i] : i < gap + missing ? 0 : groups[i - missing]
    bytes.setUint16(2 * i, group ?? 0)
  }
  return { bits: 128, value: (bytes.getBigUint64(0) << 64n) | bytes.getBigUint64(8) }
}

/** The bytes of the address that is being parsed: a list may have a hundred thousand. */
const bytes = /* @__PURE__ */ new DataView(/* @__PURE__ */ new ArrayBuffer(16))

function endOfDigits(text: string, start: number): number {
  let end = start
  while (isHexDigit(text.charCodeAt(end))) end++
  return end
}

/** Whether a character is one of `0-9a-fA-F`. */
const isHexDigit = (code: number): boolean => (code >= 48 && code <= 57) || ((code | 32) >= 97 && (code | 32) <= 102)

/** Formats an address in the canonical form of RFC 5952 §4. */
export function addressText({ bits, value }: Address): string {
  const width = bits === 32 ? 8 : 16
  const groups = Array.from({ length: bits / width }, (_, i) =>
    Number((value >> BigInt(bits - width * (i + 1))) & ((1n << BigInt(width)) - 1n)),
  )
  if (bits === 32) return groups.join('.')
  const gap = longestGap(groups)
  const hex = groups.map((group) => group.toString(16))
  return gap ? `${hex.slice(0, gap.from).join(':')}::${hex.slice(gap.from + gap.size).join(':')}` : hex.join(':')
}

function longestGap(groups: readonly number[]): { readonly from: number; readonly size: number } | undefined {
  let best = { from: 0, size: 1 }
  for (let from = 0; from < groups.length; from++) {
    let size = 0
    while (from + size < groups.length && groups[from + size] === 0) size++
    if (size > best.size) best = { from, size }
  }
  return best.size > 1 ? best : undefined
}

/** An address with all bits after a prefix set to zero. */
export const maskAddress = ({ bits, value }: Address, prefix: number): Address => {
  const rest = BigInt(bits - prefix)
  return { bits, value: (value >> rest) << rest }
}

/** A range of addresses. */
export interface AddressRange {
  readonly bits: 32 | 128
  readonly prefix: number
  readonly first: bigint
  readonly last: bigint
  /** Whether the bits after the prefix were zero in the text. */
  readonly isExact: boolean
}

/**
 * Parses a range of addresses, such as `10.0.0.0/24`.
 *
 * @param text - An address, and the length of its prefix (RFC 4632 §3.1).
 * @returns Undefined for any other text. Bits after the prefix count as zero.
 */
export function parseRange(text: string): AddressRange | undefined {
  const [, head = '', tail = ''] = /^([^/]{1,45})\/(0|[1-9]\d{0,2})$/.exec(text) ?? []
  const [address, prefix] = [parseAddress(head), Number(tail)]
  if (!address || tail === '' || prefix > address.bits) return undefined
  const { value: first, bits } = maskAddress(address, prefix)
  return { bits, prefix, first, last: first + (1n << BigInt(bits - prefix)) - 1n, isExact: address.value === first }
}

/** Whether an address is in a range. */
export const isInRange = ({ bits, value }: Address, range: AddressRange): boolean =>
  bits === range.bits && value >= range.first && value <= range.last

/** Addresses that other machines cannot reach, with the error for each. */
const UNREACHABLE = [
  { ranges: ['0.0.0.0/32', '::/128'], message: 'may not be unspecified (0.0.0.0 or ::)' },
  { ranges: ['127.0.0.0/8', '::1/128'], message: 'may not be in the loopback range (127.0.0.0/8, ::1/128)' },
  { ranges: ['169.254.0.0/16', 'fe80::/10'], message: 'may not be in the link-local range (169.254.0.0/16, fe80::/10)' },
  { ranges: ['224.0.0.0/24', 'ff02::/10'], message: 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)' },
]

/** The same with the ranges parsed, from first use. */
let unreachable: readonly { readonly ranges: readonly AddressRange[]; readonly message: string }[] | undefined

/**
 * Validates an IP address.
 *
 * @param text - Text to check.
 * @returns Error messages, one a rule.
 */
export function validateAddress(text: string): string[] {
  if (parseAddress(text)) return []
  if (LEADING_ZERO.test(text) && parseAddress(withoutZeros(text))) return ['must not have leading 0s']
  return isMapped(text)
    ? ['must not be an IPv4-mapped IPv6 address']
    : ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)']
}

/** Parts of a dotted address that some programs read as octal numbers. */
const LEADING_ZERO = /^[\d.]{1,45}$/

const withoutZeros = (text: string): string => text.replace(/\b0+(?=\d)/g, '')

/** An IPv4 address that is written as an IPv6 one (RFC 4291 §2.5.5.2). */
const isMapped = (text: string): boolean => /^::ffff:\d/i.test(text) && parseAddress(text.slice('::ffff:'.length)) !== undefined

/**
 * Validates a range of addresses, with no bits after its prefix.
 *
 * @param text - Text to check.
 * @returns Error messages, one a rule.
 */
export function validateRange(text: string): string[] {
  const range = parseRange(text)
  if (range) return range.isExact ? [] : ['must not have bits set beyond the prefix length']
  const [head = '', tail = ''] = text.split('/')
  if (text.length <= MAX_RANGE && parseRange(`${withoutZeros(head)}/${withoutZeros(tail)}`))
    return ['must not have leading 0s in IP or prefix length']
  return isMapped(head)
    ? ['must not have an IPv4-mapped IPv6 address']
    : ['must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)']
}

const MAX_RANGE = 64

/**
 * Validates an IP address that others connect to.
 *
 * @param address - The address.
 * @returns Error messages, one a rule.
 */
export function validateReachable(address: Address): string[] {
  unreachable ??= UNREACHABLE.map(({ ranges, message }) => ({
    ranges: ranges.flatMap((range) => parseRange(range) ?? []),
    message,
  }))
  const messages: string[] = []
  for (const { ranges, message } of unreachable) {
    if (ranges.some((range) => isInRange(address, range))) messages.push(message)
  }
  return messages
}

/**
 * Validates the text of an IP address that others connect to.
 *
 * @param text - Text to check.
 * @returns Error messages, one a rule.
 */
export function validateReachableAddress(text: string): string[] {
  const address = parseAddress(text)
  return address ? validateReachable(address) : validateAddress(text)
}
