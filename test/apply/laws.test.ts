import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  type ApplyResult,
  apply,
  compare,
  extract,
  FieldSet,
  type FieldType,
  fieldsOf,
  isSame,
  type Managers,
  merge,
  readFieldsV1,
  remove,
  update,
  validate,
  writeFieldsV1,
} from '../../src/apply/index.js'
import { deepFreeze, type JsonObject, jsonEqual } from '../../src/meta/index.js'
import { typedObjects } from './arbitraries.js'

interface State {
  readonly live: unknown
  readonly managers: Managers
}

const nothing: State = { live: undefined, managers: new Map() }
const RUNS = { numRuns: 150 }

function applied(type: FieldType, { live, managers }: State, manager: string, intent: unknown, force = true): ApplyResult {
  return apply({ type, live: deepFreeze(live), managers, manager, version: 'v1', applied: intent, force, emptied: 'empty' })
}

function done(type: FieldType, state: State, manager: string, intent: unknown): State {
  const result = applied(type, state, manager, intent)
  if (result.outcome !== 'applied') throw new Error(JSON.stringify(result))
  return { live: deepFreeze(result.object), managers: result.managers }
}

const written = (managers: Managers) =>
  Object.fromEntries([...managers].map(([name, { fields }]) => [name, JSON.stringify(writeFieldsV1(fields))]))

const own = ({ managers }: State, name: string) => managers.get(name)?.fields ?? FieldSet.empty
const fields = (type: FieldType, value: unknown) => fieldsOf(type, value) ?? FieldSet.empty

/** Whether a path, or something below it, is in a set. */
const isTouched = (set: FieldSet, path: readonly string[]) => {
  let at: FieldSet | undefined = set
  for (const element of path) at = at?.child(element)
  return at !== undefined
}

describe('apply', () => {
  test('is idempotent', () => {
    fc.assert(
      fc.property(typedObjects(2), ({ type, objects: [before, intent] }) => {
        const first = done(type, done(type, nothing, 'other', before), 'me', intent)
        const again = applied(type, first, 'me', intent, false)
        expect(again).toMatchObject({ outcome: 'applied', isChanged: false })
        expect(again.outcome === 'applied' && again.object).toBe(first.live)
        expect(again.outcome === 'applied' && written(again.managers)).toEqual(written(first.managers))
      }),
      RUNS,
    )
  })

  test('makes the manager own exactly the fields of its intent', () => {
    fc.assert(
      fc.property(typedObjects(3), ({ type, objects: [first, second, third] }) => {
        const state = done(type, done(type, done(type, nothing, 'me', first), 'other', second), 'me', third)
        expect(own(state, 'me').equals(fields(type, third))).toBe(true)
        expect(validate(type, state.live, { allowDuplicates: true })).toEqual([])
      }),
      RUNS,
    )
  })

  test('of two managers with disjoint fields commutes', () => {
    fc.assert(
      fc.property(typedObjects(1), fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }), ({ type, objects }, side) => {
        const entries = Object.entries(objects[0] ?? {})
        const [left, right] = [true, false].map((which) => Object.fromEntries(entries.filter((_, i) => side[i] === which)))
        const one = done(type, done(type, nothing, 'left', left), 'right', right)
        const other = done(type, done(type, nothing, 'right', right), 'left', left)
        expect(jsonEqual(one.live, other.live)).toBe(true)
        expect(jsonEqual(one.live, objects[0])).toBe(true)
        expect(written(one.managers)).toEqual(written(other.managers))
      }),
      RUNS,
    )
  })

  test('by force never leaves two owners with different intents', () => {
    fc.assert(
      fc.property(typedObjects(4), ({ type, objects: [first, second, third, fourth] }) => {
        // Null says nothing about the members of a map, and an empty map says no more.
        fc.pre(!JSON.stringify([first, second, third, fourth]).includes('null'))
        const intents = [
          ['a', first],
          ['b', second],
          ['c', third],
          ['a', fourth],
        ] as const
        const last = new Map<string, unknown>()
        let state = nothing
        for (const [name, intent] of intents) {
          state = done(type, state, name, intent)
          last.set(name, intent)
          for (const other of state.managers.keys()) {
            const leaves = [name, other].map((each) => fields(type, last.get(each)).leaves().intersection(own(state, each)))
            const common = (leaves[0] ?? FieldSet.empty).intersection(leaves[1] ?? FieldSet.empty)
            const [mine, theirs] = [name, other].map((each) => extract(type, last.get(each), common, { withKeys: true }))
            // Keys may be written out by one and left to their defaults by the other.
            expect(compare(type, mine, theirs).modified.isEmpty).toBe(true)
          }
        }
      }),
      RUNS,
    )
  })

  test('conflicts exactly where it would change what another owns', () => {
    fc.assert(
      fc.property(typedObjects(2), ({ type, objects: [theirs, mine] }) => {
        const state = done(type, nothing, 'other', theirs)
        const result = applied(type, state, 'me', mine, false)
        const { added, modified } = compare(type, theirs, merge(type, theirs, mine))
        const touched = own(state, 'other').intersection(added.union(modified))
        expect(result.outcome).toBe(touched.isEmpty ? 'applied' : 'conflict')
        if (result.outcome === 'conflict') {
          expect(FieldSet.from(result.conflicts.map(({ path }) => path)).equals(touched)).toBe(true)
        }
      }),
      RUNS,
    )
  })

  test('of nothing removes exactly what no other manager owns', () => {
    fc.assert(
      fc.property(typedObjects(3), ({ type, objects: [first, second, third] }) => {
        // Empty lists with granular ownership have no owner: they are neither removed nor keep their parent.
        fc.pre(!JSON.stringify([first, second, third]).includes('[]'))
        const before = done(type, done(type, done(type, nothing, 'a', first), 'b', second), 'me', third)
        const after = done(type, before, 'me', {})
        const others = own(before, 'a').union(own(before, 'b'))
        const left = compare(type, undefined, after.live).added
        for (const path of others.leaves().paths()) expect(isTouched(left, path)).toBe(true)
        for (const path of own(before, 'me').leaves().paths()) {
          if (!isTouched(others, path)) expect(isTouched(left, path)).toBe(false)
        }
        expect(after.managers.has('me')).toBe(false)
        expect(compare(type, before.live, after.live).added.isEmpty).toBe(true)
      }),
      RUNS,
    )
  })
})

describe('update', () => {
  test('makes the writer own what it added and changed, and removes that, and removed fields, from the others', () => {
    fc.assert(
      fc.property(typedObjects(2), ({ type, objects: [before, after] }) => {
        const state = done(type, nothing, 'applier', before)
        const { managers } = update({ type, ...state, object: after, manager: 'writer', version: 'v1' })
        const { added, modified, removed } = compare(type, before, after)
        const taken = added.union(modified)
        expect((managers.get('writer')?.fields ?? FieldSet.empty).equals(taken)).toBe(true)
        const kept = fields(type, before).difference(taken).difference(removed)
        expect((managers.get('applier')?.fields ?? FieldSet.empty).equals(kept)).toBe(true)
      }),
      RUNS,
    )
  })
})

describe('comparison', () => {
  test('of b and a is the mirror of that of a and b', () => {
    fc.assert(
      fc.property(typedObjects(2), ({ type, objects: [a, b] }) => {
        const [there, back] = [compare(type, a, b), compare(type, b, a)]
        expect(there.added.equals(back.removed)).toBe(true)
        expect(there.removed.equals(back.added)).toBe(true)
        expect(there.modified.equals(back.modified)).toBe(true)
      }),
      RUNS,
    )
  })

  test('of an object and its copy finds nothing', () => {
    fc.assert(
      fc.property(typedObjects(1), ({ type, objects: [a] }) => {
        expect(isSame(compare(type, a, JSON.parse(JSON.stringify(a))))).toBe(true)
      }),
    )
  })
})

describe('fields of an object', () => {
  test('are enough to make it again, and nothing is left without them', () => {
    fc.assert(
      fc.property(typedObjects(1), ({ type, objects: [object] }) => {
        const set = fields(type, object)
        const copy = extract(type, object, set.leaves())
        expect(fields(type, copy ?? {}).equals(set)).toBe(true)
        expect(readFieldsV1(JSON.parse(JSON.stringify(writeFieldsV1(set)))).equals(set)).toBe(true)
        const left = compare(type, undefined, remove(type, object, set)).added
        for (const path of set.leaves().paths()) expect(isTouched(left, path)).toBe(false)
      }),
      RUNS,
    )
  })

  test('are those of what it is merged into and more', () => {
    fc.assert(
      fc.property(typedObjects(2), ({ type, objects: [live, intent] }) => {
        const merged = merge(type, live, intent)
        const leaves = fields(type, intent).leaves()
        const all = compare(type, undefined, merged).added
        for (const path of leaves.paths()) expect(isTouched(all, path)).toBe(true)
        expect(merge(type, merged, intent)).toBe(merged)
        expect(isSame(compare(type, live, merge(type, live, live)))).toBe(true)
      }),
      RUNS,
    )
  })
})

test('the same entries in another order are no difference where they are owned one by one', () => {
  fc.assert(
    fc.property(typedObjects(1), ({ type, objects: [object] }) => {
      const turned = (value: unknown, of: FieldType | undefined): unknown => {
        if (Array.isArray(value)) {
          const items = value.map((item) => turned(item, of?.list?.items))
          return of?.list && of.list.kind !== 'atomic' ? items.reverse() : items
        }
        if (typeof value !== 'object' || value === null || of?.map?.isAtomic) return value
        return Object.fromEntries(
          Object.entries(value as JsonObject).map(([key, each]) => [key, turned(each, of?.map?.typeOf(key))]),
        )
      }
      const inAtomic = (of: FieldType | undefined, value: unknown): boolean =>
        Array.isArray(value)
          ? of?.list?.kind === 'atomic' || value.some((item) => inAtomic(of?.list?.items, item))
          : typeof value === 'object' &&
            value !== null &&
            Object.entries(value).some(([key, each]) => inAtomic(of?.map?.typeOf(key), each))
      fc.pre(!inAtomic(type, object))
      expect(isSame(compare(type, object, turned(object, type)))).toBe(true)
    }),
  )
})
