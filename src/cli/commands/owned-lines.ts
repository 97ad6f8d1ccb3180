/**
 * An object as lines of YAML, each with the owners of its field.
 *
 * @module
 */

import { explain, type FieldOwner, withoutManagedFields } from '../../apply/index.js'
import { encodeYaml } from '../../codec/index.js'
import type { UnknownRecord } from '../../meta/index.js'

/** A line of YAML. */
export interface OwnedLine {
  readonly text: string
  /** Owners of the line's field; empty when the line only opens a map or a list of owned fields. */
  readonly owners: readonly FieldOwner[]
}

/**
 * Writes an object as YAML, in its own order of keys, without its managedFields.
 *
 * @param object - An API object within the depth limit of YAML documents.
 * @returns Its lines. A part that is owned as a whole has its owners on each of its lines.
 * @throws ApiError 400 when its managedFields cannot be read.
 */
export async function ownedLines(object: UnknownRecord): Promise<OwnedLine[]> {
  const page = new Page()
  await write(withoutManagedFields(object), ownerTree(object), '', page)
  return page.lines
}

/** A field or item of an object with its owners, as a tree. */
interface OwnedNode {
  owners: readonly FieldOwner[]
  readonly below: Map<string | number, OwnedNode>
}

function ownerTree(object: unknown): OwnedNode {
  const root: OwnedNode = { owners: [], below: new Map() }
  for (const { location, owners } of explain(object)) {
    let node = root
    for (const step of location) {
      const next = node.below.get(step) ?? { owners: [], below: new Map() }
      node.below.set(step, next)
      node = next
    }
    node.owners = owners
  }
  return root
}

/** Everything below an owned field is owned with it. */
const nodeAt = (node: OwnedNode, step: string | number): OwnedNode => node.below.get(step) ?? node

/** Collects the lines. */
class Page {
  readonly lines: OwnedLine[] = []
  /** Prefix of the next line instead of its indent: the dashes of list items that begin there. */
  #dashes: string | undefined

  /** Starts a list item on the next line. */
  dash(indent: string): void {
    this.#dashes = `${this.#dashes ?? indent}- `
  }

  add(texts: readonly string[], indent: string, owners: readonly FieldOwner[]): void {
    for (const text of texts) {
      this.lines.push({ text: text === '' ? '' : (this.#dashes ?? indent) + text, owners })
      this.#dashes = undefined
    }
  }
}

/** Writes the members of a non-empty map or list. Only keys and scalars are formatted by the YAML package, one at a time. */
async function write(value: object, node: OwnedNode, indent: string, page: Page): Promise<void> {
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) {
      const below = nodeAt(node, i)
      if (!isNested(item)) page.add(await yamlOf([item]), indent, below.owners)
      else {
        page.dash(indent)
        await write(item, below, `${indent}  `, page)
      }
    }
    return
  }
  for (const [key, member] of Object.entries(value)) {
    const below = nodeAt(node, key)
    if (!isNested(member)) page.add(await yamlOf({ [key]: member }), indent, below.owners)
    else {
      page.add(await openingOf(key), indent, below.owners)
      await write(member, below, Array.isArray(member) ? indent : `${indent}  `, page)
    }
  }
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null && Object.keys(value).length > 0

/** The lines before the members of a map or a list. A very long key takes two. */
async function openingOf(key: string): Promise<string[]> {
  const lines = await yamlOf({ [key]: [] })
  return lines.map((line, i) => (i === lines.length - 1 ? line.slice(0, -' []'.length) : line))
}

/** The lines of a value; a text may end in blank lines, which are significant. */
async function yamlOf(value: unknown): Promise<string[]> {
  return new TextDecoder()
    .decode(await encodeYaml(value))
    .slice(0, -1)
    .split('\n')
}
