/**
 * Shortens the schema names of a document in another dialect: without the vendor's domain, as the plane names its own schemas.
 *
 * @module
 */

import { type Dialect, getKey, isRecord, type JsonObject, setKey } from '../../meta/index.js'

type Schemas = Readonly<Record<string, JsonObject>>

/** The module of a schema, and the folder in it. */
const MODULE = /^[\w-]+\.(?:pkg\.(?:(?:apis?|util)\.)?)?/

/**
 * Renames the schemas of a document: `REVERSED.DOMAIN.api.core.v1.Pod` becomes `core.v1.Pod`. If the short name is ambiguous, the
 * long one is kept.
 *
 * @param schemas - Schemas by name; not modified.
 * @param from - The dialect of the names.
 * @returns The schemas by their new names, with updated references.
 */
export function withoutVendorNames(schemas: Schemas, { groupDomain }: Dialect): Schemas {
  const vendor = `${groupDomain.split('.').reverse().join('.')}.`
  const taken = new Set(Object.keys(schemas))
  const names = {}
  for (const name of taken) {
    const short = name.startsWith(vendor) ? name.slice(vendor.length).replace(MODULE, '') : name
    if (short === name || short === '' || taken.has(short)) continue
    taken.add(short)
    setKey(names, name, short)
  }
  const renamed: Record<string, JsonObject> = {}
  for (const [name, schema] of Object.entries(schemas)) setKey(renamed, newName(names, name), withReferences(schema, names))
  return renamed
}

const newName = (names: object, name: string): string => (getKey(names, name) as string | undefined) ?? name

/** A value of a document with updated references: most parts have none, and are not copied. */
function withReferences<T>(value: T, names: object): T {
  if (!Array.isArray(value) && !isRecord(value)) return value
  let copy: object | undefined
  for (const [key, member] of Object.entries(value)) {
    const isReference = key === '$ref' && typeof member === 'string'
    const updated = isReference ? renamedReference(member, names) : withReferences(member, names)
    if (updated === member) continue
    copy ??= Array.isArray(value) ? [...value] : { ...value }
    setKey(copy, key, updated)
  }
  return (copy ?? value) as T
}

function renamedReference(reference: string, names: object): string {
  const start = reference.lastIndexOf('/') + 1
  return reference.slice(0, start) + newName(names, reference.slice(start))
}
