/**
 * An object type whose fields are declared one after the other, each by an expression that uses the ones before.
 *
 * The package copies the fields of a type when it is registered, and an environment with one more field would be a copy of
 * everything. The checker shows the copied fields, so they are extended there.
 *
 * @module
 */

import type { Environment } from './environment.js'
import type { CheckedType } from './nodes.js'

/** The type checker of an environment. */
interface TypeChecker {
  readonly objectTypes: ReadonlyMap<string, { readonly fields?: Record<string, CheckedType> }>
  getType(name: string): CheckedType
}

type Check = (checker: TypeChecker, ...rest: readonly unknown[]) => CheckedType

/** A node, with the function that checks it. */
interface CheckedNode {
  readonly meta: { readonly check: Check }
  setMeta(key: 'check', check: Check): void
}

/**
 * Lets the type of a variable grow.
 *
 * @param environment - Declares the variable, with a type that was registered with fields. Its clones share them.
 * @param variable - Its name.
 * @returns Adds a field, or replaces one, for all expressions that are compiled later.
 */
export function growingType(environment: Environment, variable: string): (field: string, type: string) => void {
  const parsed = environment.parse(variable)
  const node = parsed.ast as unknown as CheckedNode
  const { check } = node.meta
  let add: ((field: string, type: string) => void) | undefined
  node.setMeta('check', (checker, ...rest) => {
    const type = check(checker, ...rest)
    const fields = checker.objectTypes.get(type.name)?.fields
    if (fields) {
      add = (field, name) => {
        fields[field] = checker.getType(name)
      }
    }
    return type
  })
  parsed.check()
  if (!add) throw new Error(`the type of ${variable} has no fields`)
  return add
}
