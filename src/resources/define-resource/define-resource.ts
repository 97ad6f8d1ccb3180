/**
 * `defineResource`: creates a resource type from the types or JSON schemas of a program.
 *
 * @module
 */

import { compilePrinterColumns, defaultTable } from '../../codec/index.js'
import { aDialect, check, compareVersions, type Dialect, type DialectOption, dialectOf } from '../../meta/index.js'
import { JsonSchemaError, type Schema } from '../../schema/index.js'
import type { ResourceDefinition, ResourceVersion, Subresource } from '../definition/definition.js'
import { resourceNames } from '../definition/resource-names.js'
import { selectableFieldsOf } from '../definition/selectable-fields.js'
import { isOnByDefault } from '../lifecycle/version-life.js'
import { connectSubresource } from '../subresources/connect-subresource.js'
import type { ProxySubresource, StreamSubresource } from '../subresources/connect-subresource-spec.js'
import { customSubresource } from '../subresources/custom-subresource.js'
import type { CustomSubresource } from '../subresources/custom-subresource-spec.js'
import { ALL_VERBS, subresourcesOf } from '../subresources/subresources.js'
import type { CheckedVersions } from '../typed/checked-versions.js'
import { type AnyConversions, convertBy } from '../typed/conversions.js'
import { defaultProblems } from '../typed/default-problems.js'
import { listKeyProblems } from '../typed/list-key-problems.js'
import type { NewFields, StorageVersionOf, StoredFields, SubresourceForms, VersionSpecs } from '../typed/object-types.js'
import { refinementsOf } from '../typed/refinements.js'
import { compileVersionSchema, declaresSpec, type SchemaName } from '../typed/version-schema.js'
import type { VersionSchema } from '../typed/written-schema.js'
import { droppedPathProblems, keptFieldProblems } from './check-kept-fields.js'
import { pathTypeProblems } from './check-path-types.js'
import { checkResourceSpec, ResourceSpecError, storageVersionOf } from './check-resource-spec.js'
import { withValidation } from './own-validation.js'
import type { ResourceSpec } from './resource-spec.js'
import type { ResourceVersionSpec } from './resource-version-spec.js'

/** Options of {@link defineResource}. */
export interface DefineResourceOptions {
  /** The dialect of the schemas' extensions. Default `platform`. */
  readonly dialect?: DialectOption
}

const defineOptions = check.members<keyof DefineResourceOptions>({ dialect: aDialect })

/**
 * Creates a resource type from its names and schemas.
 *
 * @param spec - Names of the type, and schemas of its objects. If versions have types, invalid paths of printer columns, scale
 *   and selectable fields do not compile.
 * @param options - The dialect of the schemas.
 * @returns A definition, ready for `createControlPlane({ resources: [...] })` and `client.resource(...)`; it carries the types
 *   of its objects (`Stored<typeof Widget>`).
 * @throws {@link ResourceSpecError} when the spec is invalid; one line for each problem.
 */
export function defineResource<const V extends VersionSpecs, const Namespaced extends boolean = true>(
  spec: ResourceSpec<V> & { readonly versions: CheckedVersions<V>; readonly namespaced?: Namespaced },
  options: DefineResourceOptions = {},
): ResourceDefinition<
  StoredFields<StorageVersionOf<V>>,
  NewFields<StorageVersionOf<V>>,
  // Inline, as programs that export the result would otherwise have to import the named type.
  {
    readonly [E in V[number] as E['name']]: E extends StorageVersionOf<V>
      ? { readonly subresources: SubresourceForms<E> }
      : { readonly stored: StoredFields<E>; readonly new: NewFields<E>; readonly subresources: SubresourceForms<E> }
  },
  Namespaced
> {
  checkResourceSpec(spec)
  check.refuse('defineResource', defineOptions(options, 'options'))
  const { group, kind, conversions } = spec
  const versions: VersionSpecs = spec.versions
  const dialect = dialectOf(options.dialect)
  const plural = spec.plural ?? pluralOf(kind)
  const storageVersion = storageVersionOf(versions)
  const definition: ResourceDefinition = {
    group,
    names: resourceNames({ ...spec, plural }),
    namespaced: (spec.namespaced ?? true) as Namespaced,
    versions: [...versions]
      .sort((a, b) => compareVersions(a.name, b.name))
      .map((version) => ({
        ...compileVersion(version, spec, dialect),
        subresources: subresourcesOfVersion(version, spec, dialect, () => definition),
      })),
    storageVersion,
    storedAs: { group, resource: plural },
    verbs: ALL_VERBS,
    hasGeneration: true,
    custom: true,
    definedBy: spec,
    ...(conversions && {
      convert: convertBy({
        group,
        kind,
        storageVersion,
        conversions: conversions as AnyConversions,
        hasSpec: (version) => declaresSpec(versions.find(({ name }) => name === version)?.schema),
      }),
    }),
    strategy: spec.validate ? withValidation(kind, spec.strategy ?? {}, spec.validate) : (spec.strategy ?? {}),
  }
  const schemas = new Map(definition.versions.map(({ name, schema }) => [name, schema]))
  const problems = [
    ...keptFieldProblems(definition, conversions ?? {}),
    ...versions.flatMap((version) => {
      const schema = schemas.get(version.name)
      return [...droppedPathProblems(version, schema), ...pathTypeProblems(version, schema)]
    }),
  ]
  if (problems.length > 0) throw new ResourceSpecError(kind, problems)
  // Planes and clients share it. The spec within is the caller's own, and stays as it is.
  for (const part of [definition.names, definition.storedAs, definition.versions, ...definition.versions]) Object.freeze(part)
  return Object.freeze(definition) as ReturnType<typeof defineResource<V, Namespaced>>
}

type OwnSubresource = CustomSubresource | StreamSubresource | ProxySubresource

function subresourcesOfVersion(
  { name: version, subresources = {} }: ResourceVersionSpec,
  { group, kind }: Pick<ResourceSpec, 'group' | 'kind'>,
  dialect: Dialect,
  definition: () => ResourceDefinition,
): readonly Subresource[] {
  const { status, scale, ...own } = subresources
  const compile = (kind: string, schema: VersionSchema | undefined) =>
    compileVersion({ name: version, ...(schema && { schema }) }, { group, kind }, dialect)
  return [
    ...subresourcesOf({ ...(status && { status }), ...(scale && { scale }) }),
    ...Object.entries(own as Readonly<Record<string, OwnSubresource>>).map(([name, spec]) =>
      'create' in spec
        ? customSubresource(name, spec, { group, version, definition, compile })
        : connectSubresource(name, spec, { group, version, kind }),
    ),
  ]
}

function compileVersion(
  version: ResourceVersionSpec,
  spec: Pick<ResourceSpec, 'group' | 'kind'>,
  dialect: Dialect,
): ResourceVersion {
  const { deprecated, life, printerColumns, protobuf, schema, selectableFields = [] } = version
  const refine = schema && refinementsOf(schema)
  // Published schemas are named as in Kubernetes: reversed domain, version, kind.
  const name = `${spec.group.split('.').reverse().join('.')}.${version.name}.${spec.kind}`
  return {
    name: version.name,
    served: version.served ?? isOnByDefault(version.name, life ?? {}),
    ...(life && { life }),
    ...(refine && { refine }),
    ...(schema && { schema: compiledSchema(schema, spec.kind, version.name, { dialect, name }) }),
    table: printerColumns ? compilePrinterColumns(printerColumns) : defaultTable,
    ...(selectableFields.length > 0 && { selectableFields: selectableFieldsOf(selectableFields) }),
    ...(protobuf && { protobuf }),
    ...(deprecated !== undefined && deprecated !== false && { deprecated: true }),
    ...(typeof deprecated === 'string' && { deprecationWarning: deprecated }),
    subresources: [],
  }
}

/** Compiles the schema of a version; a type without a structural schema is an error of the spec. */
function compiledSchema(schema: VersionSchema, kind: string, version: string, named: SchemaName): Schema {
  const refuse = (problems: readonly string[]) =>
    new ResourceSpecError(
      kind,
      problems.map((problem) => `version ${JSON.stringify(version)}: ${problem}`),
    )
  try {
    const compiled = compileVersionSchema(schema, named)
    const problems = [...defaultProblems(compiled), ...listKeyProblems(compiled)]
    if (problems.length > 0) throw refuse(problems)
    return compiled
  } catch (error) {
    throw error instanceof JsonSchemaError ? refuse([error.message]) : error
  }
}

/** The English plural of a kind, in lower case: `boxes`, `policies`, `widgets`. */
function pluralOf(kind: string): string {
  const word = kind.toLowerCase()
  if (/(?:s|x|z|ch|sh)$/.test(word)) return `${word}es`
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`
}
