/**
 * Selects the cluster and user of a context.
 *
 * @module
 */

import { dialects } from '../../meta/index.js'
import { type ClusterEntry, type ExecEntry, type Kubeconfig, KubeconfigError, type UserEntry } from './kubeconfig.js'

/** A context with its resolved entries. */
export interface SelectedContext {
  readonly name: string
  /** The default namespace of the context; undefined for none. */
  readonly namespace: string | undefined
  readonly cluster: ClusterEntry
  readonly user: UserEntry
}

/**
 * Selects a context.
 *
 * @param kubeconfig - The configuration.
 * @param name - A context; the current one by default.
 * @throws `KubeconfigError` with one line for a context that is missing, refers to missing entries, or contradicts itself.
 */
export function selectContext(kubeconfig: Kubeconfig, name: string = kubeconfig.currentContext): SelectedContext {
  const known = [...kubeconfig.contexts.keys()].map((context) => JSON.stringify(context)).join(', ') || 'none'
  if (name === '') throw new KubeconfigError(`the kubeconfig has no current context, and none was named; its contexts: ${known}`)
  const context = kubeconfig.contexts.get(name)
  if (!context) throw new KubeconfigError(`the kubeconfig has no context ${JSON.stringify(name)}; its contexts: ${known}`)
  const cluster = kubeconfig.clusters.get(context.cluster)
  if (!cluster) throw new KubeconfigError(`context "${name}": the kubeconfig has no cluster ${JSON.stringify(context.cluster)}`)
  const user = context.user === '' ? { folder: undefined } : kubeconfig.users.get(context.user)
  if (!user) throw new KubeconfigError(`context "${name}": the kubeconfig has no user ${JSON.stringify(context.user)}`)
  checkCluster(`cluster "${context.cluster}"`, cluster)
  checkUser(`user "${context.user}"`, user)
  return { name, namespace: context.namespace, cluster, user }
}

function checkCluster(where: string, cluster: ClusterEntry): void {
  if (cluster.server === '') throw new KubeconfigError(`${where}: server is missing`)
  if (cluster.insecureSkipTlsVerify && (cluster.certificateAuthority ?? cluster.certificateAuthorityData) !== undefined) {
    throw new KubeconfigError(`${where}: insecure-skip-tls-verify and a certificate authority contradict each other`)
  }
}

/**
 * Checks that a user does not contradict itself.
 *
 * @param where - Its place, for the error.
 * @param user - The user.
 * @throws `KubeconfigError` with one line.
 */
export function checkUser(where: string, user: UserEntry): void {
  const ways = [
    (user.token ?? user.tokenFile) !== undefined && 'token',
    user.username !== undefined && 'username',
    user.exec !== undefined && 'exec',
  ].filter((way) => way !== false)
  if (ways.length > 1)
    throw new KubeconfigError(`${where}: only one way to be known is allowed, and there are: ${ways.join(', ')}`)
  if (user.authProvider !== undefined) {
    throw new KubeconfigError(`${where}: auth-provider "${user.authProvider}" is not supported; use an exec plugin`)
  }
  const hasCertificate = (user.clientCertificate ?? user.clientCertificateData) !== undefined
  const hasKey = (user.clientKey ?? user.clientKeyData) !== undefined
  if (hasCertificate !== hasKey) {
    throw new KubeconfigError(
      `${where}: a client ${hasCertificate ? 'key' : 'certificate'} is missing beside the other of the pair`,
    )
  }
  if (user.exec) checkExec(`${where}: exec`, user.exec)
}

const MODES: readonly string[] = ['Never', 'IfAvailable', 'Always']

function checkExec(where: string, { apiVersion, command, env, interactiveMode }: ExecEntry): void {
  if (command === '') throw new KubeconfigError(`${where}.command is missing`)
  const versions = dialects.flatMap(({ groupDomain }) =>
    ['v1', 'v1beta1'].map((v) => `client.authentication.${groupDomain}/${v}`),
  )
  if (!versions.includes(apiVersion)) {
    throw new KubeconfigError(`${where}.apiVersion: ${JSON.stringify(apiVersion)} is none of ${versions.join(', ')}`)
  }
  if (env.some(({ name }) => name === '')) throw new KubeconfigError(`${where}.env: a variable has no name`)
  if (interactiveMode === undefined && apiVersion.endsWith('/v1')) {
    throw new KubeconfigError(`${where}.interactiveMode is required by ${apiVersion}: ${MODES.join(', ')}`)
  }
  if (interactiveMode !== undefined && !MODES.includes(interactiveMode)) {
    throw new KubeconfigError(`${where}.interactiveMode: ${JSON.stringify(interactiveMode)} is none of ${MODES.join(', ')}`)
  }
}
