/**
 * The default role bindings.
 *
 * @module
 */

import {
  ADMIN_GROUP,
  type ApiObject,
  AUTHENTICATED_GROUP,
  type Dialect,
  SERVICE_ACCOUNTS_GROUP,
  UNAUTHENTICATED_GROUP,
} from '../../meta/index.js'
import { defaultBinding } from './default-object.js'
import { TRUST_BUNDLE_DISCOVERY } from './default-roles.js'

/**
 * The bindings of the default roles.
 *
 * @param dialect - The plane's dialect.
 * @param hasTrustBundles - Whether the plane has ClusterTrustBundles.
 * @see Specification, "Anonymous requests"
 */
export const defaultBindings = (dialect: Dialect, hasTrustBundles: boolean): readonly ApiObject[] => [
  defaultBinding(dialect, 'cluster-admin', [ADMIN_GROUP]),
  defaultBinding(dialect, 'system:basic-user', [AUTHENTICATED_GROUP]),
  defaultBinding(dialect, 'system:discovery', [AUTHENTICATED_GROUP]),
  defaultBinding(dialect, 'system:monitoring', ['system:monitoring']),
  defaultBinding(dialect, 'system:public-info-viewer', [AUTHENTICATED_GROUP, UNAUTHENTICATED_GROUP]),
  defaultBinding(dialect, 'system:service-account-issuer-discovery', [SERVICE_ACCOUNTS_GROUP]),
  ...(hasTrustBundles ? [defaultBinding(dialect, TRUST_BUNDLE_DISCOVERY, [SERVICE_ACCOUNTS_GROUP])] : []),
]
