/**
 * A compiled selection of a list or watch: a namespace or one object, and facts that a row must have.
 *
 * The namespace or object is found through the order of keys and the index of watches; rows are only
 * matched against the other facts.
 *
 * @module
 */

import type { FieldSelector, LabelSelector } from '../../meta/index.js'
import type { Row, Selection } from '../types.js'

const NAME = 'metadata.name'
const NAMESPACE = 'metadata.namespace'

/**
 * Reads a selectable field of a row.
 *
 * @param row - The row.
 * @param field - Path such as `metadata.name`.
 * @returns Its value, empty when it has none.
 */
export function fieldOf(row: Row, field: string): string {
  if (field === NAME) return row.name
  if (field === NAMESPACE) return row.namespace
  return row.fields && Object.hasOwn(row.fields, field) ? (row.fields[field] as string) : ''
}

/** A label or field that every selected row has, with one of some values. */
export interface Fact {
  readonly kind: 'label' | 'field'
  /** Key of the label, or path of the field. */
  readonly name: string
  /** Any when undefined. */
  readonly values: readonly string[] | undefined
}

/**
 * Reads a fact of a row.
 *
 * @param row - The row.
 * @param fact - Its kind and name.
 * @returns The value; undefined for a label that the row does not have.
 */
export function factOf(row: Row, { kind, name }: Pick<Fact, 'kind' | 'name'>): string | undefined {
  if (kind === 'field') return fieldOf(row, name)
  return row.labels && Object.hasOwn(row.labels, name) ? row.labels[name] : undefined
}

/** The character after the slash: `a0` is the end of all keys that begin with `a/`. */
export const AFTER_SLASH = '0'

/** A compiled {@link Selection}. */
export class Matcher {
  /** The only namespace looked at; undefined for all, and for cluster-scoped types. */
  readonly namespace: string | undefined
  /** The only key looked at, when namespace and name are both known. */
  readonly key: string | undefined
  /** Where the keys of that namespace begin (inclusive); empty for all. */
  readonly low: string
  /** Where they end (exclusive); undefined for all. */
  readonly high: string | undefined
  /** Facts to look up in an index: none where namespace and name are both known. */
  readonly facts: readonly Fact[]
  /** An equality on one field (not the namespace) that every selected row has, if the selection asks for one. */
  readonly field: { readonly key: string; readonly value: string } | undefined
  /** An equality on one label that every selected row has, if the selection asks for one. */
  readonly label: { readonly key: string; readonly value: string } | undefined
  /** Whether there are selectors, even trivial ones. */
  readonly hasSelectors: boolean
  readonly #labels: LabelSelector | undefined
  /** Conditions beyond namespace and name. */
  readonly #fields: FieldSelector | undefined

  /**
   * @param selection - Namespace and selectors.
   * @param namespaced - Whether the type has namespaces.
   */
  constructor(selection: Selection, namespaced: boolean) {
    const { labelSelector, fieldSelector } = selection
    this.#labels = labelSelector && !labelSelector.isEmpty ? labelSelector : undefined
    const fields = fieldSelector && !fieldSelector.isEmpty ? fieldSelector : undefined
    this.hasSelectors = this.#labels !== undefined || fields !== undefined
    const name = fields?.valueOf(NAME)
    this.namespace = namespaced ? selection.namespace || fields?.valueOf(NAMESPACE) || undefined : undefined
    this.key = !namespaced ? name : name !== undefined && this.namespace ? `${this.namespace}/${name}` : undefined
    this.low = this.namespace === undefined ? '' : `${this.namespace}/`
    this.high = this.namespace === undefined ? undefined : this.namespace + AFTER_SLASH
    const given: Readonly<Record<string, string | undefined>> = {
      [NAMESPACE]: this.namespace,
      [NAME]: this.key === undefined ? undefined : name,
    }
    const isGiven = (field: string, value: string) => Object.hasOwn(given, field) && given[field] === value
    const left = fields?.requirements.filter(({ field, operator, value }) => operator !== '=' || !isGiven(field, value)) ?? []
    this.#fields = left.length > 0 ? fields : undefined
    const equality = left.find(({ field, operator }) => operator === '=' && field !== NAMESPACE)
    this.field = equality && { key: equality.field, value: equality.value }
    const label = this.#labels?.requirements.find(({ operator }) => operator === '=')
    this.label = label && { key: label.key, value: label.values[0] ?? '' }
    this.facts = this.key === undefined ? [...labelFacts(this.#labels), ...fieldFacts(left)] : []
  }

  /** Whether a key is in the selected namespace, or of the selected object. */
  covers(key: string): boolean {
    if (this.key !== undefined) return key === this.key
    return this.namespace === undefined || (key.startsWith(this.namespace) && key[this.namespace.length] === '/')
  }

  /** Whether a row that is covered matches the other conditions. */
  matches(row: Row): boolean {
    if (this.#labels && !this.#labels.matches(row.labels)) return false
    return this.#fields === undefined || this.#fields.matches((field) => fieldOf(row, field))
  }
}

function labelFacts(selector: LabelSelector | undefined): readonly Fact[] {
  const facts: Fact[] = []
  for (const { key, operator, values } of selector?.requirements ?? []) {
    if (operator === '=' || operator === 'in') facts.push({ kind: 'label', name: key, values })
    else if (operator === 'exists') facts.push({ kind: 'label', name: key, values: undefined })
  }
  return facts
}

const fieldFacts = (requirements: FieldSelector['requirements']): readonly Fact[] =>
  requirements
    .filter(({ field, operator }) => operator === '=' && field !== NAMESPACE)
    .map(({ field, value }) => ({ kind: 'field', name: field, values: [value] }))
