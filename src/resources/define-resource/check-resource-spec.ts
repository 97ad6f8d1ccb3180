/**
 * Validates the spec of a resource type before it is served.
 *
 * @module
 */

import { checkProtobufMessages } from '../../codec/index.js'
import { check, isRecord, validateDnsLabel, validateDnsSubdomain, validateLetterLabel } from '../../meta/index.js'
import { SIMPLE_PATH } from '../definition/selectable-fields.js'
import { lifeProblems } from '../lifecycle/version-life.js'
import { KIND, subresourceProblems } from '../subresources/check-subresource.js'
import { typeProblems } from '../typed/refinements.js'
import { isTypeWithSchema } from '../typed/type-with-schema.js'
import type { AnyResourceSpec, ResourceSpec } from './resource-spec.js'
import { specShape } from './resource-spec-shape.js'
import type { ResourceVersionSpec } from './resource-version-spec.js'

/** An invalid spec of a resource type. */
export class ResourceSpecError extends Error {
  /** Errors, one line each. */
  readonly problems: readonly string[]

  /**
   * @param subject - Name of the type in the spec.
   * @param problems - Errors, one line each.
   */
  constructor(subject: string, problems: readonly string[]) {
    if (!Array.isArray(problems)) check.refuse('ResourceSpecError', check.listOf(check.text)(problems, 'problems'))
    super(problems.map((problem) => `resource ${subject}: ${problem}`).join('\n'))
    this.name = 'ResourceSpecError'
    this.problems = problems
  }
}

const COLUMN_TYPES = ['string', 'integer', 'number', 'boolean', 'date']

/**
 * Validates the spec of a resource type.
 *
 * @param spec - The spec.
 * @throws {@link ResourceSpecError} with every problem.
 */
export function checkResourceSpec(spec: AnyResourceSpec): void {
  if (!isRecord(spec)) throw new ResourceSpecError('(without a kind)', ['expected an object with group, kind and versions'])
  if (isTypeWithSchema(spec))
    throw new ResourceSpecError('(without a kind)', [
      'expected an object with group, kind and versions: a type belongs into versions: [{ name: "v1", schema: { spec: type } }]',
    ])
  const problems = [...specShape(spec, '')]
  if (problems.length === 0)
    problems.push(
      ...nameProblems(spec),
      ...conversionProblems(spec),
      ...versionProblems(spec.versions),
      ...protobufProblems(spec),
    )
  if (problems.length > 0) throw new ResourceSpecError(String(spec.kind ?? '(without a kind)'), problems)
}

function* nameProblems(spec: AnyResourceSpec): Iterable<string> {
  if (typeof spec.kind !== 'string' || !KIND.test(spec.kind))
    yield 'kind must be letters and digits and start with a capital, such as "Widget"'
  if (spec.listKind !== undefined && !KIND.test(spec.listKind))
    yield 'listKind must be letters and digits and start with a capital'
  if (spec.listKind !== undefined && spec.listKind === spec.kind) yield 'listKind must differ from kind'
  if (typeof spec.group !== 'string' || validateDnsSubdomain(spec.group).length > 0 || !spec.group.includes('.')) {
    yield `group ${quote(spec.group)} must be a domain name with a dot, such as "shop.example.com"`
  }
  if (spec.plural !== undefined) yield* labelProblems('plural', [spec.plural])
  if (spec.singular !== undefined) yield* labelProblems('singular', [spec.singular])
  yield* labelProblems('shortNames:', spec.shortNames ?? [])
  yield* labelProblems('categories:', spec.categories ?? [])
}

function* labelProblems(field: string, names: readonly string[]): Iterable<string> {
  for (const name of names) {
    if (validateDnsLabel(name).length > 0) yield `${field} ${quote(name)} must be a lower-case DNS label`
  }
}

function* versionProblems(versions: readonly ResourceVersionSpec[] | undefined): Iterable<string> {
  if (!Array.isArray(versions) || versions.length === 0) {
    yield 'versions must be a list with at least one version, such as [{ name: "v1", schema: { spec } }]'
    return
  }
  if (versions.some((version) => !isRecord(version))) {
    yield 'versions must be objects, such as { name: "v1", schema: { spec } }'
    return
  }
  const names = new Set<string>()
  for (const version of versions as readonly ResourceVersionSpec[]) {
    if (typeof version.name !== 'string' || validateLetterLabel(version.name).length > 0)
      yield `version ${quote(version.name)} must be named like "v1" or "v1beta1"`
    if (names.has(version.name)) yield `version ${quote(version.name)} is there twice`
    names.add(version.name)
    yield* partProblems(version)
    for (const problem of version.life ? lifeProblems(version.name, version.life) : [])
      yield `version ${quote(version.name)}: ${problem}`
    for (const problem of version.schema ? typeProblems(version.schema) : []) yield `version ${quote(version.name)}: ${problem}`
  }
  const stored = versions.filter((version: ResourceVersionSpec) => version.storage).length
  if (stored > 1) yield 'only one version can have storage: true'
  if (versions.every((version: ResourceVersionSpec) => version.served === false)) yield 'at least one version must be served'
}

/** Name of the storage version: the marked one, or the first. */
export const storageVersionOf = (versions: readonly ResourceVersionSpec[]): string =>
  (versions.find(({ storage }) => storage) ?? versions[0])?.name ?? ''

function* conversionProblems({ conversions = {}, versions }: AnyResourceSpec): Iterable<string> {
  for (const name of Object.keys(conversions)) {
    if (!versions?.some?.((version) => version.name === name)) yield `conversions: there is no version ${quote(name)}`
    else if (name === storageVersionOf(versions)) yield `conversions: ${quote(name)} is the storage version, which needs none`
  }
}

function* partProblems({ name, subresources, printerColumns, selectableFields }: ResourceVersionSpec): Iterable<string> {
  const scale = subresources?.scale
  for (const path of scale ? [scale.specReplicasPath, scale.statusReplicasPath, scale.labelSelectorPath] : []) {
    if (path !== undefined && !SIMPLE_PATH.test(path))
      yield `version ${quote(name)}: scale path ${quote(path)} must look like ".spec.replicas"`
  }
  for (const [own, spec] of Object.entries(subresources ?? {})) {
    if (own === 'status' || own === 'scale') continue
    for (const problem of subresourceProblems(own, spec)) yield `version ${quote(name)}: subresource ${quote(own)} ${problem}`
  }
  for (const column of printerColumns ?? []) {
    if (!column.name) yield `version ${quote(name)}: a printer column has no name`
    if (!COLUMN_TYPES.includes(column.type)) {
      yield `version ${quote(name)}: printer column ${quote(column.name)} must have a type of ${COLUMN_TYPES.join(', ')}`
    }
    if (typeof column.jsonPath !== 'string' || !column.jsonPath.startsWith('.')) {
      yield `version ${quote(name)}: printer column ${quote(column.name)} must have a path such as ".spec.color"`
    }
  }
  for (const path of selectableFields ?? []) {
    if (!SIMPLE_PATH.test(path)) yield `version ${quote(name)}: selectable field ${quote(path)} must look like ".spec.color"`
  }
}

function* protobufProblems({ kind, versions }: ResourceSpec): Iterable<string> {
  for (const { name, protobuf } of Array.isArray(versions) ? (versions as readonly ResourceVersionSpec[]).filter(isRecord) : []) {
    for (const problem of protobuf ? checkProtobufMessages(kind, protobuf) : []) yield `version ${quote(name)}: ${problem}`
  }
}

const quote = (value: unknown): string => JSON.stringify(value) ?? 'undefined'
