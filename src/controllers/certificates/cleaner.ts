/**
 * The cleaner of requests for certificates: what was answered, or never is, goes after a while.
 *
 * @module
 */

import { type Client, type Controller, controller } from '../../client/index.js'
import { decodeBase64Text } from '../../codec/index.js'
import { readCertificates } from '../../crypto/index.js'
import { dialectOf, parseTime } from '../../meta/index.js'
import { type ControlLoopOptions, checkLoop, deleteAsSeen, runOptions } from '../client-loop.js'
import { type StoredRequest, signingRequests } from './signing-requests.js'

const HOUR_MS = 3_600_000
const ANSWERED_MS = HOUR_MS
const PENDING_MS = 24 * HOUR_MS
const ANSWERS: readonly string[] = ['Approved', 'Denied', 'Failed']

/**
 * Deletes requests: an hour after the last decision about them, a day after creation when undecided, and when their
 * certificate ends.
 *
 * @param client - Reaches the plane.
 * @param options - Words, leader election.
 * @returns The loop, at work until it is stopped or its client is closed.
 * @see Specification, "CertificateSigningRequest"
 */
export function createCertificateCleaner(client: Client, options: ControlLoopOptions = {}): Controller {
  checkLoop('createCertificateCleaner', client, options)
  const requests = signingRequests(client, dialectOf(options.dialect))
  return controller({
    ...runOptions(options),
    for: requests,
    async reconcile(request) {
      if (request.metadata.deletionTimestamp) return undefined
      const leftMs = Math.min(decisionEnd(request), await certificateEnd(request)) - client.clock.now()
      if (leftMs > 0) return { requeueAfterMs: leftMs }
      // One that was decided about meanwhile is another version.
      await deleteAsSeen(requests, request)
      return undefined
    },
  })
}

/** When a request has been as it is for long enough, in milliseconds since 1970. */
function decisionEnd({ metadata, status }: StoredRequest): number {
  const created = parseTime(metadata.creationTimestamp ?? '') ?? 0
  const answers = (status?.conditions ?? []).filter(({ type }) => ANSWERS.includes(type))
  if (answers.length === 0) return created + PENDING_MS
  return Math.max(...answers.map(({ lastUpdateTime = '' }) => parseTime(lastUpdateTime) ?? created)) + ANSWERED_MS
}

/** When the certificate of a request is over, in milliseconds since 1970. */
async function certificateEnd({ status }: StoredRequest): Promise<number> {
  if (!status?.certificate) return Number.POSITIVE_INFINITY
  // An object that bypassed validation, from a dump for instance, may have no certificate.
  const [certificate] = await readCertificates(decodeBase64Text(status.certificate)).catch(() => [])
  return certificate ? certificate.notAfterMs + 1 : Number.POSITIVE_INFINITY
}
