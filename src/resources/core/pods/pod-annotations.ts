/**
 * Validation of the annotations of pods, and of their templates, that mean something to Kubernetes.
 *
 * @module
 */

import { dialects, errorsOf, type FieldError, forbiddenField, invalidField, type UnknownRecord } from '../../../meta/index.js'
import { textOf } from '../../fields/fields.js'
import { validateProfileAnnotations, validateProfileUpdate } from './profile-annotations.js'

type Part = Readonly<UnknownRecord>

/** The annotation in each dialect: templates are validated without one. */
const MIRROR = dialects.map(({ labelDomain }) => `${labelDomain}/config.mirror`)
const DELETION_COST = dialects.map(({ labelDomain }) => `controller.${labelDomain}/pod-deletion-cost`)

const INTEGER = /^(?:-\d+|0|[1-9]\d*)$/
const [LEAST, MOST] = [-(2 ** 31), 2 ** 31 - 1]

const isInvalidCost = (value: unknown): boolean => {
  const cost = Number(value)
  return !INTEGER.test(textOf(value)) || cost < LEAST || cost > MOST
}

const valueIn = (annotations: Part, key: string): unknown => (Object.hasOwn(annotations, key) ? annotations[key] : undefined)

/**
 * Validates annotations that Kubernetes gives a meaning.
 *
 * @param annotations - Those of a pod, or of a template.
 * @param spec - Its spec.
 * @param path - Field path of the annotations.
 * @param before - The annotations before an update: what was invalid then may stay so.
 */
export function validatePodAnnotations(annotations: Part, spec: Part, path: string, before: Part = {}): readonly FieldError[] {
  return [
    ...MIRROR.filter((key) => Object.hasOwn(annotations, key) && textOf(spec.nodeName) === '').map((key) =>
      invalidField(`${path}[${key}]`, annotations[key], 'must set spec.nodeName if mirror pod annotation is set'),
    ),
    ...DELETION_COST.filter((key) => {
      const [cost, old] = [valueIn(annotations, key), valueIn(before, key)]
      return cost !== undefined && isInvalidCost(cost) && (old === undefined || !isInvalidCost(old))
    }).map((key) => invalidField(`${path}[${key}]`, annotations[key], 'must be a 32bit integer')),
    ...validateProfileAnnotations(annotations, spec, path),
  ]
}

/** Validates an update of a pod: these annotations are immutable. */
export function validatePodAnnotationsUpdate(next: Part, before: Part): readonly FieldError[] {
  return [
    ...errorsOf(MIRROR, (key) => {
      const [after, old] = [valueIn(next, key), valueIn(before, key)]
      const change = old === undefined ? 'add' : 'remove or update'
      return after === old ? [] : [forbiddenField(`metadata.annotations[${key}]`, `may not ${change} mirror pod annotation`)]
    }),
    ...validateProfileUpdate(next, before),
  ]
}
