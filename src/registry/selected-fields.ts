/**
 * The fields that stored objects are selected by: those of the object that is shown, not of its bytes. Of a custom type these are the
 * fields of the storage version.
 *
 * @module
 */

import { type ApiObject, setKey } from '../meta/index.js'
import { inStorageVersion, type ResourceCatalog, type ResourceDefinition, throughSchema } from '../resources/index.js'
import type { CollectionOptions } from '../store/index.js'
import { isReadFromStorage } from './converted-selection.js'

/** A type that has selectable fields. */
interface Selectable {
  readonly definition: ResourceDefinition
  readonly fields: readonly (readonly [path: string, value: (object: ApiObject) => string])[]
}

/**
 * Reads the fields that any view of a stored type selects by. The views are looked up once for each state of the catalog.
 *
 * @param catalog - Has the current definitions.
 * @param type - The stored type.
 */
export function selectedFields(
  catalog: ResourceCatalog,
  { storedAs }: Pick<ResourceDefinition, 'storedAs'>,
): NonNullable<CollectionOptions['selectableFields']> {
  let generation: number | undefined
  let views: readonly Selectable[] = []
  return (object, isOwn) => {
    if (catalog.generation !== generation) {
      generation = catalog.generation
      views = catalog.storedWith({ storedAs }).flatMap(selectable)
    }
    const values: Record<string, string> = {}
    for (const { definition, fields } of views) {
      // What this process writes has the form of the current schemas.
      const current = isOwn || !definition.custom ? object : nextStored(definition, object)
      for (const [path, value] of fields) {
        const text = orElse('', () => value(current))
        setKey(values, path, text)
      }
    }
    return values
  }
}

function selectable(definition: ResourceDefinition): readonly Selectable[] {
  const { versions, custom, selectableFields } = definition
  const inStorage = versions.find((version) => isReadFromStorage({ definition, version }))
  const fields = Object.entries((custom ? inStorage?.selectableFields : selectableFields) ?? {})
  return fields.length > 0 ? [{ definition, fields }] : []
}

/** An object as the next write would store it. */
const nextStored = (definition: ResourceDefinition, object: ApiObject): ApiObject =>
  orElse(object, () => inStorageVersion(definition, throughSchema(definition, object)))

/** The object is committed already when its fields are read, so an unreadable one counts as empty instead of throwing. */
function orElse<T>(otherwise: T, read: () => T): T {
  try {
    return read()
  } catch {
    return otherwise
  }
}
