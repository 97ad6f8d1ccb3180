/**
 * The kinds that every plane has.
 *
 * @module
 */

import type { ServiceAccountTokens } from '../authn/index.js'
import { type Dialect, oncePerDialect } from '../meta/index.js'
import { customResourceDefinition } from './apiextensions/index.js'
import { signingRequestDefinition } from './certificates/index.js'
import { leaseDefinition } from './coordination/lease.js'
import { configMapDefinition, namespaceDefinition, secretDefinition, serviceAccountDefinition } from './core/index.js'
import type { ResourceDefinition } from './definition/definition.js'
import { coreEventDefinition, eventDefinition } from './events/event.js'
import { clusterRoleBindingDefinition, clusterRoleDefinition, roleBindingDefinition, roleDefinition } from './rbac/index.js'

/**
 * The kinds that every plane has: Namespace, ConfigMap, Secret, ServiceAccount, Event (in the core group and in its own),
 * Lease, CertificateSigningRequest, the four kinds of role-based access control, and CustomResourceDefinition.
 *
 * @param dialect - The plane's dialect.
 * @param tokens - Issues tokens of service accounts; none are issued when absent.
 * @returns Definitions, the core group first, as clients use the first group with a name.
 */
export function builtinResources(dialect: Dialect, tokens?: ServiceAccountTokens): readonly ResourceDefinition[] {
  const { configuration, account, others } = sharedKinds(dialect)
  return [...configuration, tokens ? serviceAccountDefinition(dialect, tokens) : account, ...others]
}

/** The kinds that are the same for all planes of a dialect. */
const sharedKinds = oncePerDialect((dialect) => ({
  configuration: [namespaceDefinition(dialect), configMapDefinition(dialect), secretDefinition(dialect)],
  account: serviceAccountDefinition(dialect),
  others: [
    coreEventDefinition(dialect),
    eventDefinition(dialect),
    leaseDefinition(dialect),
    signingRequestDefinition(dialect),
    clusterRoleBindingDefinition(dialect),
    clusterRoleDefinition(dialect),
    roleBindingDefinition(dialect),
    roleDefinition(dialect),
    customResourceDefinition(dialect),
  ],
}))
