/**
 * Kinds at work without a registry: the steps of a write in their order.
 *
 * @module
 */

import { type ApiObject, type FieldError, parseApiVersion, systemRandom } from '../../src/meta/index.js'
import type { ResourceDefinition, StrategyContext } from '../../src/resources/index.js'

export const NOW = Date.parse('2024-05-06T07:08:09Z')

export const context = (subresource = '', warn: StrategyContext['warn'] = () => {}): StrategyContext => ({
  user: { username: 'tester', groups: [] },
  nowMs: NOW,
  random: systemRandom,
  version: 'v1',
  subresource,
  warn,
})

/** What a write would store, and what is wrong with it. */
export interface Outcome {
  readonly object: ApiObject
  /** Causes as `field: message`. */
  readonly causes: readonly string[]
}

const causesOf = (errors: readonly FieldError[]): readonly string[] => errors.map(({ field, message }) => `${field}: ${message}`)

/** An object of a definition's storage version. */
export function objectOf(definition: ResourceDefinition, fields: Readonly<Record<string, unknown>>): ApiObject {
  const apiVersion = definition.group === '' ? definition.storageVersion : `${definition.group}/${definition.storageVersion}`
  return { apiVersion, kind: definition.names.kind, metadata: { name: 'a', namespace: 'ns' }, ...fields } as ApiObject
}

/** Creates an object the way a registry does: types, defaults, what the kind settles, its judgement. */
export function create(definition: ResourceDefinition, sent: ApiObject, given = context()): Outcome {
  const { strategy } = definition
  // A view is handed objects in the form that they are stored in, which its own schema is not of.
  const version = parseApiVersion(sent.apiVersion)
  const schema =
    version?.group === definition.group ? definition.versions.find(({ name }) => name === version.version)?.schema : undefined
  const pruned = schema ? schema.prune(sent).value : sent
  const defaulted = strategy.defaults?.(pruned) ?? pruned
  const object = strategy.prepareForCreate?.(defaulted, given) ?? defaulted
  return { object, causes: causesOf(strategy.validateCreate?.(object, given) ?? []) }
}

/** What the writer of a new object is warned of. */
export function warningsOf(definition: ResourceDefinition, sent: ApiObject): readonly string[] {
  const warnings: string[] = []
  const { object, causes } = create(
    definition,
    sent,
    context('', (text) => warnings.push(text)),
  )
  return causes.length > 0 ? warnings : [...warnings, ...(definition.strategy.warnings?.(object, undefined) ?? [])]
}

/** Updates an object the way a registry does. */
export function update(definition: ResourceDefinition, live: ApiObject, sent: ApiObject, subresource = ''): Outcome {
  const { strategy } = definition
  const defaulted = strategy.defaults?.(sent) ?? sent
  const part = definition.versions[0]?.subresources.find(({ name }) => name === subresource)
  const merged = part?.merge?.(live, defaulted) ?? defaulted
  const object = strategy.prepareForUpdate?.(merged, live, context(subresource)) ?? merged
  return { object, causes: causesOf(strategy.validateUpdate?.(object, live, context(subresource)) ?? []) }
}

/** The only builtin definition with a plural name in a group. */
export function pick(definitions: readonly ResourceDefinition[], plural: string, group = ''): ResourceDefinition {
  const found = definitions.find((definition) => definition.names.plural === plural && definition.group === group)
  if (!found) throw new Error(`no ${plural} in ${group}`)
  return found
}
