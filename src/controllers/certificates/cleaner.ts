/**
 * Deletes old certificate requests.
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
 * Deletes requests an hour after their last decision, a day after creation if undecided, and when their certificate expires.
 *
 * @param client - A client of the plane.
 * @param options - Dialect, leader election.
 * @returns The loop; it runs until it is stopped or its client is closed.
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
      // If it was approved or denied meanwhile, the version differs and the delete fails with a conflict.
      await deleteAsSeen(requests, request)
      return undefined
    },
  })
}

/** When a request may be deleted because of its age, in milliseconds since 1970. */
function decisionEnd({ metadata, status }: StoredRequest): number {
  const created = parseTime(metadata.creationTimestamp ?? '') ?? 0
  const answers = (status?.conditions ?? []).filter(({ type }) => ANSWERS.includes(type))
  if (answers.length === 0) return created + PENDING_MS
  return Math.max(...answers.map(({ lastUpdateTime = '' }) => parseTime(lastUpdateTime) ?? created)) + ANSWERED_MS
}

/** When the certificate of a request expires, in milliseconds since 1970. */
async function certificateEnd({ status }: StoredRequest): Promise<number> {
  if (!status?.certificate) return Number.POSITIVE_INFINITY
  // An object that bypassed validation, from a dump for instance, may have no certificate.
  const [certificate] = await readCertificates(decodeBase64Text(status.certificate)).catch(() => [])
  return certificate ? certificate.notAfterMs + 1 : Number.POSITIVE_INFINITY
}
