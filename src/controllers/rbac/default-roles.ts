/**
 * The default roles: for administrators, for authenticated users, and for the plane's components.
 *
 * @module
 */

import type { PolicyRule } from '../../authz/index.js'
import type { ApiObject, Dialect } from '../../meta/index.js'
import { certificatesGroup } from '../../resources/index.js'
import { defaultRole } from './default-object.js'

/** Allows reading all ClusterTrustBundles. */
export const TRUST_BUNDLE_DISCOVERY = 'system:cluster-trust-bundle-discovery'

const HEALTH = ['/healthz', '/livez', '/readyz']
const VERSION = ['/version', '/version/']

const reading = (...nonResourceURLs: readonly string[]): PolicyRule => ({ verbs: ['get'], nonResourceURLs })
const rule = (verbs: string, group: string, resources: string): PolicyRule => ({
  verbs: verbs.split(' '),
  apiGroups: [group],
  resources: resources.split(' '),
})

/**
 * The default roles, except the user-facing ones.
 *
 * @param dialect - The plane's dialect.
 * @param hasTrustBundles - Whether the plane has ClusterTrustBundles.
 */
export function defaultRoles(dialect: Dialect, hasTrustBundles: boolean): readonly ApiObject[] {
  const { groupDomain } = dialect
  const certificates = certificatesGroup(dialect)
  const role = (name: string, ...rules: readonly PolicyRule[]) => defaultRole(dialect, name, { rules })
  return [
    role('cluster-admin', { verbs: ['*'], apiGroups: ['*'], resources: ['*'] }, { verbs: ['*'], nonResourceURLs: ['*'] }),
    role(
      'system:basic-user',
      rule('create', `authorization.${groupDomain}`, 'selfsubjectaccessreviews selfsubjectrulesreviews'),
      rule('create', `authentication.${groupDomain}`, 'selfsubjectreviews'),
    ),
    role('system:discovery', reading('/api', '/api/*', '/apis', '/apis/*', ...HEALTH, '/openapi', '/openapi/*', ...VERSION)),
    role('system:public-info-viewer', reading(...HEALTH, ...VERSION)),
    role('system:monitoring', reading(...HEALTH, ...HEALTH.map((path) => `${path}/*`), '/metrics', '/metrics/slis')),
    role(
      'system:auth-delegator',
      rule('create', `authentication.${groupDomain}`, 'tokenreviews'),
      rule('create', `authorization.${groupDomain}`, 'subjectaccessreviews'),
    ),
    role(
      'system:service-account-issuer-discovery',
      reading('/.well-known/openid-configuration', '/.well-known/openid-configuration/', '/openid/v1/jwks', '/openid/v1/jwks/'),
    ),
    ...(hasTrustBundles ? [role(TRUST_BUNDLE_DISCOVERY, rule('get list watch', certificates, 'clustertrustbundles'))] : []),
    role('system:node-bootstrapper', rule('create get list watch', certificates, 'certificatesigningrequests')),
    ...['nodeclient', 'selfnodeclient'].map((subresource) =>
      role(
        `system:${certificates}:certificatesigningrequests:${subresource}`,
        rule('create', certificates, `certificatesigningrequests/${subresource}`),
      ),
    ),
    ...Object.values(dialect.signers).map((signer) =>
      role(`system:${certificates}:${signer.split('/')[1]}-approver`, {
        ...rule('approve', certificates, 'signers'),
        resourceNames: [signer],
      }),
    ),
  ]
}
