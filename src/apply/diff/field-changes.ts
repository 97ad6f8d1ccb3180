/**
 * Changes between two states of an object, field by field, with the owners of each.
 *
 * @module
 */

import { type FieldPath, fieldElement, formatPath, indexElement, type PathElement } from '../fields/path-element.js'
import { withoutManagedFields } from '../managed/server-fields.js'
import { areWhole, type FieldOwner, itemFinder, type Owned, ownedBelow, ownersOf, readOwned } from '../owned.js'
import { isEqual, isMap, MAX_DEPTH, type Members, member, tooDeep } from '../types/value.js'

/** A field, or a part that is owned as a whole, whose value has changed. */
export interface FieldChange {
  readonly path: FieldPath
  /** The path for messages, such as `.spec.ports[port=80].name`. */
  readonly text: string
  readonly kind: 'added' | 'changed' | 'removed'
  /** Undefined for an added field. */
  readonly before: unknown
  /** Undefined for a removed field. */
  readonly after: unknown
  /** Owners before. */
  readonly ownersBefore: readonly FieldOwner[]
  /** Owners after. */
  readonly owners: readonly FieldOwner[]
}

/** One of the two states, and its ownership. */
interface State {
  readonly value: unknown
  readonly owned: readonly Owned[]
}

/**
 * Lists the changes. Entries of lists are identified by their keys where a manager owns them so; another order of entries
 * is no change of a field.
 *
 * @param before - An object, with its `metadata.managedFields` if it has them.
 * @param after - The same object later.
 * @throws ApiError 400 when the entries cannot be read or an object is nested too deep.
 */
export function changesBetween(before: unknown, after: unknown): FieldChange[] {
  const stateOf = (object: unknown): State => ({ value: withoutManagedFields(object), owned: readOwned(object) })
  const found: FieldChange[] = []
  walk(stateOf(before), stateOf(after), [], found)
  return found
}

function walk(before: State, after: State, path: FieldPath, found: FieldChange[]): void {
  if (path.length > MAX_DEPTH) throw tooDeep()
  const steps = stepsInto(before, after)
  if (!steps) {
    addChange(before, after, path, found)
    return
  }
  const [ownedBefore, ownedAfter] = [ownedBelow(before.owned), ownedBelow(after.owned)]
  for (const element of new Set([...steps.before.keys(), ...steps.after.keys()])) {
    const below = (values: Steps, owned: ReadonlyMap<PathElement, readonly Owned[]>): State => ({
      value: values.get(element),
      owned: owned.get(element) ?? [],
    })
    walk(below(steps.before, ownedBefore), below(steps.after, ownedAfter), [...path, element], found)
  }
}

function addChange(before: State, after: State, path: FieldPath, found: FieldChange[]): void {
  if (isEqual(before.value, after.value)) return
  found.push({
    path,
    text: formatPath(path),
    kind: before.value === undefined ? 'added' : after.value === undefined ? 'removed' : 'changed',
    before: before.value,
    after: after.value,
    ownersBefore: ownersOf(before.owned),
    owners: ownersOf(after.owned),
  })
}

/** The parts of a value, by the step that leads to each. */
type Steps = ReadonlyMap<PathElement, unknown>

/** The parts that both states are compared by; undefined when they are compared as wholes. */
function stepsInto(before: State, after: State): { readonly before: Steps; readonly after: Steps } | undefined {
  const owned = [...before.owned, ...after.owned]
  const values = [before.value, after.value].filter((value) => value !== undefined)
  if (values.every(isMap)) {
    if (areWhole(owned) || values.every((value) => Object.keys(value).length === 0)) return undefined
    return { before: membersOf(before.value), after: membersOf(after.value) }
  }
  if (!values.every(Array.isArray) || !owned.some(({ set }) => set.hasChildren)) return undefined
  if (values.every((value) => value.length === 0)) return undefined
  const elementOf = itemFinder([...ownedBelow(owned).keys()])
  return { before: itemsOf(before.value, elementOf), after: itemsOf(after.value, elementOf) }
}

function membersOf(value: unknown): Steps {
  const steps = new Map<PathElement, unknown>()
  for (const key of Object.keys(value ?? {})) steps.set(fieldElement(key), member(value as Members, key))
  return steps
}

function itemsOf(value: unknown, elementOf: (item: unknown) => PathElement | undefined): Steps {
  const steps = new Map<PathElement, unknown>()
  for (const [i, item] of ((value ?? []) as readonly unknown[]).entries()) {
    const element = elementOf(item)
    // Duplicates, and entries without owners, are identified by index.
    steps.set(element === undefined || steps.has(element) ? indexElement(i) : element, item)
  }
  return steps
}
