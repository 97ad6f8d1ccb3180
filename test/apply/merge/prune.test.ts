import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  apply,
  compare,
  compileType,
  type FieldSet,
  type FieldType,
  formatPath,
  isSame,
  type Managers,
  merge,
  update,
  type VersionConverter,
  writeFieldsV1,
} from '../../../src/apply/index.js'
import { deepFreeze, type JsonObject, jsonEqual } from '../../../src/meta/index.js'
import { typedObjects } from '../arbitraries.js'

const RUNS = { numRuns: 100 }

/** A request of a manager, in a version of the type. */
interface Step {
  readonly verb: 'apply' | 'force' | 'update'
  readonly manager: string
  readonly version: string
  readonly object: JsonObject
}

/** An object and its managers after some steps. The object is stored in one version, which has all fields. */
class Plane {
  readonly converter: VersionConverter
  readonly #stored: string
  live: unknown
  managers: Managers = new Map()

  constructor(stored: string, converter: VersionConverter) {
    this.#stored = stored
    this.converter = converter
  }

  type(version: string): FieldType {
    return this.converter.typeOf(version) as FieldType
  }

  view(object: unknown, from: string, to: string): unknown {
    return object === undefined || from === to ? object : deepFreeze(this.converter.convert(object, from, to))
  }

  shown(version: string): unknown {
    return this.view(this.live, this.#stored, version)
  }

  /** Performs a request, as far as it is not refused, and reports what an apply has answered. */
  perform({ verb, manager, version, object }: Step) {
    const { converter, managers } = this
    const request = { type: this.type(version), version, live: this.shown(version), converter, managers }
    if (verb === 'update') {
      this.managers = update({ ...request, manager, object }).managers
      this.live = this.view(object, version, this.#stored)
      return undefined
    }
    const result = apply({ ...request, manager, applied: object, force: verb === 'force', emptied: 'empty' })
    if (result.outcome === 'applied') {
      this.managers = result.managers
      this.live = this.view(deepFreeze(result.object), version, this.#stored)
    }
    return { ...result, live: request.live, before: managers }
  }
}

const written = (managers: Managers) =>
  Object.fromEntries([...managers].map(([name, { fields }]) => [name, JSON.stringify(writeFieldsV1(fields))]))

const stepsOf = (versions: readonly string[], objects: (version: string) => fc.Arbitrary<JsonObject>): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.constantFrom(...versions).chain((version) =>
      fc
        .record({
          verb: fc.constantFrom<Step['verb'][]>('apply', 'apply', 'apply', 'force', 'update'),
          name: fc.constantFrom('a', 'b', 'c'),
          object: objects(version).map(deepFreeze),
        })
        .map(({ name, ...rest }) => ({ ...rest, version, manager: rest.verb === 'update' ? `${name} in ${version}` : name })),
    ),
    { minLength: 2, maxLength: 8 },
  )

const text = { type: 'string' }
const entries = (properties: JsonObject): JsonObject => ({
  type: 'array',
  'x-platform-list-type': 'map',
  'x-platform-list-map-keys': ['name'],
  items: { type: 'object', properties: { name: text, ...properties } },
})
const struct = (properties: JsonObject): JsonObject => ({ type: 'object', properties })

/** Fields by their names in the stored version: what they are called elsewhere, if they are there at all. */
const NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  v1: { a: 'a', b: 'b', fresh: 'fresh', n: 'n', l: 'l', m: 'm' },
  v2: { a: 'renamed', b: 'b', n: 'n', l: 'l', m: 'm' },
  v3: { a: 'a', fresh: 'b', b: 'fresh', n: 'moved', l: 'l' },
}
const SHAPES: Readonly<Record<string, JsonObject>> = {
  a: text,
  b: text,
  fresh: text,
  n: struct({ x: text, y: text }),
  l: entries({ w: text, z: text }),
  m: { type: 'object', additionalProperties: text },
}
const TYPES = Object.fromEntries(
  Object.entries(NAMES).map(([version, names]) => [
    version,
    compileType(struct(Object.fromEntries(Object.entries(names).map(([name, here]) => [here, SHAPES[name] as JsonObject])))),
  ]),
)

/** A converter that renames and drops, and that may fill in a field, as many webhooks do. */
const converterWith = (fill: string | undefined): VersionConverter => ({
  typeOf: (version) => TYPES[version],
  convert(object, from, to) {
    const [was, is] = [NAMES[from] ?? {}, NAMES[to] ?? {}]
    const result: Record<string, unknown> = {}
    for (const name of Object.keys(SHAPES)) {
      const [old, here] = [was[name], is[name]]
      if (here === undefined) continue
      const value = (old === undefined ? undefined : (object as JsonObject)[old]) ?? (name === fill ? FILLED[name] : undefined)
      if (value !== undefined) result[here] = value
    }
    return result
  },
})
const FILLED: JsonObject = { a: 'filled', n: { x: 'filled' } }

const values = fc.constantFrom('1', '2')
const objectsIn = (version: string): fc.Arbitrary<JsonObject> => {
  const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
  const parts: Record<string, fc.Arbitrary<unknown>> = {
    a: values,
    b: values,
    fresh: values,
    n: fc.record({ x: values, y: values }, { requiredKeys: [] }),
    l: fc.uniqueArray(fc.record({ name: fc.constantFrom('p', 'q'), w: values, z: values }, { requiredKeys: ['name'] }), {
      selector: ({ name }) => name,
      // Nobody owns an empty list.
      minLength: 1,
      maxLength: 2,
    }),
    m: fc.dictionary(fc.constantFrom('k', 'l'), values, { maxKeys: 2, noNullPrototype: true }),
  }
  const fields = Object.entries(NAMES[version] ?? {}).map(([name, here]) =>
    optional(parts[name] as fc.Arbitrary<unknown>).map((value) => [here, value] as const),
  )
  return fc.tuple(...fields).map((pairs) => Object.fromEntries(pairs.filter(([, value]) => value !== undefined)) as JsonObject)
}

/** The scalars that a manager owns, by their names in the stored version. */
const scalarsOf = ({ version, fields }: { version: string; fields: FieldSet }): string[] =>
  Object.entries(NAMES[version] ?? {}).flatMap(([name, here]) =>
    SHAPES[name] === text && fields.has([`f:${here}`]) ? [name] : [],
  )

/** Performs steps, and shows each unforced apply that was accepted. */
function eachApply(
  steps: readonly Step[],
  fill: string | undefined,
  look: (step: Step, plane: Plane, done: Extract<ReturnType<Plane['perform']>, { outcome: 'applied' }>) => void,
): void {
  const plane = new Plane('v1', converterWith(fill))
  for (const step of steps) {
    const done = plane.perform(step)
    if (done?.outcome === 'applied' && step.verb === 'apply') look(step, plane, done)
  }
}

const sequences = fc.record({
  steps: fc.oneof(stepsOf(['v1', 'v2'], objectsIn), stepsOf(['v1', 'v2', 'v3'], objectsIn)),
  fill: fc.constantFrom(undefined, 'a', 'n'),
})

describe('an apply to an object that was written in several versions', () => {
  test('sets all of its values', () => {
    fc.assert(
      fc.property(sequences, ({ steps, fill }) => {
        eachApply(steps, fill, ({ version, object }, plane, done) => {
          const type = plane.type(version)
          expect(isSame(compare(type, done.object, merge(type, done.object, object)))).toBe(true)
        })
      }),
      RUNS,
    )
  })

  test('changes nothing when it is repeated', () => {
    fc.assert(
      fc.property(sequences, ({ steps, fill }) => {
        eachApply(steps, fill, ({ version, manager, object }, plane, { object: live, managers }) => {
          const request = { type: plane.type(version), version, converter: plane.converter, live, managers }
          const again = apply({ ...request, manager, applied: object, emptied: 'empty' })
          expect(again).toMatchObject({ outcome: 'applied', isChanged: false })
          expect(again.outcome === 'applied' && written(again.managers)).toEqual(written(managers))
        })
      }),
      RUNS,
    )
  })

  test('takes nothing from other appliers without force, in any version', () => {
    fc.assert(
      fc.property(sequences, ({ steps, fill }) => {
        eachApply(steps, fill, ({ version, manager }, plane, { live, object, before, managers }) => {
          for (const [name, { version: there, applied, fields }] of before) {
            if (name === manager || !applied) continue
            const [was, is] = [live, object].map((each) => plane.view(each, version, there))
            const { removed, modified } = compare(plane.type(there), was, is)
            expect([...removed.union(modified).intersection(fields).paths()].map(formatPath)).toEqual([])
            expect(managers.get(name)?.fields.equals(fields)).toBe(true)
          }
        })
      }),
      RUNS,
    )
  })

  test('removes a field that its applier was the last to own', () => {
    fc.assert(
      fc.property(sequences, ({ steps, fill }) => {
        eachApply(steps, fill, ({ version, manager, object: intent }, _, { object, before }) => {
          const last = before.get(manager)
          const others = new Set([...before].flatMap(([name, owned]) => (name === manager ? [] : scalarsOf(owned))))
          for (const name of last ? scalarsOf(last) : []) {
            const here = NAMES[version]?.[name]
            if (here !== undefined && !(here in intent) && !others.has(name)) expect(object).not.toHaveProperty(here)
          }
        })
      }),
      RUNS,
    )
  })
})

describe('versions with the same fields', () => {
  const VERSIONS = ['v1', 'v2', 'v3']
  const cases = typedObjects(8).chain(({ type, schema, objects }) =>
    stepsOf(VERSIONS, () => fc.constantFrom(...objects)).map((steps) => ({ type, schema, steps })),
  )

  test('behave as one', () => {
    fc.assert(
      fc.property(cases, ({ type, schema, steps }) => {
        // An empty list that an updater owns is no field of an intent, and left out of what is converted.
        fc.pre(steps.every(({ verb, object }) => verb !== 'update' || !JSON.stringify(object).includes('[]')))
        const types = new Map(VERSIONS.map((version) => [version, compileType(schema)]))
        const many = new Plane('v1', { typeOf: (version) => types.get(version), convert: (object) => structuredClone(object) })
        const one = new Plane('v1', { typeOf: () => type, convert: (object) => object })
        for (const step of steps) {
          const [left, right] = [many.perform(step), one.perform({ ...step, version: 'v1' })]
          expect(left?.outcome).toBe(right?.outcome)
          expect(jsonEqual(many.live, one.live)).toBe(true)
          expect(written(many.managers)).toEqual(written(one.managers))
        }
      }),
      RUNS,
    )
  })
})
