/**
 * Validation of IngressClasses, and of references to them.
 *
 * @module
 */

import {
  type ApiObject,
  type Dialect,
  type FieldError,
  forbiddenField,
  invalidField,
  requiredField,
  tooLongField,
} from '../../meta/index.js'
import { all, dnsLabel, domainPath, type FieldRule, judgeFields, needed, oneOf } from '../fields/field-rules.js'
import { recordOf, textOf, valueAt } from '../fields/fields.js'
import { judgeReference } from './validate-ingress.js'

const LONGEST_CONTROLLER = 250

const notTooLong: FieldRule = (field, value) =>
  textOf(value).length > LONGEST_CONTROLLER ? [tooLongField(field, LONGEST_CONTROLLER)] : []

const judge = judgeFields({
  'spec.controller': all(needed(domainPath), notTooLong),
  'spec.parameters': (field, parameters) => (parameters === undefined ? [] : judgeReference(parameters, field)),
  'spec.parameters.scope': oneOf('Cluster', 'Namespace'),
  'spec.parameters.namespace': dnsLabel,
})

/** Validates an IngressClass. */
export function validateIngressClass(object: ApiObject): readonly FieldError[] {
  const { scope, namespace } = recordOf(valueAt(object, 'spec', 'parameters'))
  const field = 'spec.parameters.namespace'
  return [
    ...judge(object),
    ...(scope === 'Cluster' && namespace !== undefined ? [forbiddenField(field, "parameters.scope is set to 'Cluster'")] : []),
    ...(scope === 'Namespace' && textOf(namespace) === ''
      ? [requiredField(field, "parameters.scope is set to 'Namespace'")]
      : []),
  ]
}

/** Validates a new Ingress: its class is set by the field or by the deprecated annotation. */
export function validateClassOnce(ingress: ApiObject, { labelDomain }: Dialect): readonly FieldError[] {
  const key = `${labelDomain}/ingress.class`
  const old = ingress.metadata.annotations?.[key]
  if (old === undefined || valueAt(ingress, 'spec', 'ingressClassName') === undefined) return []
  return [invalidField(`annotations.${key}`, old, 'can not be set when the class field is also set')]
}
