/**
 * The part of Node's `node:crypto` that is used here. Web Crypto does the same, but takes longer to answer than to do it.
 *
 * @module
 */

/** What the host computes at once. */
export interface HostCrypto {
  /** In one call: an object that takes its data bit by bit costs as much again, for the garbage collector too. */
  hash?(name: 'sha256', data: string, form: 'hex'): string
  createHmac(name: 'sha256', key: Uint8Array): { update(data: Uint8Array): { digest(): Uint8Array } }
}

/** The host's own; undefined where it is none of Node's kind. Asked for at run time, as an import would keep browsers from loading us. */
export function hostCrypto(): HostCrypto | undefined {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } }
  return process?.getBuiltinModule?.('node:crypto') as HostCrypto | undefined
}
