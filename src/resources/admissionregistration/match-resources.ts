/**
 * `matchConstraints` and `matchResources`: which requests a policy or a binding matches.
 *
 * @module
 */

import { type FieldError, requiredField, type UnknownRecord, unsupportedField } from '../../meta/index.js'
import { withDefaults } from '../core/pods/pod-template.js'
import { listOf, recordOf, textOf } from '../fields/fields.js'
import { validateLabelSelector } from '../fields/validate-label-selector.js'
import { completeRules, validateNamedRule, validateRules } from './rules.js'

const MATCH_POLICIES = ['Equivalent', 'Exact']

/** Sets the defaults of a match. */
export function completeMatchResources(match: unknown): UnknownRecord {
  const { resourceRules, excludeResourceRules, ...rest } = recordOf(match)
  const [rules, excluded] = [completeRules(resourceRules), completeRules(excludeResourceRules)]
  return withDefaults(
    {
      ...rest,
      ...(rules.length > 0 && { resourceRules: rules }),
      ...(excluded.length > 0 && { excludeResourceRules: excluded }),
    },
    { matchPolicy: 'Equivalent', namespaceSelector: {}, objectSelector: {} },
  )
}

/**
 * Validates the match of a policy or a binding.
 *
 * @param match - With defaults.
 * @param path - Its field path.
 */
export function validateMatchResources(match: Readonly<UnknownRecord>, path: string): readonly FieldError[] {
  return [
    ...(MATCH_POLICIES.includes(textOf(match.matchPolicy))
      ? []
      : [unsupportedField(`${path}.matchPolicy`, match.matchPolicy, MATCH_POLICIES)]),
    ...validateLabelSelector(recordOf(match.namespaceSelector), `${path}.namespaceSelector`),
    ...validateLabelSelector(recordOf(match.objectSelector), `${path}.objectSelector`),
    ...['resourceRules', 'excludeResourceRules'].flatMap((field) =>
      validateRules(match[field], `${path}.${field}`, validateNamedRule),
    ),
  ]
}

/** Validates the match of a policy, which is required. */
export function validateMatchConstraints(match: unknown, path: string): readonly FieldError[] {
  if (match === undefined) return [requiredField(path)]
  const constraints = recordOf(match)
  return [
    ...validateMatchResources(constraints, path),
    ...(listOf(constraints.resourceRules).length === 0 ? [requiredField(`${path}.resourceRules`)] : []),
  ]
}
