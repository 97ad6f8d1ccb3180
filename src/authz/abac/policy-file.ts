/**
 * Policy files: one JSON document per line.
 *
 * @module
 */

import {
  AUTHENTICATED_GROUP,
  aDialect,
  check,
  type DialectOption,
  dialectOf,
  isRecord,
  type UnknownRecord,
} from '../../meta/index.js'
import type { AbacPolicy } from './policy.js'

/**
 * Reads a policy file. Empty lines and comments (`#`) are skipped.
 *
 * @param text - Content of the file.
 * @param dialect - Defines the apiVersion of the lines; the platform's by default.
 * @returns The policies in the order of the file.
 * @throws Error with one line that names the invalid line.
 */
export function parsePolicyFile(text: string, dialect?: DialectOption): readonly AbacPolicy[] {
  check.refuse('parsePolicyFile', check.text(text, 'text'))
  if (dialect !== undefined) check.refuse('parsePolicyFile', aDialect(dialect, 'dialect'))
  const version = `abac.authorization.${dialectOf(dialect).labelDomain}/v1beta1`
  return text.split('\n').flatMap((line, index) => {
    const source = line.trim()
    if (source === '' || source.startsWith('#')) return []
    const refuse = (message: string): never => {
      throw new Error(`line ${index + 1}: ${message}`)
    }
    const policy = parseJson(source)
    if (!isRecord(policy)) return refuse('expected a JSON object')
    if (policy.apiVersion === undefined && policy.kind === undefined) return [oldPolicy(textsOf(policy, refuse))]
    if (policy.apiVersion !== version) return refuse(`apiVersion: expected ${version}`)
    if (policy.kind !== 'Policy') return refuse('kind: expected Policy')
    const { spec = {} } = policy
    return [isRecord(spec) ? withoutWildcards(textsOf(spec, refuse)) : refuse('spec: expected an object')]
  })
}

function parseJson(source: string): unknown {
  try {
    return JSON.parse(source)
  } catch {
    return undefined
  }
}

function textsOf(spec: UnknownRecord, refuse: (message: string) => never): AbacPolicy {
  const text = (key: string): string => {
    const value = spec[key] ?? ''
    return typeof value === 'string' ? value : refuse(`${key}: expected a text`)
  }
  const { readonly = false } = spec
  if (typeof readonly !== 'boolean') return refuse('readonly: expected true or false')
  return {
    user: text('user'),
    group: text('group'),
    readonly,
    apiGroup: text('apiGroup'),
    namespace: text('namespace'),
    resource: text('resource'),
    nonResourcePath: text('nonResourcePath'),
  }
}

/** `*` covers authenticated users only, never anonymous requests. */
const withoutWildcards = (policy: AbacPolicy): AbacPolicy =>
  policy.user === '*' || policy.group === '*' ? { ...policy, user: '', group: AUTHENTICATED_GROUP } : policy

/** A line without a version (the old format): an omitted field does not restrict the policy. */
function oldPolicy({ namespace, resource, ...policy }: AbacPolicy): AbacPolicy {
  const isAnybody = policy.user === '' && policy.group === ''
  return {
    ...withoutWildcards(isAnybody ? { ...policy, namespace, resource, group: '*' } : { ...policy, namespace, resource }),
    apiGroup: '*',
    namespace: namespace || '*',
    resource: resource || '*',
    nonResourcePath: namespace === '' && resource === '' ? '*' : '',
  }
}
