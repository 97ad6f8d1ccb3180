/**
 * The rules of an aggregated role, as many as can be stored.
 *
 * Users choose how many roles have its label and how long their rules are, so this is work that pauses, and keeps no more text
 * than the rules that it returns.
 *
 * @module
 */

import {
  type ApiObject,
  compareText,
  isLongJson,
  isRecord,
  type LabelSelector,
  type LabelSelectorObject,
  type Pausing,
  storedLabelSelector,
  type UnknownRecord,
} from '../../meta/index.js'

/** Limits of the rules of one role together. */
export interface Room {
  /** Characters of their JSON. */
  readonly characters: number
  /** Members and items in them. */
  readonly values: number
}

/** What an object may have by default is 1.5 MiB and 100,000 values; a part of both is left to its metadata. */
export const ROOM: Room = { characters: 1024 * 1024, values: 90_000 }
/** Characters of the rules of a role that is aggregated before larger ones if there is not enough room for all. */
const SMALL = 16 * 1024

/** The rules of an aggregated role. */
export interface Aggregate {
  /** Without duplicates. */
  readonly rules: readonly unknown[]
  /** Whether the role has exactly these already, in any order. */
  readonly isStored: boolean
  /** Whether there are more, which do not fit. */
  readonly isCut: boolean
}

/**
 * Computes the rules of a role from the roles that it selects, in the order of their names. If there is too little room, the rules
 * of small roles come first, then those of the older ones: a user who may create roles cannot take away what others get through
 * earlier ones, nor with a few large roles what they get through later ones.
 *
 * @param role - The role.
 * @param roles - All roles; the role itself is left out.
 * @param room - What its rules may take together.
 * @returns Undefined for a role that is not aggregated.
 */
export function* aggregatedRules(
  role: ApiObject,
  roles: readonly ApiObject[],
  room: Room = ROOM,
): Pausing<Aggregate | undefined> {
  if (!isRecord(role.aggregationRule)) return undefined
  const selectors = yield* selectorsOf(role.aggregationRule)
  const selected: ApiObject[] = []
  for (const other of roles) {
    const { name, labels } = other.metadata
    if (name !== role.metadata.name && selectors.some((selector) => selector.matches(labels))) selected.push(other)
    yield
  }
  const byName = selected.sort((a, b) => compareText(a.metadata.name ?? '', b.metadata.name ?? ''))
  const all = new Union(room)
  for (const other of byName) {
    yield* all.add(other)
    if (all.isCut) break
  }
  const union = all.isCut ? yield* unionWithinRoom(byName, room) : all
  return { rules: [...union.rules.values()], isStored: yield* union.equals(rulesOf(role)), isCut: union.isCut }
}

function* unionWithinRoom(roles: readonly ApiObject[], room: Room): Pausing<Union> {
  const small: ApiObject[] = []
  const large: ApiObject[] = []
  for (const role of roles) {
    if (isLongJson(role.rules, SMALL)) large.push(role)
    else small.push(role)
    yield
  }
  const union = new Union(room)
  // The sort is stable: roles of the same second stay in the order of their names.
  for (const group of [small, large]) for (const role of group.sort(byAge)) yield* union.add(role)
  return union
}

const byAge = (a: ApiObject, b: ApiObject): number =>
  compareText(a.metadata.creationTimestamp ?? '', b.metadata.creationTimestamp ?? '')

/** Rules of several roles, without duplicates. */
class Union {
  /** By their JSON. */
  readonly rules = new Map<string, unknown>()
  isCut = false
  #characters: number
  #values: number

  constructor({ characters, values }: Room) {
    this.#characters = characters
    this.#values = values
  }

  /** Adds the rules of a role, up to the first one that does not fit. */
  *add(role: ApiObject): Pausing<void> {
    for (const rule of rulesOf(role)) {
      yield
      const text = JSON.stringify(rule)
      if (this.rules.has(text)) continue
      const [characters, values] = [this.#characters - text.length - 1, this.#values - valuesOf(rule)]
      if (characters < 0 || values < 0) {
        this.isCut = true
        return
      }
      this.#characters = characters
      this.#values = values
      this.rules.set(text, rule)
    }
  }

  /** Whether a list has the same rules, in any order. One with duplicates is another list. */
  *equals(rules: readonly unknown[]): Pausing<boolean> {
    if (rules.length !== this.rules.size) return false
    const seen = new Set<string>()
    for (const rule of rules) {
      yield
      const text = JSON.stringify(rule)
      if (!this.rules.has(text)) return false
      seen.add(text)
    }
    return seen.size === this.rules.size
  }
}

const rulesOf = ({ rules }: ApiObject): readonly unknown[] => (Array.isArray(rules) ? rules : [])

/** Number of values in a rule, as the limits of a body count them. */
function valuesOf(rule: unknown): number {
  let count = 1
  for (const member of isRecord(rule) ? Object.values(rule) : []) count += 1 + (Array.isArray(member) ? member.length : 0)
  return count
}

function* selectorsOf({ clusterRoleSelectors }: UnknownRecord): Pausing<readonly LabelSelector[]> {
  const selectors: LabelSelector[] = []
  for (const given of Array.isArray(clusterRoleSelectors) ? clusterRoleSelectors : []) {
    const selector = readSelector(given)
    if (selector) selectors.push(selector)
    yield
  }
  return selectors
}

/** Undefined for an unreadable selector, which selects nothing. */
function readSelector(given: unknown): LabelSelector | undefined {
  try {
    return storedLabelSelector(given as LabelSelectorObject)
  } catch {
    return undefined
  }
}
