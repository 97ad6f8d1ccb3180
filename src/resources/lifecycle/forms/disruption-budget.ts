/**
 * PodDisruptionBudget before `policy/v1`: an empty selector selected no Pods, where it now selects all of them.
 *
 * @module
 */

import { type Dialect, isRecord, jsonEqual } from '../../../meta/index.js'
import { recordOf, withFields } from '../../fields/fields.js'
import type { OlderForm } from '../lossless.js'

const isEmpty = (selector: unknown): boolean =>
  isRecord(selector) && Object.values(selector).every((part) => isRecord(part) && Object.keys(part).length === 0)

const turn =
  (empty: unknown, odd: unknown): OlderForm['toPresent'] =>
  (object) => {
    const spec = recordOf(object.spec)
    const { selector } = spec
    if (isEmpty(selector)) return withFields(object, { spec: { ...spec, selector: empty } })
    return jsonEqual(selector, odd) ? withFields(object, { spec: { ...spec, selector: {} } }) : object
  }

/**
 * Creates the conversions. An empty selector of one form corresponds to a label that no Pod has in the other.
 *
 * @param dialect - Defines the domain of the label.
 */
export function disruptionBudgetForm({ labelDomain }: Dialect): OlderForm {
  const key = `pdb.${labelDomain}/deprecated-v1beta1-empty-selector-match`
  const all = { matchExpressions: [{ key, operator: 'DoesNotExist' }] }
  const none = { matchExpressions: [{ key, operator: 'Exists' }] }
  return { toPresent: turn(none, all), fromPresent: turn(all, none) }
}
