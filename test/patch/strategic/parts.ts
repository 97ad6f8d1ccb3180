/**
 * Values of the type in type-of.ts, and patches of it.
 */

import fc from 'fast-check'
import { deepFreeze, type UnknownRecord } from '../../../src/meta/index.js'

const NAMES = ['a', 'b', 'c', '__proto__']
const name = fc.constantFrom(...NAMES)
const scalar = fc.constantFrom<unknown>('a', 'b', 1, true)
/** Lists of scalars that merge. */
export const tags = fc.uniqueArray(fc.constantFrom('p', 'q', 'r', 's', 't'), { maxLength: 5 })

/** Values of the type; with `nulls`, patches of it without directives. */
export function parts({ nulls = false } = {}): fc.Arbitrary<UnknownRecord> {
  const orNull = <T>(value: fc.Arbitrary<T>) => (nulls ? fc.option(value, { freq: 4 }) : value)
  const level = (inner: fc.Arbitrary<UnknownRecord>): fc.Arbitrary<UnknownRecord> => {
    const item = fc.tuple(name, inner).map(([key, value]) => ({ ...value, name: key }))
    const members = {
      args: orNull(tags),
      tags: orNull(tags),
      x: orNull(scalar),
      y: orNull(fc.dictionary(name, scalar, { maxKeys: 2 })),
      selector: orNull(fc.dictionary(name, scalar, { maxKeys: 2 })),
      options: orNull(fc.dictionary(name, inner, { maxKeys: 2 })),
      parts: orNull(fc.uniqueArray(item, { maxLength: 3, selector: (value) => value.name })),
    }
    return fc.record(members, { requiredKeys: [] })
  }
  const whole = level(level(fc.record({ tags: orNull(tags), x: orNull(scalar) }, { requiredKeys: [] })))
  return whole.map((value) => deepFreeze(JSON.parse(JSON.stringify(value)) as UnknownRecord))
}
