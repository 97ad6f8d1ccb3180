/**
 * Validation of FlowSchemas: the requests that they match, and their priority level.
 *
 * @module
 */

import {
  type ApiObject,
  errorsOf,
  type FieldError,
  forbiddenField,
  invalidField,
  requiredField,
  type UnknownRecord,
  validateDnsLabel,
} from '../../meta/index.js'
import { all, dnsSubdomain, type FieldRule, judgeFields, needed, number, oneOf, text } from '../fields/field-rules.js'
import { listOf, nameOf, recordOf, textAt, textsOf, valueAt } from '../fields/fields.js'

const ANY = '*'
const HIGHEST_PRECEDENCE = 10_000

/** A non-empty list, with `*` only as the single item. */
const wholeOrParts =
  (what: string): FieldRule =>
  (field, value) => {
    const values = textsOf(value)
    if (values.length === 0)
      return [requiredField(field, `${field.slice(field.lastIndexOf('.') + 1)} must contain at least one value`)]
    if (!values.includes(ANY) || values.length === 1) return []
    return [invalidField(field, values, `if '*' is present, must not specify other ${what}`)]
  }

const VERBS = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection', 'proxy']
const PATH_VERBS = ['get', 'head', 'post', 'put', 'delete', 'options', 'patch']

/** Known verbs, or `*`. */
const verbs = (known: readonly string[]): FieldRule => {
  const isOne = oneOf(...[...known, ANY].sort())
  return all(wholeOrParts('verbs'), (field, value) => errorsOf(textsOf(value), (verb, i) => isOne(`${field}[${i}]`, verb)))
}

const path = text((value) => [
  ...(value.startsWith('/') || value === ANY ? [] : ['must start with slash']),
  ...(value.includes(' ') ? ['must not contain white-space'] : []),
  ...(value.includes('//') ? ['must not contain double slash'] : []),
  ...(value.slice(0, -1).includes(ANY) ? ['wildcard can only do suffix matching'] : []),
])

const namespace = text((value) => (value === ANY ? [] : validateDnsLabel(value)))

const judge = judgeFields({
  'spec.matchingPrecedence': all(
    number((value) => value > 0, 'must be a positive value'),
    number((value) => value <= HIGHEST_PRECEDENCE, `must not be greater than ${HIGHEST_PRECEDENCE}`),
  ),
  'spec.distinguisherMethod.type': oneOf('ByNamespace', 'ByUser'),
  'spec.priorityLevelConfiguration.name': needed(dnsSubdomain, 'must reference a priority level by name'),
  'spec.rules[].subjects': needed(undefined, 'subjects must contain at least one value'),
  'spec.rules[].subjects[]': (field, value) => validateSubject(field, recordOf(value)),
  'spec.rules[]': (field, value) =>
    ['resourceRules', 'nonResourceRules'].some((member) => listOf(recordOf(value)[member]).length > 0)
      ? []
      : [requiredField(field, 'at least one of resourceRules and nonResourceRules has to be non-empty')],
  'spec.rules[].resourceRules[].verbs': verbs(VERBS),
  'spec.rules[].resourceRules[].apiGroups': wholeOrParts('api groups'),
  'spec.rules[].resourceRules[].resources': wholeOrParts('resources'),
  'spec.rules[].resourceRules[]': (field, value) => {
    const { namespaces, clusterScope } = recordOf(value)
    if (textsOf(namespaces).length > 0) return wholeOrParts('namespaces')(`${field}.namespaces`, namespaces)
    const detail = 'resource rules that are not cluster scoped must supply at least one namespace'
    return clusterScope === true ? [] : [requiredField(`${field}.namespaces`, detail)]
  },
  'spec.rules[].resourceRules[].namespaces[]': namespace,
  'spec.rules[].nonResourceRules[].verbs': verbs(PATH_VERBS),
  'spec.rules[].nonResourceRules[].nonResourceURLs': wholeOrParts('non-resource URLs'),
  'spec.rules[].nonResourceRules[].nonResourceURLs[]': path,
})

/** Subject kinds, by their field. */
const SUBJECTS: Readonly<Record<string, string>> = { ServiceAccount: 'serviceAccount', User: 'user', Group: 'group' }

const judgeAccount = judgeFields({
  name: needed(text((name) => (name === ANY ? [] : validateDnsLabel(name)))),
  namespace: needed(namespace, 'must specify namespace for service account'),
})

function validateSubject(field: string, subject: Readonly<UnknownRecord>): readonly FieldError[] {
  const kind = String(subject.kind)
  if (!Object.hasOwn(SUBJECTS, kind)) return oneOf(...Object.keys(SUBJECTS).sort())(`${field}.kind`, kind)
  return Object.entries(SUBJECTS).flatMap(([wanted, member]) => {
    const named = subject[member]
    const at = `${field}.${member}`
    if (wanted !== kind) {
      return named === undefined ? [] : [forbiddenField(at, `${member} is forbidden when subject kind is not '${wanted}'`)]
    }
    if (named === undefined) return [requiredField(at, `${member} is required when subject kind is '${wanted}'`)]
    if (wanted === 'ServiceAccount') return judgeAccount(named, at)
    return needed()(`${at}.name`, textAt(named, 'name'))
  })
}

/** The highest precedence, which only the exempt schema may have. */
const FIRST = { name: 'exempt', precedence: 1 }

/** Validates a FlowSchema. */
export const validateFlowSchema = (schema: ApiObject): readonly FieldError[] => {
  const precedence = valueAt(schema, 'spec', 'matchingPrecedence')
  const detail = `only the schema named '${FIRST.name}' may have matchingPrecedence ${FIRST.precedence}`
  return [
    ...judge(schema),
    ...(precedence === FIRST.precedence && nameOf(schema) !== FIRST.name
      ? [invalidField('spec.matchingPrecedence', precedence, detail)]
      : []),
  ]
}
