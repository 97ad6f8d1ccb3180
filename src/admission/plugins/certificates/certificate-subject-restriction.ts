/**
 * CertificateSubjectRestriction: refuses requests for client certificates of the group `system:masters`.
 *
 * @module
 */

import { decodeBase64 } from '../../../codec/index.js'
import { type CertificateRequest, readCertificateRequest } from '../../../crypto/index.js'
import { ADMIN_GROUP, getKey, messageOf } from '../../../meta/index.js'
import type { AdmissionAttributes } from '../../attributes.js'
import { type AdmissionPlugin, admissionDenied } from '../../plugin.js'

const ORGANIZATION = '2.5.4.10'

/** Refuses requests for client certificates that name the group `system:masters`. */
export function certificateSubjectRestriction(): AdmissionPlugin {
  let group = ''
  let signerName = ''
  return {
    name: 'CertificateSubjectRestriction',
    start({ dialect }) {
      group = `certificates.${dialect.groupDomain}`
      signerName = dialect.signers.client
    },
    handles: (attributes) =>
      attributes.operation === 'CREATE' &&
      attributes.group === group &&
      attributes.resource === 'certificatesigningrequests' &&
      attributes.subresource === '',
    async validate(attributes) {
      const spec = attributes.object?.spec
      if (getKey(spec, 'signerName') !== signerName) return
      const request = await read(getKey(spec, 'request'), attributes)
      if (!request.subjectAttribute(ORGANIZATION).includes(ADMIN_GROUP)) return
      throw admissionDenied(attributes, `use of ${signerName} signer with ${ADMIN_GROUP} group is not allowed`)
    },
  }
}

/** Fails closed: a request that cannot be parsed is refused. */
async function read(value: unknown, attributes: AdmissionAttributes): Promise<CertificateRequest> {
  try {
    return await readCertificateRequest(new TextDecoder().decode(decodeBase64(String(value))))
  } catch (cause) {
    throw admissionDenied(attributes, `unable to parse CSR: ${messageOf(cause)}`)
  }
}
