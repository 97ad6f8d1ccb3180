import fc from 'fast-check'
import { FieldSet, fieldElement, formatPath, indexElement, keyElement, valueElement } from '../../src/apply/index.js'

/** The readable paths of a set, sorted. */
export const texts = (set: FieldSet): string[] => [...set.paths()].map(formatPath).sort()

const scalars = fc.oneof(
  fc.constantFrom('a', 'b', '', 'é', '"', '\u{1f600}', '\uffff'),
  fc.integer({ min: -2, max: 2 }),
  fc.boolean(),
  fc.constant(null),
)

/** Elements from few enough choices that sets overlap. */
export const pathElements = (): fc.Arbitrary<string> =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom('a', 'b', 'c', '', '.', '__proto__', 'k:{}', '\u{1f600}', '\uffff').map(fieldElement),
    },
    {
      weight: 2,
      arbitrary: fc
        .dictionary(fc.constantFrom('name', 'port', '__proto__'), scalars, { maxKeys: 2, noNullPrototype: true })
        .map(keyElement),
    },
    { weight: 1, arbitrary: scalars.map(valueElement) },
    { weight: 1, arbitrary: fc.nat({ max: 11 }).map(indexElement) },
  )

export const fieldSets = (): fc.Arbitrary<FieldSet> =>
  fc.array(fc.array(pathElements(), { minLength: 1, maxLength: 4 }), { maxLength: 8 }).map((paths) => FieldSet.from(paths))
