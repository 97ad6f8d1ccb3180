/**
 * Creates credentials from the user of a configuration.
 *
 * @module
 */

import type { Clock } from '../../meta/index.js'
import { basicCredentials, bearerCredentials, type HttpCredentials, noCredentials } from '../http/credentials.js'
import { KubeconfigError } from '../kubeconfig/kubeconfig.js'
import type { SelectedContext } from '../kubeconfig/select.js'
import { ExecCredentials } from './exec/exec-credentials.js'
import { type ExecOptions, pluginOf } from './exec/plugin.js'
import { absolute, RenewedFile } from './files.js'
import type { IdentitySource } from './identity.js'

/** The credentials of a user. */
export interface UserCredentials {
  readonly credentials: HttpCredentials
  readonly identity: IdentitySource
}

/**
 * Reads the credentials of a user.
 *
 * @param selected - The user, and the cluster for plugins.
 * @param clock - Decides when files are read again.
 * @param options - Options of plugins.
 * @throws `KubeconfigError` for relative paths without a folder.
 */
export function userCredentials(
  { user, cluster }: Pick<SelectedContext, 'user' | 'cluster'>,
  clock: Clock,
  options: ExecOptions,
): UserCredentials {
  const identity = certificateOf(user, clock)
  if (user.exec) {
    const described = { entry: cluster, authorities: authoritiesOf(cluster, clock) }
    const plugin = new ExecCredentials(pluginOf(user.exec, user.folder, described, options), clock)
    return { credentials: plugin, identity: async () => (await plugin.identity()) ?? identity() }
  }
  if (user.tokenFile !== undefined) {
    const file = new RenewedFile(absolute(user.tokenFile, user.folder), clock)
    return { credentials: fileCredentials(file, user.token), identity }
  }
  if (user.token !== undefined) return { credentials: bearerCredentials(user.token), identity }
  if (user.username !== undefined) return { credentials: basicCredentials(user.username, user.password ?? ''), identity }
  return { credentials: noCredentials, identity }
}

/** A token in a file. The inline token is used while the file cannot be read. */
function fileCredentials(file: RenewedFile, other: string | undefined): HttpCredentials {
  return {
    async authorization() {
      try {
        return `Bearer ${(await file.read()).toString('utf8').trim()}`
      } catch (error) {
        if (other === undefined) throw error
        return `Bearer ${other}`
      }
    },
    rejected() {
      file.expire()
      return true
    },
  }
}

/** Source of a text of a configuration. */
interface TextSource {
  /** The key of the data, for errors. */
  readonly what: string
  /** In base64. */
  readonly data: string | undefined
  readonly path: string | undefined
  /** Base of a relative path. */
  readonly folder: string | undefined
  readonly clock: Clock
}

/**
 * Text of a configuration: as data in base64, or in a file.
 *
 * @returns A function that reads it; undefined when there is neither.
 */
function textSource({ what, data, path, folder, clock }: TextSource): (() => Promise<string>) | undefined {
  if (data !== undefined) {
    if (!/^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(data)) throw new KubeconfigError(`${what}: is not base64`)
    const text = Buffer.from(data, 'base64').toString('utf8')
    return () => Promise.resolve(text)
  }
  if (path === undefined) return undefined
  const file = new RenewedFile(absolute(path, folder), clock)
  return async () => (await file.read()).toString('utf8')
}

/** The CA certificates of a cluster. */
export const authoritiesOf = (
  { certificateAuthorityData: data, certificateAuthority: path, folder }: SelectedContext['cluster'],
  clock: Clock,
): (() => Promise<string>) | undefined => textSource({ what: 'certificate-authority-data', data, path, folder, clock })

function certificateOf({ folder, ...user }: SelectedContext['user'], clock: Clock): IdentitySource {
  const { clientCertificateData, clientCertificate, clientKeyData, clientKey } = user
  const cert = textSource({
    what: 'client-certificate-data',
    data: clientCertificateData,
    path: clientCertificate,
    folder,
    clock,
  })
  const key = textSource({ what: 'client-key-data', data: clientKeyData, path: clientKey, folder, clock })
  return async () => (cert && key ? { cert: await cert(), key: await key() } : undefined)
}
