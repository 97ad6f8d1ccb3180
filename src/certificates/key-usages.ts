/**
 * Key usages, by their names in requests.
 *
 * @module
 */

import type { KeyUsageName } from '../crypto/index.js'

/** A usage in a certificate: a bit of the key usages, or an extended usage by its object identifier. */
export type KeyUsage = { readonly keyUsage: KeyUsageName } | { readonly extended: string }

const bit = (keyUsage: KeyUsageName): KeyUsage => ({ keyUsage })
const extended = (oid: string): KeyUsage => ({ extended: oid })

/** All usages, sorted by name. Two names may be the same usage. RFC 5280 §4.2.1.12 has the object identifiers. */
const USAGES: ReadonlyMap<string, KeyUsage> = new Map([
  ['any', extended('2.5.29.37.0')],
  ['cert sign', bit('keyCertSign')],
  ['client auth', extended('1.3.6.1.5.5.7.3.2')],
  ['code signing', extended('1.3.6.1.5.5.7.3.3')],
  ['content commitment', bit('nonRepudiation')],
  ['crl sign', bit('cRLSign')],
  ['data encipherment', bit('dataEncipherment')],
  ['decipher only', bit('decipherOnly')],
  ['digital signature', bit('digitalSignature')],
  ['email protection', extended('1.3.6.1.5.5.7.3.4')],
  ['encipher only', bit('encipherOnly')],
  ['ipsec end system', extended('1.3.6.1.5.5.7.3.5')],
  ['ipsec tunnel', extended('1.3.6.1.5.5.7.3.6')],
  ['ipsec user', extended('1.3.6.1.5.5.7.3.7')],
  ['key agreement', bit('keyAgreement')],
  ['key encipherment', bit('keyEncipherment')],
  ['microsoft sgc', extended('1.3.6.1.4.1.311.10.3.3')],
  ['netscape sgc', extended('2.16.840.1.113730.4.1')],
  ['ocsp signing', extended('1.3.6.1.5.5.7.3.9')],
  ['s/mime', extended('1.3.6.1.5.5.7.3.4')],
  ['server auth', extended('1.3.6.1.5.5.7.3.1')],
  ['signing', bit('digitalSignature')],
  ['timestamping', extended('1.3.6.1.5.5.7.3.8')],
])

/** The names of all usages, sorted. */
export const keyUsageNames: readonly string[] = [...USAGES.keys()]

/**
 * The X.509 form of a usage.
 *
 * @param name - Such as `client auth`.
 * @returns Undefined for an unknown name.
 */
export const keyUsageOf = (name: string): KeyUsage | undefined => USAGES.get(name)
