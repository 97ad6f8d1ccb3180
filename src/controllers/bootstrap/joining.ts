/**
 * How a node agent joins a plane with a bootstrap token: it reads the plane's public information, then requests a certificate.
 *
 * @module
 */

import { firstValueFrom } from 'rxjs/internal/firstValueFrom'
import { fromEvent } from 'rxjs/internal/observable/fromEvent'
import { filter } from 'rxjs/internal/operators/filter'
import { map } from 'rxjs/internal/operators/map'
import { takeUntil } from 'rxjs/internal/operators/takeUntil'
import { type Client, isAlreadyExists, isNotFound, type ResourceClient } from '../../client/index.js'
import { decodeBase64Text, encodeBase64Text } from '../../codec/index.js'
import { createCertificateRequest } from '../../crypto/index.js'
import { type ApiObject, type Dialect, UNAUTHENTICATED_GROUP, type UnknownRecord } from '../../meta/index.js'
import { type SigningRequestFields, signingRequests } from '../certificates/signing-requests.js'
import { ignoring } from '../client-loop.js'
import { CONFIG_MAPS } from '../types.js'

/** Address of a plane, and its CA certificates. */
export interface PlaneAddress {
  readonly server: string
  /** The CA certificates of the plane's serving certificate, in PEM. */
  readonly certificates: string
}

const BOOTSTRAPPERS = 'system:bootstrappers'
const NODES = 'system:nodes'
const CLUSTER_INFO = 'cluster-info'

/**
 * Allows holders of bootstrap tokens to join: everybody may read `cluster-info`, and token holders may request node agent
 * certificates, which are approved. Nodes may renew theirs. Existing objects are not changed.
 *
 * @param client - A client of the plane.
 * @param dialect - The plane's dialect.
 * @param address - The content of `cluster-info`.
 */
export async function allowJoining(client: Client, dialect: Dialect, address: PlaneAddress): Promise<void> {
  const { public: namespace } = dialect.namespaces
  const rbac = { group: `rbac.authorization.${dialect.groupDomain}`, version: 'v1' }
  const inNamespace = (resource: string, kind: string) =>
    client.resource({ ...rbac, resource, kind, namespaced: true }).namespace(namespace)
  const group = (name: string) => ({ apiGroup: rbac.group, kind: 'Group', name })
  const role = (kind: string, name: string) => ({ apiGroup: rbac.group, kind, name })
  const reader = `binnacle:${CLUSTER_INFO}`

  await createMissing(clusterInfo(client, dialect), {
    metadata: { name: CLUSTER_INFO },
    data: { kubeconfig: kubeconfigOf(address) },
  })
  await createMissing(inNamespace('roles', 'Role'), {
    metadata: { name: reader },
    rules: [{ apiGroups: [''], resources: ['configmaps'], resourceNames: [CLUSTER_INFO], verbs: ['get'] }],
  })
  await createMissing(inNamespace('rolebindings', 'RoleBinding'), {
    metadata: { name: reader },
    roleRef: role('Role', reader),
    subjects: [group(UNAUTHENTICATED_GROUP)],
  })
  const certificates = `system:certificates.${dialect.groupDomain}:certificatesigningrequests`
  const bindings = client.resource({ ...rbac, resource: 'clusterrolebindings', kind: 'ClusterRoleBinding', namespaced: false })
  for (const [name, granted, subject] of [
    ['binnacle:bootstrappers', 'system:node-bootstrapper', BOOTSTRAPPERS],
    ['binnacle:bootstrappers-approved', `${certificates}:nodeclient`, BOOTSTRAPPERS],
    // To renew their certificates. In Kubernetes the node authorizer allows them to request one.
    ['binnacle:nodes', 'system:node-bootstrapper', NODES],
    ['binnacle:nodes-approved', `${certificates}:selfnodeclient`, NODES],
  ] as const) {
    await createMissing(bindings, {
      metadata: { name },
      roleRef: role('ClusterRole', granted),
      subjects: [group(subject)],
    })
  }
}

/**
 * Reads `cluster-info`.
 *
 * @returns Undefined if it does not exist.
 */
export async function readClusterInfo(client: Client, dialect: Dialect): Promise<ApiObject | undefined> {
  try {
    return await clusterInfo(client, dialect).get(CLUSTER_INFO)
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}

/** The credentials of a node agent. */
export interface NodeCertificate {
  readonly certificatePem: string
  /** PKCS#8 in PEM. */
  readonly privateKeyPem: string
}

/**
 * Requests the certificate of a node agent, and waits until it is signed.
 *
 * @param client - Authenticated, for instance with a bootstrap token.
 * @param dialect - The plane's dialect.
 * @param node - Name of the node.
 * @param signal - Stops the waiting.
 * @throws Error with one line when the request is denied or fails, or the signal's reason.
 */
export async function requestNodeCertificate(
  client: Client,
  dialect: Dialect,
  node: string,
  signal: AbortSignal,
): Promise<NodeCertificate> {
  const subject = { commonName: `system:node:${node}`, organizations: [NODES] }
  const { requestPem, privateKeyPem } = await createCertificateRequest(subject)
  const requests = signingRequests(client, dialect)
  const made = await requests.create({
    metadata: { generateName: 'node-' },
    spec: {
      request: encodeBase64Text(requestPem),
      signerName: dialect.signers.nodeClient,
      usages: ['digital signature', 'client auth'],
    },
  })
  // No event follows when the signal was aborted meanwhile.
  signal.throwIfAborted()
  const { name = '' } = made.metadata
  const states = requests.watch({ fieldSelector: `metadata.name=${name}` })
  const answers = states.pipe(
    map((event) => (event.type === 'ADDED' || event.type === 'MODIFIED' ? event.object : undefined)),
    filter((object) => object?.status?.certificate !== undefined || (object !== undefined && refusalOf(object) !== undefined)),
    takeUntil(fromEvent(signal, 'abort')),
  )
  const answered = await firstValueFrom(answers, { defaultValue: undefined })
  if (!answered) throw signal.reason ?? new Error(`the plane closed before the request ${name} was answered`)
  const refusal = refusalOf(answered)
  if (refusal) throw new Error(`the request ${name} is ${refusal.type.toLowerCase()}: ${refusal.message ?? ''}`)
  return { certificatePem: decodeBase64Text(answered.status?.certificate ?? ''), privateKeyPem }
}

const refusalOf = ({ status }: SigningRequestFields) =>
  status?.conditions?.find(({ type }) => type === 'Denied' || type === 'Failed')

/** A kubeconfig, as JSON, with a server address and without a user. */
const kubeconfigOf = ({ server, certificates }: PlaneAddress): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: 'binnacle',
        cluster: { server, 'certificate-authority-data': encodeBase64Text(certificates) },
      },
    ],
  })

const clusterInfo = (client: Client, { namespaces }: Dialect): ResourceClient<UnknownRecord> =>
  client.resource<UnknownRecord>(CONFIG_MAPS).namespace(namespaces.public)

async function createMissing(
  objects: ResourceClient<UnknownRecord>,
  object: Parameters<typeof objects.create>[0],
): Promise<void> {
  await objects.create(object).catch(ignoring(isAlreadyExists))
}
