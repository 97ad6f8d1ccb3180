/**
 * Reads the nodes of expressions, for the estimates of their cost.
 *
 * @module
 */

import type { CelNode, CheckedType } from '../../cel/index.js'

/** The name, receiver and arguments of a call; an empty name for any other node. */
export function calledBy({ op, args }: CelNode): readonly [string, CelNode | undefined, readonly CelNode[]] {
  if (op !== 'rcall' && op !== 'call') return ['', undefined, []]
  const [name, ...parts] = args as readonly [string, ...(CelNode | readonly CelNode[])[]]
  // Functions that are replaced have another name.
  const shown = name.replace(/^own_/, '')
  const [receiver, rest] = op === 'rcall' ? parts : [undefined, parts[0]]
  return [shown, receiver as CelNode | undefined, rest as readonly CelNode[]]
}

/** The namespace of functions that a receiver stands for, such as `sets`; undefined for a value. */
export function spaceOf({ checkedType }: CelNode): string | undefined {
  const name = checkedType?.name ?? ''
  return name === 'OptionalNamespace' ? 'optional' : /^Space\.(.+)$/.exec(name)?.[1]
}

const SCALARS: ReadonlySet<string> = new Set([
  ...['bool', 'double', 'int', 'uint', 'google.protobuf.Duration', 'google.protobuf.Timestamp'],
])

/** The size of a value whose type alone limits it. */
export function sizeOfType(type: CheckedType | undefined): number | undefined {
  const inner = type?.kind === 'optional' ? type.valueType : type
  return inner && SCALARS.has(inner.type) ? 1 : undefined
}

/** The number of characters or bytes of a literal; 1 for any other. */
export function literalSize(value: unknown): number {
  if (typeof value === 'string') return [...value].length
  return value instanceof Uint8Array ? value.length : 1
}
