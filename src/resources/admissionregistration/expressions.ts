/**
 * Checks that the expressions of a policy compile, in the same way as for requests.
 *
 * @module
 */

import { type ExpressionUse, loadedPolicies, type PolicyScope } from '../../admission/index.js'
import {
  duplicateField,
  errorsPausing,
  type FieldError,
  invalidField,
  type Pausing,
  requiredField,
  tooManyField,
  type UnknownRecord,
  validateQualifiedName,
} from '../../meta/index.js'
import { RESERVED_WORDS } from '../../schema/index.js'
import { listOf, recordOf, repeatsIn, textOf } from '../fields/fields.js'

/** Conditions that a policy or a webhook may have. */
const MAX_MATCH_CONDITIONS = 64
/** Variables of a policy (ours): each has a type, and may use all before it. */
const MAX_VARIABLES = 256
/** Validations or mutations of a policy (ours). */
const MAX_EXPRESSIONS = 1000

/** The expressions of one policy, or of one webhook, which has conditions only. Await `preparePolicies` before. */
export class ExpressionCheck {
  readonly #scope: PolicyScope

  /** @param options - Whether `params` is available, and whether expressions may create mutations. */
  constructor(options: { readonly params: boolean; readonly mutates: boolean }) {
    const { PolicyScope } = loadedPolicies()
    this.#scope = new PolicyScope(options)
  }

  /**
   * Validates an expression.
   *
   * @param source - The expression.
   * @param path - Its field path.
   * @param types - The allowed types of its value, as printed by Kubernetes; any when empty.
   * @param options - What it may use.
   */
  expression(source: string, path: string, types: readonly string[], options: ExpressionUse = {}): readonly FieldError[] {
    const compiled = this.#scope.compile(source, options)
    if ('error' in compiled) return [invalidField(path, source, `compilation failed: ${compiled.error}`)]
    const { type, isUntyped } = compiled
    // A type that Kubernetes infers may be unknown (`dyn`) here; it is accepted, and fails when evaluated.
    if (types.length === 0 || types.includes(type) || (type === 'dyn' && !isUntyped)) return []
    const wanted = types.length === 1 ? types[0] : `one of [${types.join(' ')}]`
    return [invalidField(path, source, `must evaluate to ${wanted} but got ${type}`)]
  }

  /** Validates variables, and declares them for later expressions. */
  variables(variables: unknown, path: string): Pausing<readonly FieldError[]> {
    return errorsUpTo(MAX_VARIABLES, listOf(variables), path, (entry, at) => this.#variable(recordOf(entry), at))
  }

  /** Validates match conditions. */
  *matchConditions(conditions: unknown, path: string): Pausing<readonly FieldError[]> {
    const list = listOf(conditions).map(recordOf)
    const names = list.map(({ name }) => textOf(name))
    const isRepeated = repeatsIn(names)
    return [
      ...(list.length > MAX_MATCH_CONDITIONS ? [tooManyField(path, list.length, MAX_MATCH_CONDITIONS)] : []),
      ...(yield* errorsPausing(list.slice(0, MAX_MATCH_CONDITIONS), (condition, i) => {
        const name = names[i] ?? ''
        return [
          ...this.#matchCondition(condition, `${path}[${i}]`),
          ...(name !== '' && isRepeated(i) ? [duplicateField(`${path}[${i}].name`, name)] : []),
        ]
      })),
    ]
  }

  #matchCondition(condition: Readonly<UnknownRecord>, path: string): readonly FieldError[] {
    const [expression, name] = [textOf(condition.expression).trim(), textOf(condition.name)]
    return [
      ...(expression === ''
        ? [requiredField(`${path}.expression`)]
        : this.expression(expression, `${path}.expression`, ['bool'], { variables: false })),
      ...(name === ''
        ? [requiredField(`${path}.name`)]
        : validateQualifiedName(name).map((message) => invalidField(`${path}.name`, name, message))),
    ]
  }

  #variable(variable: Readonly<UnknownRecord>, path: string): readonly FieldError[] {
    const [name, expression] = [textOf(variable.name), textOf(variable.expression)]
    const errors: FieldError[] = []
    if (name.trim() === '') errors.push(requiredField(`${path}.name`, 'name is not specified'))
    else if (!isIdentifier(name)) errors.push(invalidField(`${path}.name`, name, 'must be a valid CEL identifier'))
    if (expression.trim() === '') return [...errors, requiredField(`${path}.expression`, 'expression is not specified')]
    if (errors.length > 0) return errors
    const error = this.#scope.declare(name, expression)
    return error === undefined ? [] : [invalidField(`${path}.expression`, expression, `compilation failed: ${error}`)]
  }
}

/**
 * Validates the validations or the mutations of a policy, and may pause after each.
 *
 * @param list - They.
 * @param path - Their field path.
 * @param judge - Returns the errors of one, from its path.
 */
export const expressionErrors = (
  list: readonly unknown[],
  path: string,
  judge: (item: unknown, at: string) => readonly FieldError[],
): Pausing<readonly FieldError[]> => errorsUpTo(MAX_EXPRESSIONS, list, path, judge)

/** The errors of a list. One that is too long is refused before its expressions are compiled. */
function* errorsUpTo(
  most: number,
  list: readonly unknown[],
  path: string,
  judge: (item: unknown, at: string) => readonly FieldError[],
): Pausing<readonly FieldError[]> {
  if (list.length > most) return [tooManyField(path, list.length, most)]
  return yield* errorsPausing(list, (item, i) => judge(item, `${path}[${i}]`))
}

const isIdentifier = (name: string): boolean => /^[_a-zA-Z][_a-zA-Z0-9]*$/.test(name) && !RESERVED_WORDS.has(name)
