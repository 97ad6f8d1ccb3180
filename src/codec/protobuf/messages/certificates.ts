/**
 * Certificate signing requests.
 *
 * @module
 */

import type { GroupMessages } from './group-messages.js'

/** Messages of `certificates.platform.io/v1`. */
export const certificates: GroupMessages = {
  apiVersion: (domain) => `certificates.${domain}/v1`,
  kinds: ['CertificateSigningRequest'],
  messages: {
    CertificateSigningRequest: `
      1 metadata ObjectMeta
      2 spec CertificateSigningRequestSpec
      3 status CertificateSigningRequestStatus`,
    CertificateSigningRequestSpec: `
      1 request bytes?
      2 username string
      3 uid string
      4 groups list string
      5 usages list string
      6 extra map ExtraValue
      7 signerName string!
      8 expirationSeconds int32?`,
    CertificateSigningRequestStatus: `
      1 conditions list CertificateSigningRequestCondition
      2 certificate bytes`,
    CertificateSigningRequestCondition: `
      1 type string!
      2 reason string
      3 message string
      4 lastUpdateTime Time
      5 lastTransitionTime Time
      6 status string!`,
  },
}
