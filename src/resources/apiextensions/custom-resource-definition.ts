/**
 * CustomResourceDefinition: a resource type that clients define.
 *
 * @module
 */

import { defaultTable } from '../../codec/index.js'
import {
  type ApiObject,
  atOnce,
  type Dialect,
  errorsOf,
  type FieldError,
  inTurns,
  invalidField,
  jsonEqual,
  requiredField,
  unsupportedField,
} from '../../meta/index.js'
import { builtinDefinition } from '../definition/builtin-definition.js'
import type { ResourceDefinition } from '../definition/definition.js'
import type { Strategy } from '../definition/strategy.js'
import { hasCondition, recordOf, textOf, valueAt, withFields } from '../fields/fields.js'
import { statusSubresource } from '../subresources/subresources.js'
import { validateApproval } from './approval.js'
import { namesOf, storedVersionsOf, versionsOf } from './definition-fields.js'
import { definitionProperties, definitionSchemas } from './definition-schema.js'
import { cleanupFinalizerOf, withStorageVersion, withTerminating, writeNames } from './establish.js'
import { validateConversion, withConversionDefaults } from './validate-conversion.js'
import { validateDefinitionNames, validateOwnName } from './validate-names.js'
import { prepareVersions, validateVersions } from './validate-versions.js'

/** The cluster scope, and the namespace scope. */
const SCOPES = ['Cluster', 'Namespaced']

/**
 * The CustomResourceDefinition kind.
 *
 * @param dialect - The plane's dialect.
 */
export const customResourceDefinition = (dialect: Dialect): ResourceDefinition =>
  builtinDefinition(dialect, {
    group: `apiextensions.${dialect.groupDomain}`,
    kind: 'CustomResourceDefinition',
    plural: 'customresourcedefinitions',
    shortNames: ['crd', 'crds'],
    categories: ['api-extensions'],
    namespaced: false,
    hasGeneration: true,
    schemaName: 'apiextensions.v1.CustomResourceDefinition',
    description: 'A resource type that clients define.',
    properties: definitionProperties,
    required: ['spec'],
    schemas: () => definitionSchemas(dialect),
    keepEmpty: ['deprecationWarning'],
    plainFields: [
      ...['deprecated', 'priority', 'nullable', 'uniqueItems', 'exclusiveMaximum', 'exclusiveMinimum'],
      ...['embedded-resource', 'int-or-string'].map((name) => `${dialect.schemaPrefix}${name}`),
    ],
    table: defaultTable,
    subresources: [statusSubresource],
    strategy: strategyOf(dialect),
  })

function strategyOf(dialect: Dialect): Strategy {
  /** Errors of versions, computed before the synchronous validation. */
  const judged = new WeakMap<ApiObject, readonly FieldError[]>()
  const judgeVersions = async (definition: ApiObject, live?: ApiObject): Promise<void> => {
    await prepareVersions(definition)
    judged.set(definition, await inTurns(validateVersions(definition, dialect, live)))
  }
  const validate = (definition: ApiObject, live?: ApiObject): readonly FieldError[] => [
    ...validateDefinitionNames(definition),
    ...validateScope(definition),
    ...(judged.get(definition) ?? atOnce(validateVersions(definition, dialect, live))),
    ...validateConversion(definition, live),
    ...(valueAt(definition, 'spec', 'preserveUnknownFields') === true
      ? [
          invalidField(
            'spec.preserveUnknownFields',
            true,
            `cannot set to true, set ${dialect.schemaPrefix}preserve-unknown-fields to true in spec.versions[*].schema instead`,
          ),
        ]
      : []),
  ]
  return {
    plainFinalizers: true,
    deletionFinalizers: (definition) => [cleanupFinalizerOf(definition)],
    allowUnconditionalUpdate: false,
    defaults: withDefaults,
    prepareForCreate: (definition) => ({
      ...definition,
      status: { conditions: null, acceptedNames: writeNames({}), storedVersions: withStorageVersion(definition, []) },
    }),
    prepareForUpdate(definition, live, { subresource }) {
      if (subresource === 'status') return definition
      const storedVersions = withStorageVersion(definition, storedVersionsOf(live))
      return { ...definition, status: { ...recordOf(live.status), storedVersions } }
    },
    prepareForDelete({ metadata: { deletionGracePeriodSeconds: _, ...metadata }, ...definition }, live) {
      // The desired state has not changed, so the generation is kept; the deletion takes as long as that of its objects.
      const { generation } = live.metadata
      const marked = { ...definition, metadata: { ...metadata, ...(generation !== undefined && { generation }) } } as ApiObject
      return withTerminating(marked, 'inProgress', metadata.deletionTimestamp ?? '')
    },
    prepareToValidate: judgeVersions,
    validateCreate: (definition) => [
      ...validateOwnName(definition),
      ...validate(definition),
      ...validateStoredVersions(definition),
      ...validateApproval(definition, undefined, dialect),
    ],
    validateUpdate: (definition, live) => [
      ...validate(definition, live),
      ...validateStoredVersions(definition),
      ...validateFixed(definition, live),
      ...validateApproval(definition, live, dialect),
    ],
  }
}

function withDefaults(definition: ApiObject): ApiObject {
  const spec = recordOf(definition.spec)
  const names = recordOf(spec.names)
  const kind = textOf(names.kind)
  const versions = versionsOf(definition).map((version) => ({
    ...version,
    served: version.served ?? false,
    storage: version.storage ?? false,
  }))
  return {
    ...definition,
    spec: {
      ...withFields(spec, { preserveUnknownFields: spec.preserveUnknownFields === true ? true : undefined }),
      names: withFields(names, {
        singular: textOf(names.singular) || kind.toLowerCase() || undefined,
        listKind: textOf(names.listKind) || (kind === '' ? undefined : `${kind}List`),
      }),
      ...(spec.versions !== undefined && { versions }),
      conversion: withConversionDefaults(spec.conversion),
    },
  }
}

function validateScope(definition: ApiObject): readonly FieldError[] {
  const scope = textOf(valueAt(definition, 'spec', 'scope'))
  if (scope === '') return [requiredField('spec.scope')]
  return SCOPES.includes(scope) ? [] : [unsupportedField('spec.scope', scope, SCOPES)]
}

/** Objects may still be stored in these versions, so they are needed for reading. */
function validateStoredVersions(definition: ApiObject): readonly FieldError[] {
  const stored = storedVersionsOf(definition)
  const path = 'status.storedVersions'
  if (stored.length === 0) return [invalidField(path, stored, 'must have at least one stored version')]
  const versions = versionsOf(definition)
  const names = new Set(versions.map(({ name }) => textOf(name)))
  const storage = versions.find((version) => version.storage === true)
  return [
    ...errorsOf(stored, (name, i) =>
      names.has(name)
        ? []
        : [
            invalidField(
              `${path}[${i}]`,
              name,
              'missing from spec.versions; it was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in it and removes it from status.storedVersions',
            ),
          ],
    ),
    ...(storage === undefined || stored.includes(textOf(storage.name))
      ? []
      : [invalidField(path, stored, `must have the storage version ${textOf(storage.name)}`)]),
  ]
}

/** Immutable: group and plural always, scope and kind once the type is established. */
function validateFixed(definition: ApiObject, live: ApiObject): readonly FieldError[] {
  const fixed = (field: string, next: unknown, before: unknown): readonly FieldError[] =>
    jsonEqual(next, before) ? [] : [invalidField(field, next, 'field is immutable')]
  const [next, before] = [namesOf(definition), namesOf(live)]
  return [
    ...(hasCondition(live, 'Established')
      ? [
          ...fixed('spec.scope', valueAt(definition, 'spec', 'scope'), valueAt(live, 'spec', 'scope')),
          ...fixed('spec.names.kind', next.kind, before.kind),
        ]
      : []),
    ...fixed('spec.group', valueAt(definition, 'spec', 'group'), valueAt(live, 'spec', 'group')),
    ...fixed('spec.names.plural', next.plural, before.plural),
  ]
}
