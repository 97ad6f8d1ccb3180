/**
 * ServiceAccount: the identity of a program.
 *
 * @module
 */

import type { ServiceAccountTokens } from '../../authn/index.js'
import { type ApiObject, type Dialect, getKey } from '../../meta/index.js'
import { tokenSubresource } from '../authentication/token-request.js'
import { builtinDefinition } from '../definition/builtin-definition.js'
import type { ResourceDefinition } from '../definition/definition.js'
import type { Strategy } from '../definition/strategy.js'
import { listOf, recordOf, withFields } from '../fields/fields.js'
import { flag, list, listMarkers, refTo } from '../fields/json-schema.js'
import type { WarningsOfWrite } from '../fields/warnings.js'
import { ageColumn, nameColumn, tableOf } from '../tables/tables.js'
import { referenceSchemas } from './schemas.js'

/**
 * The ServiceAccount kind.
 *
 * @param dialect - The plane's dialect.
 * @param tokens - Issues tokens of service accounts; none are issued when absent.
 */
export function serviceAccountDefinition(dialect: Dialect, tokens?: ServiceAccountTokens): ResourceDefinition {
  const { atomic, keyed } = listMarkers(dialect)
  return builtinDefinition(dialect, {
    group: '',
    kind: 'ServiceAccount',
    plural: 'serviceaccounts',
    shortNames: ['sa'],
    schemaName: 'core.v1.ServiceAccount',
    description: 'The identity of a program.',
    properties: {
      automountServiceAccountToken: flag('Whether workloads of this account get a token of its own accord.'),
      imagePullSecrets: list('Secrets for pulling images.', refTo('core.v1.LocalObjectReference'), atomic),
      secrets: list('Secrets that workloads of this account may use.', refTo('core.v1.ObjectReference'), keyed('name')),
    },
    schemas: () => referenceSchemas(dialect),
    table: tableOf([nameColumn, ageColumn]),
    subresources: tokens ? [tokenSubresource(dialect, tokens)] : [],
    strategy: { ...strategy, warnings: secretWarnings(dialect) },
  })
}

/** References to secrets keep only the name: secrets are in the account's own namespace. */
const withSecretNames = (object: ApiObject): ApiObject =>
  object.secrets === undefined
    ? object
    : withFields(object, { secrets: listOf(object.secrets).map((entry) => withFields({}, { name: recordOf(entry).name })) })

/** Warns of the annotation by which an account limits the secrets of its pods, when it is set. */
const secretWarnings = ({ labelDomain }: Dialect): WarningsOfWrite => {
  const key = `${labelDomain}/enforce-mountable-secrets`
  const isSet = (account: ApiObject | undefined) => getKey(account?.metadata.annotations, key) !== undefined
  const warning = `metadata.annotations[${key}]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets`
  return (account, live) => (isSet(account) && !isSet(live) ? [warning] : [])
}

const strategy: Strategy = {
  returnsDeletedObject: true,
  prepareForCreate: withSecretNames,
  prepareForUpdate: withSecretNames,
}
