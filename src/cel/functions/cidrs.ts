/**
 * Networks in CIDR form.
 *
 * @module
 */

import { addressText, maskAddress, parseAddress } from './addresses.js'
import type { FunctionFamily } from './function-table.js'
import { Ip, readIp } from './ips.js'

/** A network: an address, and its prefix length. */
class Cidr {
  readonly ip: Ip
  readonly prefix: number

  constructor(ip: Ip, prefix: number) {
    this.ip = ip
    this.prefix = prefix
  }

  compareTo(other: unknown): number | undefined {
    if (!(other instanceof Cidr)) return undefined
    return this.ip.compareTo(other.ip) || this.prefix - other.prefix
  }

  contains({ address }: Ip): boolean {
    const own = this.ip.address
    return own.bits === address.bits && maskAddress(own, this.prefix).value === maskAddress(address, this.prefix).value
  }

  get masked(): Cidr {
    return new Cidr(new Ip(maskAddress(this.ip.address, this.prefix)), this.prefix)
  }
}

function parseCidr(text: string): Cidr | undefined {
  const [ip = '', bits = '', ...more] = text.split('/')
  const address = parseAddress(ip)
  if (!address || more.length > 0 || !/^(?:0|[1-9]\d{0,2})$/.test(bits) || Number(bits) > address.bits) return undefined
  return new Cidr(new Ip(address), Number(bits))
}

function readCidr(text: string): Cidr {
  const cidr = parseCidr(text)
  if (!cidr)
    throw new Error(
      `network address parse error during conversion from string: invalid CIDR address ${JSON.stringify(text.slice(0, 100))}`,
    )
  return cidr
}

const containsCidr = (outer: Cidr, inner: Cidr): boolean => outer.prefix <= inner.prefix && outer.contains(inner.ip)

/** Functions of networks. */
export const cidrFunctions: FunctionFamily = {
  types: [{ name: 'CIDR', type: Cidr }],
  functions: [
    ['cidr(string): CIDR', readCidr],
    ['isCIDR(string): bool', (text: string) => parseCidr(text) !== undefined],
    ['CIDR.containsIP(IP): bool', (cidr: Cidr, ip: Ip) => cidr.contains(ip)],
    ['CIDR.containsIP(string): bool', (cidr: Cidr, ip: string) => cidr.contains(readIp(ip))],
    ['CIDR.containsCIDR(CIDR): bool', containsCidr],
    ['CIDR.containsCIDR(string): bool', (cidr: Cidr, other: string) => containsCidr(cidr, readCidr(other))],
    ['CIDR.ip(): IP', ({ ip }: Cidr) => ip],
    ['CIDR.masked(): CIDR', (cidr: Cidr) => cidr.masked],
    ['CIDR.prefixLength(): int', ({ prefix }: Cidr) => BigInt(prefix)],
    ['own_string(CIDR): string', ({ ip, prefix }: Cidr) => `${addressText(ip.address)}/${prefix}`],
  ],
}
