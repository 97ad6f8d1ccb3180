/**
 * The certificate of HTTPS: from files, or generated for this run.
 *
 * @module
 */

import { createPrivateKey, X509Certificate } from 'node:crypto'
import { type FileLimits, readTextFile } from '../../client/node/index.js'
import { type CertificateAndKey, createSelfSignedCertificate } from '../../crypto/index.js'
import { reasonOf } from '../command-error.js'
import { badFlag } from '../flags.js'
import { attempt } from './attempt.js'

/** Source of the certificate. */
export interface CertificateSource {
  readonly certificateFile: string | undefined
  readonly privateKeyFile: string | undefined
  /** The address to listen on; a generated certificate contains it, and the machine's host names. */
  readonly host: string
}

/**
 * Reads the certificate and its key, or generates both without files.
 *
 * @throws {@link CommandError} when a file cannot be read, has no certificate or key, or the two do not match.
 */
export async function loadCertificate({ certificateFile, privateKeyFile, host }: CertificateSource): Promise<CertificateAndKey> {
  if (certificateFile === undefined || privateKeyFile === undefined) {
    return createSelfSignedCertificate({ hosts: [...new Set(['localhost', '127.0.0.1', '::1', host])] })
  }
  const certificatePem = await readText('tls-cert-file', certificateFile)
  const privateKeyPem = await readText('tls-private-key-file', privateKeyFile)
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
  return { certificatePem, privateKeyPem }
}

/**
 * Reads the file of a flag.
 *
 * @param flag - Name of the flag, without the dashes.
 * @param path - Its value.
 * @param limits - Maximum size.
 * @throws {@link CommandError} when it cannot be read.
 */
export async function readText(flag: string, path: string, limits?: FileLimits): Promise<string> {
  try {
    return await readTextFile(path, limits)
  } catch (error) {
    throw badFlag(flag, path, reasonOf(error), error)
  }
}
