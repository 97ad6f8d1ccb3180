/**
 * Schemas of older forms, derived from the present one.
 *
 * @module
 */

import { type Dialect, getKey, isRecord, type JsonObject } from '../../meta/index.js'
import { compileSchemaLater, type Definitions, resolveReferences, type Schema } from '../../schema/index.js'
import { recordOf, textsOf } from '../fields/fields.js'
import { reportingAs } from '../fields/types-only.js'

/** How the members of an object differ in an older form. */
export interface MemberChanges {
  /** Members of the older form only: a schema, or the path of the present member with the same values. */
  readonly members?: Readonly<Record<string, JsonObject | string>>
  /** Members of the present form only. */
  readonly removed?: readonly string[]
  /** Members that only the present form requires. */
  readonly optional?: readonly string[]
}

/**
 * The changes by the path of the object, such as `spec.rules.http`, made in this order. A path passes through lists to their items.
 */
export type SchemaChanges = Readonly<Record<string, MemberChanges>>

/**
 * Creates the schema of an older form. Only what differs is described anew; the rest refers to the components of the present schema.
 *
 * @param present - The schema of the present form.
 * @param changes - How the older form differs.
 * @param dialect - The dialect of the schema.
 */
export function olderSchema(present: Schema, changes: SchemaChanges, dialect: Dialect): Schema {
  const read = () => {
    const { document, components: definitions } = present
    const { [`${dialect.schemaPrefix}group-version-kind`]: _, ...own } = resolveReferences(document, definitions).document
    const older = Object.entries(changes).reduce(
      (schema, [path, change]) => changedAt(schema, path.split('.'), change, definitions),
      own as JsonObject,
    )
    return { document: older, definitions }
  }
  return reportingAs(present, compileSchemaLater(read, { dialect, style: 'builtin' }))
}

function changedAt(
  schema: JsonObject,
  [step, ...rest]: readonly string[],
  change: MemberChanges,
  definitions: Definitions,
): JsonObject {
  const { document } = resolveReferences(schema, definitions)
  const { items, properties } = document
  const path = step === undefined ? [] : [step, ...rest]
  if (isRecord(items)) return { ...document, items: changedAt(items as JsonObject, path, change, definitions) }
  if (step === undefined) return changed(document, change, definitions)
  const member = getKey(properties, step)
  if (!isRecord(member)) return document
  const next = changedAt(member as JsonObject, rest, change, definitions)
  return { ...document, properties: { ...recordOf(properties), [step]: next } as JsonObject }
}

function changed(
  document: JsonObject,
  { members = {}, removed = [], optional = [] }: MemberChanges,
  definitions: Definitions,
): JsonObject {
  const properties = { ...recordOf(document.properties) }
  for (const name of removed) delete properties[name]
  for (const [name, given] of Object.entries(members)) {
    properties[name] = typeof given === 'string' ? memberAt(document, given.split('.'), definitions) : given
  }
  const needed = textsOf(document.required)
  const renamed = Object.keys(members).filter((name) => needed.some((other) => other === members[name]))
  const required = [...needed.filter((name) => !removed.includes(name) && !optional.includes(name)), ...renamed]
  return { ...document, properties, required } as JsonObject
}

/** The schema at a path of present members; one that accepts any value where a cluster does not describe it. */
function memberAt(schema: JsonObject, [step, ...rest]: readonly string[], definitions: Definitions): JsonObject {
  if (step === undefined) return schema
  const { document } = resolveReferences(schema, definitions)
  const holder = isRecord(document.items) ? resolveReferences(document.items as JsonObject, definitions).document : document
  return memberAt(recordOf(getKey(holder.properties, step)) as JsonObject, rest, definitions)
}
