/**
 * The control loop that passes approved requests to signers.
 *
 * @module
 */

import { type Signer, signerList } from '../../certificates/index.js'
import { type Client, type Controller, controller } from '../../client/index.js'
import { encodeBase64Text } from '../../codec/index.js'
import { dialectOf } from '../../meta/index.js'
import { type ControlLoopOptions, checkLoop, runOptions } from '../client-loop.js'
import { hasCondition, readSigningRequest, signingRequests, withCondition } from './signing-requests.js'

/** Options of {@link createCertificateSigner}. */
export interface CertificateSignerOptions extends ControlLoopOptions {
  /** The signers. Requests for other signers are ignored. */
  readonly signers: readonly Signer[]
}

/**
 * Passes approved requests to the signers that they name. If a signer refuses a request, it gets the condition `Failed` with the
 * signer's reason; other failures are retried.
 *
 * @param client - A client of the plane.
 * @param options - The signers; dialect, leader election.
 * @returns The loop; it runs until it is stopped or its client is closed.
 */
export function createCertificateSigner(client: Client, options: CertificateSignerOptions): Controller {
  checkLoop('createCertificateSigner', client, options, { checks: { signers: signerList }, required: ['signers'] })
  const dialect = dialectOf(options.dialect)
  const signers = new Map(options.signers.map((signer) => [signer.signerName, signer]))
  const requests = signingRequests(client, dialect)
  return controller({
    ...runOptions(options),
    for: requests,
    async reconcile(request) {
      const signer = signers.get(request.spec.signerName)
      const isApproved = hasCondition(request, 'Approved') && !hasCondition(request, 'Denied')
      if (!signer || !isApproved || request.status?.certificate || hasCondition(request, 'Failed')) return
      const asked = await readSigningRequest(request)
      const message = signer.refuses(asked)
      if (message !== undefined) {
        const failed = { type: 'Failed', reason: 'SignerValidationFailure', message }
        await requests.status.update(withCondition(request, failed, client.clock.now()))
        return
      }
      const certificate = encodeBase64Text(await signer.sign(asked))
      await requests.status.update({ ...request, status: { ...request.status, certificate } })
    },
  })
}
