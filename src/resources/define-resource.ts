/**
 * `defineResource`: a resource type from a JSON schema, for programs with an API of their own.
 *
 * @module
 */

import { compilePrinterColumns, defaultTable, type PrinterColumn, type ProtobufMessages } from '../codec/index.js'
import { compareVersions, type Dialect, type JsonObject, platformDialect } from '../meta/index.js'
import { compileSchema } from '../schema/index.js'
import { checkResourceSpec } from './check-resource-spec.js'
import type { ResourceDefinition, ResourceVersion, ScaleSubresource, Strategy } from './definition.js'
import { resourceNames } from './resource-names.js'
import { selectableFieldsOf } from './selectable-fields.js'
import { ALL_VERBS, subresourcesOf } from './subresources.js'

/** The schema of a version: of the whole object, or of its `spec` and `status`. */
export type VersionSchema = JsonObject | { readonly spec: JsonObject; readonly status?: JsonObject }

/** One version of a type, as an embedder writes it. */
export interface ResourceVersionSpec {
  /** Such as `v1` or `v1beta2`. */
  readonly name: string
  /** JSON schema (OpenAPI v3). Without one, objects may hold anything. */
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

/** A resource type, as an embedder writes it. */
export interface ResourceSpec {
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
  readonly versions: readonly ResourceVersionSpec[]
  /** What the type does differently. Objects are in the storage version. */
  readonly strategy?: Strategy
}

/** Options of {@link defineResource}. */
export interface DefineResourceOptions {
  /** Whose words the schemas' extensions are in. Default {@link platformDialect}. */
  readonly dialect?: Dialect
}

/**
 * Makes a resource type from its names and schemas.
 *
 * @param spec - What the type is called and what its objects hold.
 * @param options - The dialect of the schemas.
 * @returns A definition, ready for `createControlPlane({ resources: [...] })`.
 * @throws {@link ResourceSpecError} when the description does not make sense; one line for each problem.
 */
export function defineResource(spec: ResourceSpec, options: DefineResourceOptions = {}): ResourceDefinition {
  checkResourceSpec(spec)
  const { group, kind, versions } = spec
  const dialect = options.dialect ?? platformDialect
  const plural = spec.plural ?? pluralOf(kind)
  const storage = versions.find((version) => version.storage) ?? versions[0]
  const selectable = [...new Set(versions.flatMap((version) => version.selectableFields ?? []))]
  return {
    group,
    names: resourceNames({ ...spec, plural }),
    namespaced: spec.namespaced ?? true,
    versions: [...versions]
      .sort((a, b) => compareVersions(a.name, b.name))
      .map((version) => compileVersion(version, spec, dialect)),
    storageVersion: storage?.name ?? '',
    storedAs: { group, resource: plural },
    verbs: ALL_VERBS,
    hasGeneration: true,
    custom: true,
    ...(selectable.length > 0 && { selectableFields: selectableFieldsOf(selectable) }),
    strategy: spec.strategy ?? {},
  }
}

function compileVersion(version: ResourceVersionSpec, spec: ResourceSpec, dialect: Dialect): ResourceVersion {
  const { deprecated, printerColumns, protobuf, schema } = version
  return {
    name: version.name,
    served: version.served ?? true,
    ...(schema && {
      schema: compileSchema(wholeSchema(schema), { dialect, name: `${spec.group}.${version.name}.${spec.kind}` }),
    }),
    table: printerColumns ? compilePrinterColumns(printerColumns) : defaultTable,
    ...(protobuf && { protobuf }),
    ...(deprecated !== undefined && deprecated !== false && { deprecated: true }),
    ...(typeof deprecated === 'string' && { deprecationWarning: deprecated }),
    subresources: subresourcesOf(version.subresources ?? {}),
  }
}

/** The schema of the whole object; one with no other words than `spec` and `status` gives those parts. */
function wholeSchema(schema: VersionSchema): JsonObject {
  const { spec, status, ...rest } = schema as { readonly spec?: JsonObject; readonly status?: JsonObject }
  if (spec === undefined || Object.keys(rest).length > 0) return schema as JsonObject
  return { type: 'object', properties: { spec, ...(status && { status }) } }
}

/** The English plural of a kind, in lower case: `boxes`, `policies`, `widgets`. */
export function pluralOf(kind: string): string {
  const word = kind.toLowerCase()
  if (/(?:s|x|z|ch|sh)$/.test(word)) return `${word}es`
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`
}
