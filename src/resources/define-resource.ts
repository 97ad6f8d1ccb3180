/**
 * `defineResource`: a resource type from the types or JSON schemas of a program with an API of its own.
 *
 * @module
 */

import { compilePrinterColumns, defaultTable, type PrinterColumn, type ProtobufMessages } from '../codec/index.js'
import {
  type ApiObject,
  compareVersions,
  type Dialect,
  type FieldError,
  type JsonObject,
  platformDialect,
} from '../meta/index.js'
import { checkResourceSpec, storageVersionOf } from './check-resource-spec.js'
import type { ResourceDefinition, ResourceVersion, ScaleSubresource, Strategy } from './definition.js'
import { resourceNames } from './resource-names.js'
import { selectableFieldsOf } from './selectable-fields.js'
import { ALL_VERBS, subresourcesOf } from './subresources.js'
import type { CheckedVersions } from './typed/checked-versions.js'
import { type AnyConversions, type Conversions, convertBy } from './typed/conversions.js'
import type { NewFields, StorageVersionOf, StoredFields, VersionSpecs } from './typed/object-types.js'
import { refinementsOf } from './typed/refinements.js'
import type { TypeWithSchema } from './typed/type-with-schema.js'
import { compileVersionSchema } from './typed/version-schema.js'

/**
 * The schema of a version: types of its `spec` and `status` (zod's, or any with a JSON schema), JSON schemas of both, or one
 * JSON schema of the whole object.
 */
export type VersionSchema =
  | { readonly spec: TypeWithSchema; readonly status?: TypeWithSchema }
  | { readonly spec: JsonObject; readonly status?: JsonObject }
  | JsonObject

/** One version of a type, as an embedder writes it. */
export interface ResourceVersionSpec {
  /** Such as `v1` or `v1beta2`. */
  readonly name: string
  /** What objects hold: types, or JSON schemas (OpenAPI v3). Without one, objects may hold anything. */
  readonly schema?: VersionSchema
  /** Whether clients may use this version. Default true. */
  readonly served?: boolean
  /** Whether objects are stored in this version. Default: the first version, when none says so. */
  readonly storage?: boolean
  /** With `status`, the status has a path of its own and the object's path leaves it alone. */
  readonly subresources?: { readonly status?: boolean; readonly scale?: ScaleSubresource }
  /** Columns of tables beside the name. Default: when the object was created. */
  readonly printerColumns?: readonly PrinterColumn[]
  /** Paths that field selectors may use beside name and namespace, such as `.spec.color`. */
  readonly selectableFields?: readonly string[]
  /**
   * Protobuf messages of the kind: by name, with their fields and field numbers, as protobufjs writes them in JSON. With
   * them clients may send and ask for objects of this version in protobuf too; without, they use JSON or YAML.
   */
  readonly protobuf?: ProtobufMessages
  /** True, or the text of the warning that clients of this version get. */
  readonly deprecated?: boolean | string
}

/**
 * A resource type, as an embedder writes it.
 *
 * @typeParam V - Its versions; the compiler finds the types of objects, and checks paths into them, by these.
 */
export interface ResourceSpec<V extends VersionSpecs = VersionSpecs> {
  /** API group: a domain name that you own, such as `shop.example.com`. */
  readonly group: string
  /** Such as `Widget`. */
  readonly kind: string
  /** Name in URLs. Default: the kind in lower case, in its English plural. */
  readonly plural?: string
  /** Default: the kind in lower case. */
  readonly singular?: string
  /** Default: the kind and `List`. */
  readonly listKind?: string
  /** Abbreviations for people. Default none. */
  readonly shortNames?: readonly string[]
  /** Sets of types that clients ask for together, such as `all`. Default none. */
  readonly categories?: readonly string[]
  /** Whether objects live in namespaces. Default true. */
  readonly namespaced?: boolean
  /** At least one. */
  readonly versions: V
  /** How objects of versions with other fields become those of the storage version, and back; by the version's name. */
  readonly conversions?: Conversions<V>
  /**
   * Judges what schemas cannot say, after they have: objects in the storage version, complete with defaults.
   *
   * @param object - The new state.
   * @param live - The stored state; undefined for a new object.
   * @returns What is wrong; `invalidField` and its kin of `binnacle/meta` make such errors.
   */
  readonly validate?: (object: DefinedObject<V>, live: DefinedObject<V> | undefined) => Iterable<FieldError>
  /** What the type does differently. Objects are in the storage version. */
  readonly strategy?: Strategy
}

/** Options of {@link defineResource}. */
export interface DefineResourceOptions {
  /** Whose words the schemas' extensions are in. Default {@link platformDialect}. */
  readonly dialect?: Dialect
}

/** A stored object of the versions' storage version. */
export type DefinedObject<V extends VersionSpecs> = ApiObject & StoredFields<StorageVersionOf<V>>

/**
 * Makes a resource type from its names and schemas.
 *
 * @param spec - What the type is called and what its objects hold. Where versions have types, paths of printer columns,
 *   scale and selectable fields that lead nowhere do not compile.
 * @param options - The dialect of the schemas.
 * @returns A definition, ready for `createControlPlane({ resources: [...] })` and `client.resource(...)`; it carries the types
 *   of its objects (`Stored<typeof Widget>`).
 * @throws {@link ResourceSpecError} when the description does not make sense; one line for each problem.
 */
export function defineResource<const V extends VersionSpecs>(
  spec: ResourceSpec<V> & { readonly versions: CheckedVersions<V> },
  options: DefineResourceOptions = {},
): ResourceDefinition<StoredFields<StorageVersionOf<V>>, NewFields<StorageVersionOf<V>>> {
  checkResourceSpec(spec)
  const { group, kind, conversions } = spec
  const versions: VersionSpecs = spec.versions
  const dialect = options.dialect ?? platformDialect
  const plural = spec.plural ?? pluralOf(kind)
  const storageVersion = storageVersionOf(versions)
  const selectable = [...new Set(versions.flatMap((version) => version.selectableFields ?? []))]
  return {
    group,
    names: resourceNames({ ...spec, plural }),
    namespaced: spec.namespaced ?? true,
    versions: [...versions]
      .sort((a, b) => compareVersions(a.name, b.name))
      .map((version) => compileVersion(version, spec, dialect)),
    storageVersion,
    storedAs: { group, resource: plural },
    verbs: ALL_VERBS,
    hasGeneration: true,
    custom: true,
    definedBy: spec,
    ...(conversions && { convert: convertBy(group, storageVersion, conversions as AnyConversions) }),
    ...(selectable.length > 0 && { selectableFields: selectableFieldsOf(selectable) }),
    strategy: strategyOf(spec),
  }
}

function compileVersion(
  version: ResourceVersionSpec,
  spec: Pick<ResourceSpec, 'group' | 'kind'>,
  dialect: Dialect,
): ResourceVersion {
  const { deprecated, printerColumns, protobuf, schema } = version
  const refine = schema && refinementsOf(schema)
  return {
    name: version.name,
    served: version.served ?? true,
    ...(refine && { refine }),
    ...(schema && { schema: compileVersionSchema(schema, { dialect, name: `${spec.group}.${version.name}.${spec.kind}` }) }),
    table: printerColumns ? compilePrinterColumns(printerColumns) : defaultTable,
    ...(protobuf && { protobuf }),
    ...(deprecated !== undefined && deprecated !== false && { deprecated: true }),
    ...(typeof deprecated === 'string' && { deprecationWarning: deprecated }),
    subresources: subresourcesOf(version.subresources ?? {}),
  }
}

/** The type's own validation is one more judgement of its strategy. */
function strategyOf<V extends VersionSpecs>({ strategy = {}, validate }: ResourceSpec<V>): Strategy {
  if (!validate) return strategy
  const { validateCreate, validateUpdate } = strategy
  return {
    ...strategy,
    validateCreate: (object, context) => [
      ...(validateCreate?.(object, context) ?? []),
      ...validate(object as DefinedObject<V>, undefined),
    ],
    validateUpdate: (object, live, context) => [
      ...(validateUpdate?.(object, live, context) ?? []),
      ...validate(object as DefinedObject<V>, live as DefinedObject<V>),
    ],
  }
}

/** The English plural of a kind, in lower case: `boxes`, `policies`, `widgets`. */
export function pluralOf(kind: string): string {
  const word = kind.toLowerCase()
  if (/(?:s|x|z|ch|sh)$/.test(word)) return `${word}es`
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`
}
