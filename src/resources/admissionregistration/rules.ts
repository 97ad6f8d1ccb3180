/**
 * Rules of webhooks and policies: which requests they match.
 *
 * @module
 */

import {
  duplicateField,
  errorsOf,
  type FieldError,
  invalidField,
  requiredField,
  tooManyField,
  type UnknownRecord,
  unsupportedField,
  validatePathSegment,
} from '../../meta/index.js'
import { withDefaults } from '../core/pods/pod-template.js'
import { listOf, recordOf, repeatsIn, textOf, textsOf } from '../fields/fields.js'

const OPERATIONS = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE']
const SCOPES = ['*', 'Cluster', 'Namespaced']

/** Maximum number of rules in one list (ours): each write of the plane may be compared with all of them. */
const MAX_RULES = 1000

/** Sets the defaults of a list of rules. */
export const completeRules = (rules: unknown): readonly UnknownRecord[] =>
  listOf(rules).map((rule) => withDefaults(recordOf(rule), { scope: '*' }))

/**
 * Validates a list of rules.
 *
 * @param rules - The list.
 * @param path - Its field path.
 * @param validate - Validates one of them: {@link validateRule}, or {@link validateNamedRule}.
 */
export function validateRules(rules: unknown, path: string, validate: typeof validateRule): readonly FieldError[] {
  const list = listOf(rules)
  if (list.length > MAX_RULES) return [tooManyField(path, list.length, MAX_RULES)]
  return errorsOf(list, (rule, i) => validate(recordOf(rule), `${path}[${i}]`))
}

/**
 * Validates a rule with operations.
 *
 * @param rule - The rule.
 * @param path - Its field path.
 */
export function validateRule(rule: Readonly<UnknownRecord>, path: string): readonly FieldError[] {
  const operations = textsOf(rule.operations)
  const versions = textsOf(rule.apiVersions)
  return [
    ...validateWords(operations, `${path}.operations`, 'operations'),
    ...errorsOf(operations, (operation, i) =>
      OPERATIONS.includes(operation) ? [] : [unsupportedField(`${path}.operations[${i}]`, operation, OPERATIONS)],
    ),
    ...validateWords(textsOf(rule.apiGroups), `${path}.apiGroups`, 'API groups'),
    ...validateWords(versions, `${path}.apiVersions`, 'API versions'),
    ...errorsOf(versions, (version, i) => (version === '' ? [requiredField(`${path}.apiVersions[${i}]`)] : [])),
    ...validateResources(textsOf(rule.resources), `${path}.resources`),
    ...(rule.scope === undefined || SCOPES.includes(textOf(rule.scope))
      ? []
      : [unsupportedField(`${path}.scope`, rule.scope, SCOPES)]),
  ]
}

/**
 * Validates a rule that may also name objects.
 *
 * @param rule - The rule.
 * @param path - Its field path.
 */
export function validateNamedRule(rule: Readonly<UnknownRecord>, path: string): readonly FieldError[] {
  const names = textsOf(rule.resourceNames)
  const isRepeated = repeatsIn(names)
  return [
    ...errorsOf(names, (name, i) => [
      ...validatePathSegment(name).map((message) => invalidField(`${path}.resourceNames[${i}]`, name, message)),
      ...(isRepeated(i) ? [duplicateField(`${path}.resourceNames[${i}]`, name)] : []),
    ]),
    ...validateRule(rule, path),
  ]
}

function validateWords(words: readonly string[], path: string, what: string): readonly FieldError[] {
  if (words.length === 0) return [requiredField(path)]
  return words.length > 1 && words.includes('*')
    ? [invalidField(path, words, `if '*' is present, must not specify other ${what}`)]
    : []
}

function validateResources(resources: readonly string[], path: string): readonly FieldError[] {
  if (resources.length === 0) return [requiredField(path)]
  const [allParts, partOfAll] = [new Set<string>(), new Set<string>()]
  const errors = errorsOf(resources, (resource, i): FieldError[] => {
    const at = `${path}[${i}]`
    if (resource === '') return [requiredField(at)]
    const slash = resource.indexOf('/')
    if (slash < 0) return []
    const [name, part] = [resource.slice(0, slash), resource.slice(slash + 1)]
    const refuse = (covering: string) => invalidField(at, resource, `if '${covering}' is present, must not specify ${resource}`)
    const found = [...(allParts.has(name) ? [refuse(`${name}/*`)] : []), ...(partOfAll.has(part) ? [refuse(`*/${part}`)] : [])]
    if (part === '*') allParts.add(name)
    if (name === '*') partOfAll.add(part)
    return found
  })
  if (resources.length > 1 && resources.includes('*/*')) {
    errors.push(invalidField(path, resources, "if '*/*' is present, must not specify other resources"))
  }
  if (resources.includes('*') && resources.some((resource) => resource !== '*' && resource !== '' && !resource.includes('/'))) {
    errors.push(invalidField(path, resources, "if '*' is present, must not specify other resources without subresources"))
  }
  return errors
}
