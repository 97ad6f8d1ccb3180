/**
 * The policies of the built-in signers.
 *
 * @module
 * @see Specification, "Certificate signing endpoints", built-in signers
 */

import { type Dialect, NODE_USER_PREFIX, NODES_GROUP } from '../meta/index.js'
import type { Signer, SigningRequest } from './signer.js'

/** Why a request is not signed; undefined for a valid one. */
export type SigningPolicy = Signer['refuses']

const COMMON_NAME = '2.5.4.3'
const ORGANIZATION = '2.5.4.10'

const CLIENT_AUTH = 'client auth'
const OF_CLIENTS: readonly string[] = ['digital signature', 'key encipherment', CLIENT_AUTH]

/** Clients: any subject and names; only usages of clients. */
const client: SigningPolicy = ({ usages }) => {
  const other = usages.find((usage) => !OF_CLIENTS.includes(usage))
  if (other !== undefined) return `invalid usage for client certificate: ${other}`
  return usages.includes(CLIENT_AUTH) ? undefined : `missing required usage for client certificate: ${CLIENT_AUTH}`
}

/** Kubelets as clients: the subject of a node, no other names. */
const nodeClient: SigningPolicy = (request) =>
  faultOfOrganization(request) ??
  faultOfNames(request, ['DNS', 'Email', 'IP', 'URI']) ??
  faultOfNodeName(request) ??
  faultOfUsages(request, CLIENT_AUTH)

/** Kubelets as servers: the subject of a node, and an address. */
const nodeServing: SigningPolicy = (request) => {
  const { dns, ip } = request.request.names
  return (
    faultOfOrganization(request) ??
    (dns.length + ip.length === 0 ? 'DNS or IP subjectAltName is required' : undefined) ??
    faultOfNames(request, ['Email', 'URI']) ??
    faultOfUsages(request, 'server auth') ??
    faultOfNodeName(request)
  )
}

/** Requests from before signers had names. */
const anything: SigningPolicy = () => undefined

/**
 * The policies by the names of their signers.
 *
 * @param dialect - The plane's dialect.
 */
export const builtInPolicies = ({ signers }: Dialect): ReadonlyMap<string, SigningPolicy> =>
  new Map([
    [signers.client, client],
    [signers.nodeClient, nodeClient],
    [signers.nodeServing, nodeServing],
    [signers.legacyUnknown, anything],
  ])

/**
 * The username of the kubelet in a request for its client certificate.
 *
 * @param request - Any request.
 * @returns Undefined when the kubelets' client signer would not sign it.
 */
export const nodeOf = (request: SigningRequest): string | undefined =>
  nodeClient(request) === undefined ? commonNameOf(request) : undefined

/** The last one is used, as in authentication by client certificates. */
const commonNameOf = ({ request }: SigningRequest): string => request.subjectAttribute(COMMON_NAME).at(-1) ?? ''

function faultOfOrganization({ request }: SigningRequest): string | undefined {
  const organizations = request.subjectAttribute(ORGANIZATION)
  return organizations.length === 1 && organizations[0] === NODES_GROUP ? undefined : `subject organization is not ${NODES_GROUP}`
}

const faultOfNodeName = (request: SigningRequest): string | undefined =>
  commonNameOf(request).startsWith(NODE_USER_PREFIX) ? undefined : `subject common name does not begin with ${NODE_USER_PREFIX}`

const NAME_KINDS = { DNS: 'dns', Email: 'email', IP: 'ip', URI: 'uri' } as const

function faultOfNames({ request }: SigningRequest, forbidden: readonly (keyof typeof NAME_KINDS)[]): string | undefined {
  const found =
    forbidden.find((kind) => request.names[NAME_KINDS[kind]].length > 0) ?? (request.names.others > 0 ? 'other' : undefined)
  return found && `${found} subjectAltNames are not allowed`
}

/** Requires exactly the usages of one side of TLS; `key encipherment` is optional. */
function faultOfUsages({ usages }: SigningRequest, side: string): string | undefined {
  const required = ['digital signature', side]
  const all = [...required, 'key encipherment'].sort()
  const given = new Set(usages)
  const isOf = (wanted: readonly string[]) => given.size === wanted.length && wanted.every((usage) => given.has(usage))
  return isOf(required) || isOf(all) ? undefined : `usages did not match [${all.join(' ')}]`
}
