/**
 * ClusterTrustBundleAttest: writing the trust bundle of a signer requires a right.
 *
 * @module
 */

import type { Authorizer } from '../../../authz/index.js'
import { getKey } from '../../../meta/index.js'
import { type AdmissionPlugin, admissionDenied } from '../../plugin.js'
import { mayUseSigner } from './signer-rights.js'

const VERB = 'attest'

/** Refuses to write or delete bundles of signers if the user may not `attest` for the signer. */
export function clusterTrustBundleAttest(): AdmissionPlugin {
  let group = ''
  let authorizer: Authorizer
  return {
    name: 'ClusterTrustBundleAttest',
    start(sources) {
      group = `certificates.${sources.dialect.groupDomain}`
      authorizer = sources.authorizer
    },
    handles: (attributes) => attributes.group === group && attributes.resource === 'clustertrustbundles',
    async validate(attributes) {
      const { user, object, oldObject } = attributes
      const names = [object, oldObject].map((bundle) => getKey(bundle?.spec, 'signerName'))
      for (const signerName of new Set(names)) {
        if (typeof signerName !== 'string' || signerName === '') continue
        if (await mayUseSigner(authorizer, { user, verb: VERB, group, signerName })) continue
        throw admissionDenied(attributes, `user not permitted to ${VERB} for signerName ${JSON.stringify(signerName)}`)
      }
    },
  }
}
