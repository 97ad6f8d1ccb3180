/**
 * Creates stored kinds from a source (an OpenAPI document or the packaged tables), and from the known properties in this folder.
 *
 * @module
 */

import { defaultTable } from '../../codec/index.js'
import { type ApiObject, compareVersions, type Dialect, type JsonObject, type UnknownRecord } from '../../meta/index.js'
import { compileSchemaLater, type Definitions, type Schema } from '../../schema/index.js'
import { componentStatusDefinition } from '../core/component-statuses.js'
import { bindingDefinition } from '../core/pods/binding.js'
import type { ResourceDefinition, ResourceVerb, ResourceVersion } from '../definition/definition.js'
import { resourceNames } from '../definition/resource-names.js'
import type { Strategy } from '../definition/strategy.js'
import { recordOf, withFields } from '../fields/fields.js'
import { openStatus, typesOnly } from '../fields/types-only.js'
import { ALL_VERBS, STATUS_TAKES, statusPart, subresourcesOf } from '../subresources/subresources.js'
import { canonicalBy, emptyStatusOf } from './by-schema.js'
import type { KnownKind, KnownKinds } from './known-kind.js'
import { omitEmptyBy } from './omit-empty.js'

/** The names of a kind in a source. */
export interface SourceKind {
  readonly group: string
  readonly version: string
  readonly kind: string
}

/** One resource or subresource in one version. */
export interface SourceResource {
  /** In the plane's dialect. */
  readonly group: string
  readonly version: string
  readonly plural: string
  /** Empty for the resource itself. */
  readonly subresource: string
  readonly namespaced: boolean
  /** Its kind, named as in the source. */
  readonly kind: SourceKind
  readonly verbs: ReadonlySet<ResourceVerb>
}

/** A schema and its name. */
export interface NamedSchema {
  readonly name: string
  /** Read on first use. */
  readonly document: JsonObject
}

/** A source of kinds. */
export interface KindSource {
  /** All resources and subresources, in the order of their types in discovery. */
  readonly resources: readonly SourceResource[]
  /** Schemas by name. */
  readonly schemas: Definitions
  /** Finds the schema of a kind, with its group in the plane's dialect. */
  readonly schemaOf: (kind: SourceKind) => NamedSchema | undefined
}

/** Verbs that a type needs to be stored. */
const STORED: readonly ResourceVerb[] = ['create', 'get', 'list']

/** Fields whose empty value has a meaning: an explicit empty class, or an empty list of policies. */
const KEPT = ['storageClassName', 'policies']

/**
 * Creates resource types: one for each kind that can be created, read and listed.
 *
 * Virtual kinds (reviews) are left out, and so are subresources other than `status` and `scale`; those of nodes, pods and
 * services are known. Pods come with bindings and component statuses.
 *
 * @param source - The source.
 * @param dialect - The plane's dialect.
 * @param known - The properties that the source lacks.
 * @returns Definitions in the order of the source.
 */
export function storedKinds(source: KindSource, dialect: Dialect, known: KnownKinds): readonly ResourceDefinition[] {
  const types = new Map<string, SourceResource[]>()
  for (const resource of source.resources) {
    const key = `${resource.group}/${resource.plural}`
    const versions = types.get(key)
    if (versions) versions.push(resource)
    else types.set(key, [resource])
  }
  const maker = new DefinitionMaker(source, dialect, known)
  const stored = [...types.values()].flatMap((resources) => maker.definition(resources) ?? [])
  return types.has('/pods') ? [...stored, bindingDefinition(dialect), componentStatusDefinition(dialect)] : stored
}

/** Creates definitions from the parts of one source. */
class DefinitionMaker {
  readonly #source: KindSource
  readonly #dialect: Dialect
  readonly #known: KnownKinds

  constructor(source: KindSource, dialect: Dialect, known: KnownKinds) {
    this.#source = source
    this.#dialect = dialect
    this.#known = known
  }

  /** The definition of a type, from all its resources; undefined when it is not stored. */
  definition(resources: readonly SourceResource[]): ResourceDefinition | undefined {
    const mains = resources
      .filter(({ subresource, verbs }) => subresource === '' && STORED.every((verb) => verbs.has(verb)))
      .sort((a, b) => compareVersions(a.version, b.version))
    const [preferred] = mains
    if (!preferred) return undefined
    const { group, plural } = preferred
    const { kind } = preferred.kind
    const known = this.#known(group, plural)
    const versions = mains.map((main) => this.#version(main, resources, known))
    return {
      group,
      names: resourceNames({ kind, plural, shortNames: known.shortNames, categories: known.categories }),
      namespaced: mains.some(({ namespaced }) => namespaced),
      versions,
      storageVersion: preferred.version,
      storedAs: { group, resource: plural },
      verbs: verbsOf(preferred.verbs),
      hasGeneration: known.hasGeneration ?? false,
      custom: false,
      ...(known.convert && { convert: known.convert }),
      ...(known.selectableFields && { selectableFields: known.selectableFields }),
      strategy: this.#strategy(preferred, known, versions[0]?.subresources.some(({ name }) => name === 'status') ?? false),
    }
  }

  #version(main: SourceResource, resources: readonly SourceResource[], known: KnownKind): ResourceVersion {
    const parts = resources.filter(({ version }) => version === main.version).map(({ subresource }) => subresource)
    const scale = parts.includes('scale') ? known.scale : undefined
    const schema = this.#schema(main, known)
    return {
      name: main.version,
      served: true,
      ...(schema && { schema }),
      table: known.table ?? defaultTable,
      subresources: [
        ...(parts.includes('status') ? [statusPart(known.statusTakes ?? STATUS_TAKES)] : []),
        ...subresourcesOf({ ...(scale && { scale }) }),
        ...(known.subresources ?? []),
      ],
    }
  }

  #schema(main: SourceResource, known: KnownKind): Schema | undefined {
    const found = this.#source.schemaOf(main.kind)
    if (!found) return undefined
    const { name } = found
    const read = () => ({ document: found.document, definitions: this.#source.schemas })
    const schema = compileSchemaLater(read, { dialect: this.#dialect, style: 'builtin', name })
    if (known.judgesItself === undefined) return openStatus(schema)
    return typesOnly(schema, known.judgesItself === 'but-choices' ? ['FieldValueNotSupported'] : [])
  }

  #strategy(main: SourceResource, known: KnownKind, hasStatus: boolean): Strategy {
    const strategy = known.strategy ?? {}
    // Built on demand, as it walks the document of the schema.
    let rules: SchemaRules | undefined
    const rulesOf = (): SchemaRules => {
      rules ??= schemaRules(this.#source.schemaOf(main.kind), this.#source.schemas, known.plainFields)
      return rules
    }
    /** Built-in kinds include their status even when it is empty. */
    const withStatus = (object: ApiObject): ApiObject =>
      hasStatus ? { ...object, status: { ...rulesOf().emptyStatus, ...recordOf(object.status) } } : object
    return {
      ...strategy,
      defaults: (object) => {
        const { omitEmpty, canonical, hasSpec } = rulesOf()
        const whole = hasSpec && object.spec === undefined ? { ...object, spec: {} } : object
        const content: ApiObject = { ...canonical(omitEmpty(whole)), metadata: object.metadata }
        const filled = strategy.defaults?.(content) ?? content
        return withStatus(filled)
      },
      prepareForCreate(object, context) {
        const whole = withStatus(withFields(object, hasStatus && !strategy.createsStatus ? { status: undefined } : {}))
        return strategy.prepareForCreate?.(whole, context) ?? whole
      },
      // A kind's rules apply to its spec: a status update of an object that was stored under older rules is not refused.
      validateUpdate: (object, live, context) =>
        context.subresource === 'status'
          ? (known.validateStatus?.(object, live) ?? [])
          : (strategy.validateUpdate?.(object, live, context) ?? []),
    }
  }
}

/** Properties of all objects of a kind, from its schema. */
interface SchemaRules {
  readonly omitEmpty: <T>(value: T) => T
  readonly canonical: <T>(value: T) => T
  readonly emptyStatus: Readonly<UnknownRecord>
  /** Whether its objects have a spec, even an empty one. */
  readonly hasSpec: boolean
}

function schemaRules(schema: NamedSchema | undefined, definitions: Definitions, plain: KnownKind['plainFields']): SchemaRules {
  const document = schema?.document ?? {}
  const reference = schema ? { $ref: schema.name } : {}
  return {
    omitEmpty: omitEmptyBy(reference, { definitions, keep: KEPT, ...(plain && { plain }) }),
    canonical: canonicalBy(reference, definitions),
    emptyStatus: emptyStatusOf(reference, definitions),
    hasSpec: recordOf(document.properties).spec !== undefined,
  }
}

const verbsOf = (verbs: ReadonlySet<ResourceVerb>): readonly ResourceVerb[] =>
  // Every listable type is watchable, even if its document omits that verb.
  ALL_VERBS.filter((verb) => verbs.has(verb) || (verb === 'watch' && verbs.has('list')))
