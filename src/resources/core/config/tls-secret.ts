/**
 * Warnings for a Secret with a certificate and its key that no server could use.
 *
 * Whether the key belongs to the certificate is not checked, as that would require parsing both.
 *
 * @module
 */

import type { UnknownRecord } from '../../../meta/index.js'
import { textOf } from '../../fields/fields.js'
import { fromBase64 } from './data.js'

const BEGIN = /-----BEGIN ([^-\n]{1,100})-----/g
const CERTIFICATE = 'CERTIFICATE'
const PRIVATE_KEY = 'PRIVATE KEY'

/**
 * Warns of invalid data in a Secret of type `tls`, worded as in Kubernetes.
 *
 * @param data - The data, with `tls.crt` and `tls.key` in base64.
 * @returns Undefined when there is a certificate and a key.
 */
export function tlsWarning(data: Readonly<UnknownRecord>): string | undefined {
  return certificateWarning(labelsOf(data['tls.crt'])) ?? keyWarning(labelsOf(data['tls.key']))
}

const labelsOf = (value: unknown): readonly string[] =>
  Array.from((fromBase64(textOf(value)) ?? '').matchAll(BEGIN), ([, label = '']) => label)

const passedOver = (labels: readonly string[]): string =>
  `after skipping PEM blocks of the following types: [${labels.join(' ')}]`

function certificateWarning(labels: readonly string[]): string | undefined {
  if (labels.includes(CERTIFICATE)) return undefined
  if (labels.length === 0) return 'tls: failed to find any PEM data in certificate input'
  return labels.length === 1 && labels[0]?.endsWith(PRIVATE_KEY)
    ? 'tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched'
    : `tls: failed to find "${CERTIFICATE}" PEM block in certificate input ${passedOver(labels)}`
}

function keyWarning(labels: readonly string[]): string | undefined {
  if (labels.some((label) => label === PRIVATE_KEY || label.endsWith(` ${PRIVATE_KEY}`))) return undefined
  if (labels.length === 0) return 'tls: failed to find any PEM data in key input'
  return labels.length === 1 && labels[0] === CERTIFICATE
    ? 'tls: found a certificate rather than a key in the PEM for the private key'
    : `tls: failed to find PEM block with type ending in "${PRIVATE_KEY}" in key input ${passedOver(labels)}`
}
