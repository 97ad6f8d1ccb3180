/**
 * CertificateApproval and CertificateSigning: approving or signing a certificate request needs a right for its signer.
 *
 * @module
 */

import type { Authorizer } from '../../../authz/index.js'
import { type ApiObject, getKey, isRecord, jsonEqual } from '../../../meta/index.js'
import type { AdmissionAttributes } from '../../attributes.js'
import { type AdmissionPlugin, admissionDenied } from '../../plugin.js'
import { mayUseSigner } from './signer-rights.js'

/** Refuses approvals and denials of requests if the user may not `approve` for the signer. */
export const certificateApproval = (): AdmissionPlugin =>
  signerPlugin({ name: 'CertificateApproval', subresource: 'approval', verb: 'approve', concerns: () => true })

/** Refuses to set certificates and signer conditions of requests if the user may not `sign` for the signer. */
export const certificateSigning = (): AdmissionPlugin =>
  signerPlugin({
    name: 'CertificateSigning',
    subresource: 'status',
    verb: 'sign',
    concerns: ({ object, oldObject }) =>
      ['certificate', 'conditions'].some((field) => !jsonEqual(statusOf(object, field), statusOf(oldObject, field))),
  })

interface SignerRules {
  readonly name: string
  readonly subresource: string
  /** The verb on the signer that the user needs. */
  readonly verb: string
  /** Whether a write of the subresource needs the right. */
  readonly concerns: (attributes: AdmissionAttributes) => boolean
}

function signerPlugin({ name, subresource, verb, concerns }: SignerRules): AdmissionPlugin {
  let group = ''
  let authorizer: Authorizer
  return {
    name,
    start(sources) {
      group = `certificates.${sources.dialect.groupDomain}`
      authorizer = sources.authorizer
    },
    handles: (attributes) =>
      attributes.operation === 'UPDATE' &&
      attributes.group === group &&
      attributes.resource === 'certificatesigningrequests' &&
      attributes.subresource === subresource,
    async validate(attributes) {
      if (!concerns(attributes)) return
      // The stored signer counts, as a status update cannot change it.
      const signerName = signerNameOf(attributes.oldObject)
      if (await mayUseSigner(authorizer, { user: attributes.user, verb, group, signerName })) return
      throw admissionDenied(attributes, `user not permitted to ${verb} requests with signerName ${JSON.stringify(signerName)}`)
    },
  }
}

const statusOf = (object: ApiObject | undefined, field: string): unknown => getKey(object?.status, field)

function signerNameOf(object: ApiObject | undefined): string {
  const spec = object?.spec
  return isRecord(spec) && typeof spec.signerName === 'string' ? spec.signerName : ''
}
