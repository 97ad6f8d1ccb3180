/**
 * Approves certificate requests of kubelets: a requester with the right to be a node needs no manual approval.
 *
 * @module
 */

import { nodeOf } from '../../certificates/index.js'
import { type Client, type Controller, controller } from '../../client/index.js'
import { type Dialect, dialectOf } from '../../meta/index.js'
import { certificatesGroup } from '../../resources/index.js'
import { type ControlLoopOptions, checkLoop, runOptions } from '../client-loop.js'
import { isDecided, readSigningRequest, type StoredRequest, signingRequests, withCondition } from './signing-requests.js'

/** A right for which requests are approved automatically. */
interface ApprovingRight {
  /** The subresource of requests that the requester has to be allowed to create. */
  readonly subresource: string
  /** Whether it covers only the requester's own name. */
  readonly isForSelf: boolean
  readonly message: string
}

const RIGHTS: readonly ApprovingRight[] = [
  {
    subresource: 'selfnodeclient',
    isForSelf: true,
    message: 'Auto approving self kubelet client certificate after SubjectAccessReview.',
  },
  {
    subresource: 'nodeclient',
    isForSelf: false,
    message: 'Auto approving kubelet client certificate after SubjectAccessReview.',
  },
]

/** Retry interval, as the right may be granted after the request was made. */
const AGAIN_MS = 60_000

interface AccessReviewFields {
  readonly spec: object
  readonly status?: { readonly allowed?: boolean }
}

/**
 * Approves requests of node agents for client certificates if the requester may create `certificatesigningrequests/nodeclient`,
 * or requests its own name and may create `certificatesigningrequests/selfnodeclient`. Server certificates need manual approval.
 *
 * @param client - A client of the plane.
 * @param options - Dialect, leader election.
 * @returns The loop; it runs until it is stopped or its client is closed.
 */
export function createCertificateApprover(client: Client, options: ControlLoopOptions = {}): Controller {
  checkLoop('createCertificateApprover', client, options)
  const dialect = dialectOf(options.dialect)
  const requests = signingRequests(client, dialect)
  const approval = requests.subresource('approval')
  return controller({
    ...runOptions(options),
    for: requests,
    async reconcile(request) {
      if (request.spec.signerName !== dialect.signers.nodeClient || request.status?.certificate || isDecided(request))
        return undefined
      const node = nodeOf(await readSigningRequest(request))
      if (node === undefined) return undefined
      for (const { subresource, isForSelf, message } of RIGHTS) {
        if (isForSelf && node !== request.spec.username) continue
        if (!(await isAllowed(client, dialect, request, subresource))) continue
        await approval.update(withCondition(request, { type: 'Approved', reason: 'AutoApproved', message }, client.clock.now()))
        return undefined
      }
      return { requeueAfterMs: AGAIN_MS }
    },
  })
}

/** Checks whether the requester may create a subresource of requests. */
async function isAllowed(client: Client, dialect: Dialect, { spec }: StoredRequest, subresource: string): Promise<boolean> {
  const reviews = client.resource<AccessReviewFields>({
    group: `authorization.${dialect.groupDomain}`,
    version: 'v1',
    resource: 'subjectaccessreviews',
    kind: 'SubjectAccessReview',
    namespaced: false,
  })
  const { username: user, uid, groups, extra } = spec
  const resourceAttributes = {
    group: certificatesGroup(dialect),
    resource: 'certificatesigningrequests',
    subresource,
    verb: 'create',
    version: '*',
  }
  const { status } = await reviews.create({ metadata: {}, spec: { user, uid, groups, extra, resourceAttributes } })
  return status?.allowed === true
}
