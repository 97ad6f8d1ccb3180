/**
 * The address at which workloads reach this server.
 *
 * @module
 */

import { isIP } from 'node:net'
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'

/** Sources of the address. */
export interface AdvertiseParts {
  /** The value of the flag. */
  readonly given: string | undefined
  /** The address to listen on. */
  readonly host: string
  /** Interfaces of the machine; the operating system's by default. */
  readonly interfaces?: NodeJS.Dict<NetworkInterfaceInfo[]>
}

/**
 * Chooses the address: that of the flag; the one that the server listens on, if others can reach it; else the machine's first.
 *
 * @returns An IP address. On a machine without another one, the address listened on, or loopback.
 */
export function advertisedFrom({ given, host, interfaces = networkInterfaces() }: AdvertiseParts): string {
  if (given !== undefined) return given
  if (isIP(host) !== 0 && !isOpenOrOwn(host)) return host
  const all = Object.values(interfaces).flatMap((list) => list ?? [])
  const outer = all.filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
  const first = outer.find(({ family }) => family === 'IPv4') ?? outer[0]
  return first?.address ?? (isIP(host) !== 0 ? host : '127.0.0.1')
}

/** Wildcard and loopback addresses, which other machines cannot connect to. */
const isOpenOrOwn = (host: string): boolean => host === '0.0.0.0' || host === '::' || host === '::1' || host.startsWith('127.')
