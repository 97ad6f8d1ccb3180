import { type JsonObject, platformDialect } from '../../../src/meta/index.js'
import { applyStrategicMergePatch, compileStrategicType, type StrategicType } from '../../../src/public/patch.js'

const P = platformDialect.schemaPrefix

/** A list with the markers that the fields of a workload have. */
export const merging = (items: JsonObject, key?: string, strategy = 'merge'): JsonObject => ({
  type: 'array',
  items,
  [`${P}patch-strategy`]: strategy,
  ...(key !== undefined && { [`${P}patch-merge-key`]: key }),
})
export const replacing = (items: JsonObject): JsonObject => ({ type: 'array', items, [`${P}list-type`]: 'atomic' })
export const struct = (properties: Record<string, JsonObject>): JsonObject => ({ type: 'object', properties })

/** A type with one list of each sort, down into itself. */
export const components: Record<string, JsonObject> = {
  Part: struct({
    parts: merging({ $ref: '#/components/schemas/Part' }, 'name'),
    ports: merging(struct({ port: { type: 'integer' } }), 'port'),
    tags: merging({ type: 'string' }),
    args: replacing({ type: 'string' }),
    pulls: replacing(struct({ name: { type: 'string' } })),
    options: { type: 'object', additionalProperties: { $ref: '#/components/schemas/Part' } },
    selector: { allOf: [{ $ref: '#/components/schemas/Part' }], [`${P}patch-strategy`]: 'replace' },
    strategy: { $ref: '#/components/schemas/Part', [`${P}patch-strategy`]: 'retainKeys' },
  }),
}

export const partType: StrategicType = compileStrategicType({ $ref: '#/components/schemas/Part' }, { definitions: components })

export const patchPart = (document: unknown, patch: unknown): unknown => applyStrategicMergePatch(document, patch, partType)
