/**
 * IP addresses.
 *
 * @module
 */

import { type Address, addressText, parseAddress } from './addresses.js'
import type { FunctionFamily } from './function-table.js'

/** An IP address. */
export class Ip {
  readonly address: Address

  constructor(address: Address) {
    this.address = address
  }

  /** Compares with another address. */
  compareTo(other: unknown): number | undefined {
    if (!(other instanceof Ip)) return undefined
    if (this.address.bits !== other.address.bits) return this.address.bits - other.address.bits
    return this.address.value < other.address.value ? -1 : this.address.value > other.address.value ? 1 : 0
  }
}

/**
 * Parses an address.
 *
 * @throws Error for any other text.
 */
export function readIp(text: string): Ip {
  const address = parseAddress(text)
  if (!address)
    throw new Error(
      `IP Address ${JSON.stringify(text.slice(0, 100))} parse error during conversion from string: unable to parse IP`,
    )
  return new Ip(address)
}

/** Whether an address lies in a range, given for IPv4 and IPv6 as first bits and their count. */
const inRange =
  (four: readonly [bigint, number], six: readonly [bigint, number]) =>
  ({ address: { bits, value } }: Ip): boolean => {
    const [start, size] = bits === 32 ? four : six
    return value >> BigInt(bits - size) === start
  }

const isUnspecified = inRange([0n, 32], [0n, 128])
const isLoopback = inRange([127n, 8], [1n, 128])
const isLinkLocalMulticast = inRange([0xe00000n, 24], [0xff02n, 16])
const isLinkLocalUnicast = inRange([0xa9fen, 16], [0x3fan, 10])
const isMulticast = inRange([0xen, 4], [0xffn, 8])
const isBroadcast = ({ address: { bits, value } }: Ip): boolean => bits === 32 && value === 0xffffffffn

const isGlobalUnicast = (ip: Ip): boolean =>
  ![isUnspecified, isLoopback, isMulticast, isLinkLocalUnicast, isBroadcast].some((isSpecial) => isSpecial(ip))

/** Functions of IP addresses. */
export const ipFunctions: FunctionFamily = {
  types: [{ name: 'IP', type: Ip }],
  spaces: ['ip'],
  functions: [
    ['ip(string): IP', readIp],
    ['isIP(string): bool', (text: string) => parseAddress(text) !== undefined],
    ['Space.ip.isCanonical(string): bool', (_: unknown, text: string) => addressText(readIp(text).address) === text],
    ['IP.family(): int', ({ address }: Ip) => (address.bits === 32 ? 4n : 6n)],
    ['IP.isUnspecified(): bool', isUnspecified],
    ['IP.isLoopback(): bool', isLoopback],
    ['IP.isLinkLocalMulticast(): bool', isLinkLocalMulticast],
    ['IP.isLinkLocalUnicast(): bool', isLinkLocalUnicast],
    ['IP.isGlobalUnicast(): bool', isGlobalUnicast],
    ['own_string(IP): string', ({ address }: Ip) => addressText(address)],
  ],
}
