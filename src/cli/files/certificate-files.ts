/**
 * The certificate of HTTPS: from files, or generated for this run.
 *
 * @module
 */

import { createPrivateKey, X509Certificate } from 'node:crypto'
import { type CertificateAndKey, createSelfSignedCertificate } from '../../crypto/index.js'
import type { Clock } from '../../meta/index.js'
import { badFlag } from '../flags.js'
import { attempt } from './attempt.js'
import { watchFiles } from './watched-file.js'

/** Source of the certificate. */
export interface CertificateSource {
  readonly certificateFile: string | undefined
  readonly privateKeyFile: string | undefined
  /** The address to listen on; a generated certificate contains it, and the machine's host names. */
  readonly host: string
  /** Schedules the checks of the files; the machine's clock by default. */
  readonly clock?: Clock
}

/** The certificate of a server, and its successors. */
export interface ServingCertificate {
  /** The pair at startup. */
  readonly pair: CertificateAndKey
  /** Calls back with each later pair. */
  onRenewal(listener: (pair: CertificateAndKey) => void): void
}

/**
 * Reads the certificate and its key and watches the files, or generates both without files.
 *
 * @throws {@link CommandError} when a file cannot be read, has no certificate or key, or the two do not match.
 */
export async function loadCertificate({
  certificateFile,
  privateKeyFile,
  host,
  clock,
}: CertificateSource): Promise<ServingCertificate> {
  if (certificateFile === undefined || privateKeyFile === undefined) {
    const pair = await createSelfSignedCertificate({ hosts: [...new Set(['localhost', '127.0.0.1', '::1', host])] })
    return { pair, onRenewal: () => {} }
  }
  const listeners: ((pair: CertificateAndKey) => void)[] = []
  const files = [
    { flag: 'tls-cert-file', path: certificateFile },
    { flag: 'tls-private-key-file', path: privateKeyFile },
  ]
  const take = ([certificatePem = '', privateKeyPem = '']: readonly string[]) => {
    const pair = { certificatePem, privateKeyPem }
    mustMatch(pair, certificateFile, privateKeyFile)
    for (const listener of listeners) listener(pair)
    return pair
  }
  return { pair: await watchFiles(files, take, clock), onRenewal: (listener) => void listeners.push(listener) }
}

function mustMatch({ certificatePem, privateKeyPem }: CertificateAndKey, certificateFile: string, privateKeyFile: string): void {
  const certificate = attempt(() => new X509Certificate(certificatePem))
  if (certificate === undefined) throw badFlag('tls-cert-file', certificateFile, 'holds no certificate in PEM')
  const key = attempt(() => createPrivateKey(privateKeyPem))
  if (key === undefined) throw badFlag('tls-private-key-file', privateKeyFile, 'holds no private key in PEM without a passphrase')
  if (!certificate.checkPrivateKey(key)) {
    throw badFlag(
      'tls-private-key-file',
      privateKeyFile,
      `is not the key of the certificate in --tls-cert-file ${certificateFile}`,
    )
  }
}
