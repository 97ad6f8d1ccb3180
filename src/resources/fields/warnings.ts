/**
 * Warnings: of fields that are deprecated, have no effect, or are likely to be mistakes.
 *
 * @module
 */

import { type ApiObject, addressText, type Dialect, getKey, isRecord, parseAddress, parseQuantity } from '../../meta/index.js'
import type { Strategy } from '../definition/strategy.js'
import { listOf, recordOf, textAt, valueAt } from './fields.js'

/** The warnings for an object. */
export type WarningsOf = (object: ApiObject) => readonly string[]

/** The warnings for a write, as a strategy has them. */
export type WarningsOfWrite = NonNullable<Strategy['warnings']>

/** Warns on create only. */
export const onCreate =
  (warningsOf: WarningsOf): WarningsOfWrite =>
  (object, live) =>
    live ? [] : warningsOf(object)

/** Warns of an Ingress that names its class by annotation. */
export const ingressWarnings = ({ labelDomain }: Dialect): WarningsOfWrite =>
  onCreate(({ metadata, spec }) => {
    const key = `${labelDomain}/ingress.class`
    if (getKey(metadata.annotations, key) === undefined || valueAt(spec, 'ingressClassName') !== undefined) return []
    return [`annotation ${JSON.stringify(key)} is deprecated, please use 'spec.ingressClassName' instead`]
  })

/** Warns of a bad form of an IPv6 address (RFC 5952 §4). */
export function addressWarnings(field: string, text: unknown): readonly string[] {
  const address = typeof text === 'string' ? parseAddress(text) : undefined
  if (!address || addressText(address) === text) return []
  return [`${field}: IPv6 address ${JSON.stringify(text)} should be in RFC 5952 canonical format ("${addressText(address)}")`]
}

/** Warns of parts of a byte: quantities of memory and storage are whole numbers. */
export function byteWarnings(field: string, value: unknown): readonly string[] {
  const quantity = value === undefined ? undefined : parseQuantity(value)
  if (!quantity || quantity.isWhole) return []
  return [`${field}: fractional byte value ${JSON.stringify(quantity.toString())} is invalid, must be an integer`]
}

/**
 * The deprecated labels of nodes.
 *
 * @param dialect - The plane's dialect.
 * @returns What is wrong with a label; undefined when nothing is.
 */
export function deprecatedNodeLabels({ labelDomain }: Dialect): (label: string) => string | undefined {
  const messages = new Map([
    [`beta.${labelDomain}/arch`, `deprecated since v1.14; use "${labelDomain}/arch" instead`],
    [`beta.${labelDomain}/os`, `deprecated since v1.14; use "${labelDomain}/os" instead`],
    [`failure-domain.beta.${labelDomain}/region`, `deprecated since v1.17; use "topology.${labelDomain}/region" instead`],
    [`failure-domain.beta.${labelDomain}/zone`, `deprecated since v1.17; use "topology.${labelDomain}/zone" instead`],
    [`beta.${labelDomain}/instance-type`, `deprecated since v1.17; use "node.${labelDomain}/instance-type" instead`],
    [`app.${labelDomain}/created-by`, 'deprecated since v1.9'],
    [`scheduler.alpha.${labelDomain}/preferAvoidPods`, 'deprecated since v1.22; use Taints and Tolerations instead'],
    [`node-role.${labelDomain}/master`, `use "node-role.${labelDomain}/control-plane" instead`],
  ])
  return (label) => messages.get(label)
}

/**
 * Warns of deprecated node labels among the expressions of a selector.
 *
 * @param expressions - The expressions.
 * @param path - Their field path.
 * @param messageOf - What is wrong with a label.
 */
export const expressionWarnings = (
  expressions: unknown,
  path: string,
  messageOf: (label: string) => string | undefined,
): readonly string[] =>
  listOf(expressions).flatMap((expression, i) => {
    const key = textAt(expression, 'key')
    const message = messageOf(key)
    return message === undefined ? [] : [`${path}[${i}].key: ${key} is ${message}`]
  })

/** Deprecated kinds of volumes: their field, its name in warnings, and what became of them. */
const DEPRECATED_VOLUMES = [
  ['photonPersistentDisk', 'photonPersistentDisk', 'deprecated in v1.11, non-functional in v1.16+'],
  ['gitRepo', 'gitRepo', 'deprecated in v1.11, and disabled by default in v1.33+'],
  ['scaleIO', 'scaleIO', 'deprecated in v1.16, non-functional in v1.22+'],
  ['flocker', 'flocker', 'deprecated in v1.22, non-functional in v1.25+'],
  ['storageos', 'storageOS', 'deprecated in v1.22, non-functional in v1.25+'],
  ['quobyte', 'quobyte', 'deprecated in v1.22, non-functional in v1.25+'],
  ['glusterfs', 'glusterfs', 'deprecated in v1.25, non-functional in v1.26+'],
  ['cephfs', 'cephfs', 'deprecated in v1.28, non-functional in v1.31+'],
  ['rbd', 'rbd', 'deprecated in v1.28, non-functional in v1.31+'],
] as const

/** Warns of deprecated kinds of volumes. */
export const volumeWarnings = (volume: unknown, path: string): readonly string[] =>
  DEPRECATED_VOLUMES.flatMap(([field, name, message]) =>
    isRecord(recordOf(volume)[field]) ? [`${path}.${name}: ${message}`] : [],
  )
