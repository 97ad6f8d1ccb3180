/**
 * `binnacle join`: exchanges a bootstrap token for a client configuration with a certificate.
 *
 * @module
 */

import os from 'node:os'
import { z } from 'zod'
import { connect, KubeconfigError, type NodeConnectOptions, parseKubeconfig } from '../../client/node/index.js'
import { readClusterInfo, requestNodeCertificate, verifyClusterInfo } from '../../controllers/library/index.js'
import { ApiError, type Dialect } from '../../meta/index.js'
import { CommandError, reasonOf } from '../command-error.js'
import { readOwnKubeconfig, writeOwnKubeconfig } from '../files/own-kubeconfig.js'
import { describeFlags, type FlagTable, parseFlags, wantsHelp } from '../flags.js'
import { duration, file } from '../value-schemas.js'
import { asking, dialectFlags } from './connection-flags.js'

/** The flags of `binnacle join`, by name. */
export const joinFlags = {
  ...dialectFlags,
  token: {
    help: 'the bootstrap token, as binnacle token create printed it',
    value: 'TOKEN',
    schema: z.string().regex(/^[a-z0-9]{6}\.[a-z0-9]{16}$/, 'expected six letters or digits, a dot, and sixteen more'),
  },
  name: {
    help: 'name of the node; that of this machine when absent',
    value: 'NAME',
    schema: z.string().regex(/^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/, 'expected a host name in small letters'),
  },
  out: { help: 'kubeconfig to write', value: 'FILE', schema: file, default: 'node.kubeconfig' },
  timeout: { help: 'how long to wait for the certificate', value: 'DURATION', schema: duration, default: '1m' },
} as const satisfies FlagTable

const HELP = `usage: binnacle join URL --token TOKEN [options]

Makes sure, by the token, that it speaks to the right plane; makes a key, asks
for the certificate of a node agent, and writes a client configuration with
both.

${describeFlags(joinFlags)}

Example: binnacle join https://10.0.0.1:6443 --token 07401b.f395accd246ae52d`

/**
 * Runs the command.
 *
 * @param args - The arguments after `join`.
 * @throws {@link CommandError} for an invalid command line, when the plane refuses, or when the server is not trusted.
 */
export async function join([server, ...args]: readonly string[]): Promise<void> {
  if (wantsHelp([server ?? '', ...args])) {
    console.log(HELP)
    return
  }
  if (server === undefined || server.startsWith('-'))
    throw new CommandError('join needs the address of a plane: binnacle join https://HOST:PORT --token TOKEN')
  if (!/^https:\/\//.test(server) || !URL.canParse(server))
    throw new CommandError(`join ${server}: expected the address of a plane, https://HOST:PORT`)
  const values = parseFlags(joinFlags, args)
  const { dialect, token, out, timeout } = values
  if (token === undefined) throw new CommandError('join needs a token: binnacle join URL --token TOKEN')
  const node = values.name ?? os.hostname().toLowerCase()
  const user = `system:node:${node}`
  const file = { flag: 'out', path: out, user, credential: 'certificate' } as const
  await readOwnKubeconfig(file)

  const cluster = await asking(() => trustedCluster(server, token, values)).catch((error: unknown) => {
    throw explained(server, error)
  })
  const client = connect({ ...cluster, token, maxAnswerBytes: MAX_ANSWER_BYTES })
  const identity = await asking(() => requestNodeCertificate(client, dialect, node, AbortSignal.timeout(timeout))).catch(
    (error: unknown) => {
      if (error instanceof CommandError) throw explained(cluster.server, error)
      const isLate = (error as Error).name === 'TimeoutError'
      const reason = isLate ? `no certificate within ${timeout / 1000} s: the request has to be approved` : reasonOf(error)
      throw new CommandError(reason, { exitCode: 1, cause: error })
    },
  )
  client.close()
  await writeOwnKubeconfig(file, () => kubeconfigOf(cluster, user, identity))
  console.log(`${out} makes you ${user} of ${cluster.server}`)
  if (await isUnknown(user, { ...cluster, cert: identity.certificatePem, key: identity.privateKeyPem }, dialect)) {
    const reason = 'it has to run with --client-ca-file of the authority that signs certificates of nodes'
    console.error(`warning: the plane does not accept this certificate: ${reason}`)
  }
}

/** Whether a plane takes a user for another one. A plane that cannot be asked, such as one before 1.28, is not doubted. */
async function isUnknown(user: string, source: NodeConnectOptions, { groupDomain }: Dialect): Promise<boolean> {
  const client = connect({ ...source, maxAnswerBytes: MAX_ANSWER_BYTES })
  const group = `authentication.${groupDomain}`
  const reviews = client.resource<{ readonly status?: { readonly userInfo?: { readonly username?: string } } }>({
    group,
    version: 'v1',
    resource: 'selfsubjectreviews',
    kind: 'SelfSubjectReview',
    namespaced: false,
  })
  try {
    const { status } = await asking(() => reviews.create({ metadata: {} }))
    return status?.userInfo?.username !== user
  } catch (error) {
    const { cause } = error as Error
    return cause instanceof ApiError && (cause.status.code === 401 || cause.status.code === 403)
  } finally {
    client.close()
  }
}

/** The error, with what the plane lacks if it accepts neither the token nor the anonymous look at its cluster information. */
function explained(server: string, error: unknown): unknown {
  const { cause } = error as Error
  if (!(cause instanceof ApiError) || cause.status.reason !== 'Unauthorized') return error
  const flags = '--authorization-mode RBAC --enable-bootstrap-token-auth'
  const line = `${server}: the token is refused: it has ended, or the plane runs without ${flags}`
  return new CommandError(line, { exitCode: 1, cause })
}

/** Maximum size of an answer, whose sender is not verified yet. No object is larger. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024

interface Cluster {
  readonly server: string
  readonly ca?: string
}

/** The cluster information, once the token's signature is verified: until then the server is not trusted. */
async function trustedCluster(server: string, token: string, { dialect }: { readonly dialect: Dialect }): Promise<Cluster> {
  const unverified = connect({ server, insecureSkipTlsVerify: true, maxAnswerBytes: MAX_ANSWER_BYTES })
  const info = await readClusterInfo(unverified, dialect).finally(() => unverified.close())
  const text = info && (await verifyClusterInfo(info, token))
  if (text === undefined) {
    const what = info ? 'cluster-info of this plane is not signed with this token' : 'this plane has no cluster-info'
    throw new CommandError(`${server}: ${what}; is it the right one, and does its control loop bootstrapsigner run?`, {
      exitCode: 1,
    })
  }
  try {
    const { clusters } = await parseKubeconfig(text, { name: 'cluster-info' })
    const [cluster] = clusters.values()
    if (!cluster) throw new KubeconfigError('cluster-info names no cluster')
    if (!cluster.server.startsWith('https://')) throw new KubeconfigError('cluster-info names a server without https://')
    const { certificateAuthorityData: data } = cluster
    return { server: cluster.server, ...(data && { ca: Buffer.from(data, 'base64').toString() }) }
  } catch (error) {
    throw new CommandError(`${server}: ${reasonOf(error)}`, { exitCode: 1, cause: error })
  }
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** JSON is YAML as well. */
function kubeconfigOf(
  { server, ca }: Cluster,
  user: string,
  { certificatePem, privateKeyPem }: Awaited<ReturnType<typeof requestNodeCertificate>>,
): string {
  const credentials = { 'client-certificate-data': base64(certificatePem), 'client-key-data': base64(privateKeyPem) }
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'binnacle', cluster: { server, ...(ca && { 'certificate-authority-data': base64(ca) }) } }],
    users: [{ name: user, user: credentials }],
    contexts: [{ name: 'binnacle', context: { cluster: 'binnacle', user } }],
    'current-context': 'binnacle',
  }
  return `${JSON.stringify(config, undefined, 2)}\n`
}
