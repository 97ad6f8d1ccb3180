/**
 * Finds selectable fields and scale paths of a version that point to values which they cannot take.
 *
 * @module
 */

import type { Schema } from '../../schema/index.js'
import { schemaAlong, UNDECLARED, validateSelectable } from '../apiextensions/validate-selectable-fields.js'
import { textOf } from '../fields/fields.js'
import { keysOf } from '../subresources/scale.js'
import type { ResourceVersionSpec } from './resource-version-spec.js'

/** Without a format, numbers of a program's types may be integers. */
const COUNTS = ['integer', 'number']
const SCALE_TYPES = { specReplicasPath: COUNTS, statusReplicasPath: COUNTS, labelSelectorPath: ['string'] } as const

/**
 * Lists them: selectable fields by the rules for custom resource definitions, apart from fields that the schema keeps without declaring
 * them.
 *
 * @param spec - As given, with simple paths.
 * @param schema - Its compiled schema; without one, any value may be anywhere.
 * @returns One line each.
 */
export function* pathTypeProblems(
  { name, selectableFields = [], subresources = {} }: ResourceVersionSpec,
  schema: Schema | undefined,
): Iterable<string> {
  const version = `version ${JSON.stringify(name)}`
  const fields = selectableFields.map((jsonPath) => ({ jsonPath }))
  for (const { field, message } of validateSelectable(fields, schema?.document, 'selectableFields')) {
    if (!message.endsWith(UNDECLARED)) yield `${version}: ${field.replace('.jsonPath', '')}: ${message}`
  }
  for (const [part, types] of Object.entries(SCALE_TYPES)) {
    const path = subresources.scale?.[part as keyof typeof SCALE_TYPES]
    const type = path === undefined ? '' : textOf(schemaAlong(schema?.document, keysOf(path))?.type)
    if (type !== '' && !types.some((allowed) => allowed === type))
      yield `${version}: subresources.scale.${part}: ${path} is of type ${type}: expected ${types.join(' or ')}`
  }
}
