/**
 * Checks of paths and sets from programs without types.
 *
 * @module
 */

import { check } from '../../meta/index.js'

const aPath = /* @__PURE__ */ check.fits(
  'a list of elements, such as ["f:spec", "f:replicas"]',
  (value) => Array.isArray(value) && value.every((element) => typeof element === 'string'),
)
const paths = /* @__PURE__ */ check.listOf(aPath)

/** Refuses a value that is no path. */
export function requirePath(callee: string, path: unknown): void {
  check.refuse(callee, aPath(path, 'path'))
}

/** Reads paths into a list; refuses a value that cannot be iterated, and items that are no paths. */
export function readPaths<P>(callee: string, given: Iterable<P>): readonly P[] {
  const isIterable = Symbol.iterator in Object(given)
  const all = isIterable ? [...given] : given
  check.refuse(callee, paths(all, 'paths'))
  return all as readonly P[]
}

/** Refuses the argument of a method of sets that is no set. */
export function requireOther(method: string, other: unknown, sets: new (...args: never[]) => object): void {
  if (!(other instanceof sets)) check.refuse(`FieldSet.${method}`, check.wrong('a FieldSet', other, 'other'))
}
