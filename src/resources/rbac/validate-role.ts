/**
 * Validation of roles.
 *
 * @module
 */

import {
  ApiError,
  type ApiObject,
  errorsOf,
  type FieldError,
  invalidField,
  requiredField,
  storedLabelSelector,
  type UnknownRecord,
} from '../../meta/index.js'
import { listOf, recordOf } from '../fields/fields.js'

/**
 * Validates a role.
 *
 * @param role - A Role or ClusterRole.
 * @param namespaced - Whether it is a Role, which may not have non-resource paths.
 */
export const validateRole = (role: ApiObject, namespaced: boolean): readonly FieldError[] => [
  ...errorsOf(listOf(role.rules), (rule, i) => validateRule(recordOf(rule), `rules[${i}]`, namespaced)),
  ...(role.aggregationRule === undefined ? [] : validateAggregation(recordOf(role.aggregationRule))),
]

function validateRule(rule: Readonly<UnknownRecord>, path: string, namespaced: boolean): readonly FieldError[] {
  const [verbs, urls] = [listOf(rule.verbs), listOf(rule.nonResourceURLs)]
  const [groups, resources, names] = [listOf(rule.apiGroups), listOf(rule.resources), listOf(rule.resourceNames)]
  const errors: FieldError[] = []
  if (verbs.length === 0) errors.push(requiredField(`${path}.verbs`, 'verbs must contain at least one value'))
  if (urls.length > 0) {
    const refuse = (why: string) => errors.push(invalidField(`${path}.nonResourceURLs`, urls, why))
    if (namespaced) refuse('namespaced rules cannot apply to non-resource URLs')
    if (groups.length + resources.length + names.length > 0) {
      refuse('rules cannot apply to both regular resources and non-resource URLs')
    }
    return errors
  }
  if (groups.length === 0) errors.push(requiredField(`${path}.apiGroups`, 'resource rules must supply at least one api group'))
  if (resources.length === 0) errors.push(requiredField(`${path}.resources`, 'resource rules must supply at least one resource'))
  return errors
}

function validateAggregation({ clusterRoleSelectors }: Readonly<UnknownRecord>): readonly FieldError[] {
  const path = 'aggregationRule.clusterRoleSelectors'
  const selectors = listOf(clusterRoleSelectors)
  if (selectors.length === 0) {
    return [requiredField(path, 'at least one clusterRoleSelector required if aggregationRule is non-nil')]
  }
  return errorsOf(selectors, (selector, i) => {
    try {
      storedLabelSelector(recordOf(selector))
      return []
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return [invalidField(`${path}[${i}]`, selector, error.message)]
    }
  })
}
