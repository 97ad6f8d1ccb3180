/**
 * The used part of Node's `node:crypto`. Web Crypto has the same functions, but its promises take longer than the work.
 *
 * @module
 */

/** Synchronous functions of the host. */
export interface HostCrypto {
  /** One call: an incremental hash object costs twice as much, including garbage collection. */
  hash?(name: 'sha256', data: string, form: 'hex'): string
  createHmac(name: 'sha256', key: Uint8Array): { update(data: Uint8Array): { digest(): Uint8Array } }
}

/** The host's own; undefined on other hosts than Node. Found at run time, as browsers could not load an import of it. */
export function hostCrypto(): HostCrypto | undefined {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } }
  return process?.getBuiltinModule?.('node:crypto') as HostCrypto | undefined
}
