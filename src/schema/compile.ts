/**
 * `compileSchema`: compiles a schema document to operations on values.
 *
 * @module
 */

import {
  aDialect,
  atOnce,
  check,
  type DialectOption,
  dialectOf,
  type FieldError,
  inTurns,
  isRecord,
  type JsonObject,
} from '../meta/index.js'
import { preparePatterns } from '../text/index.js'
import { defaultValue, MAX_ADDED_LENGTH } from './defaults.js'
import { deprecatedFields } from './deprecated-fields.js'
import { DocumentSearch } from './document-search.js'
import { NodeFactory, type SchemaNode, type SchemaStyle } from './node.js'
import { pruneValue } from './prune.js'
import { publishedComponents, publishedDocument, reachable } from './publish.js'
import type { Definitions } from './references.js'
import { canRunRules, rulesNotChecked } from './rules/fit-for-rules.js'
import { loadedRules, prepareRules } from './rules/loaded-rules.js'
import { hasRules } from './rules/rule-texts.js'
import type { RuleNode } from './rules/rules.js'
import type { PruneOptions, PruneResult, Schema } from './schema.js'
import { validateValue } from './validate.js'
import { BudgetExceeded, withoutBudget, withValidationBudget } from './validation-budget.js'
import { Walk } from './walk.js'

export type { Definitions, SchemaStyle }

/** Options of a schema document. */
export interface SchemaOptions {
  /** Prefix of published extensions; any vendor's prefix is read. Default the platform's. */
  readonly dialect?: DialectOption
  /** Schemas for `$ref`, as `#/definitions/NAME` or `#/components/schemas/NAME`. Not modified. */
  readonly definitions?: Definitions
  /**
   * `structural` (default): as custom resource definitions write them; what is not described is dropped, and a null that
   * does not fit becomes the default or is dropped when defaults are applied. `typed`: the same, made of a type, whose formats are
   * described in errors instead of their patterns. `builtin`: as the documents of an existing
   * cluster describe its own kinds; nulls are dropped by pruning, an object without properties holds anything, defaults that
   * are zero values say nothing, a missing spec, or another struct that is required, is an empty one, and required members may be
   * missing from lists, maps and status.
   */
  readonly style?: SchemaStyle
  /** Name among published components. */
  readonly name?: string
  /**
   * `resource` (default): the schema of a whole object, whose `apiVersion`, `kind` and `metadata` are left to the registry.
   * `value`: the schema of any value.
   */
  readonly root?: 'resource' | 'value'
}

const schemaOptions = /* @__PURE__ */ check.members<keyof SchemaOptions>({
  dialect: aDialect,
  definitions: check.object,
  style: check.oneOf(['structural', 'typed', 'builtin']),
  name: check.text,
  root: check.oneOf(['resource', 'value']),
})

const NO_DEFINITIONS: Definitions = Object.freeze({})
const newFactories = () => new WeakMap<Definitions, NodeFactory>()
const factories = { structural: newFactories(), typed: newFactories(), builtin: newFactories() }

/**
 * Compiles a schema. Nothing is compiled until the schema is used, and then only the parts that values reach: schemas compiled
 * with the same `definitions` share them.
 *
 * @param document - An OpenAPI v2 or v3 schema; not modified, and not to be changed afterwards.
 * @param options - How to read it.
 * @throws Nothing: an invalid part of the document accepts any value. Definitions are validated elsewhere.
 */
export function compileSchema(document: JsonObject, options: SchemaOptions = {}): Schema {
  check.refuse('compileSchema', [
    ...(isRecord(document) ? check.oneSchema : check.object)(document, 'document'),
    ...schemaOptions(options, 'options'),
  ])
  return new CompiledSchema(() => ({ document, definitions: options.definitions }), options, {})
}

/** A document, and the schemas that it refers to. */
export interface SchemaSource {
  readonly document: JsonObject
  readonly definitions?: Definitions | undefined
}

/**
 * Compiles a schema whose document is made on first use: a plane has more than a hundred, of which a start needs few.
 *
 * @param read - Makes the document; called once.
 * @param options - As those of {@link compileSchema}.
 */
export const compileSchemaLater = (read: () => SchemaSource, options: Omit<SchemaOptions, 'definitions'>): Schema =>
  new CompiledSchema(read, options, {})

/** What a document holds: finding it out takes as long as parsing, and it is the same when the document is compiled again. */
export interface SchemaContents {
  hasPatterns?: boolean
  hasDeprecations?: boolean
  hasRules?: boolean
}

/**
 * Compiles a schema again.
 *
 * @param document - The same document as before.
 * @param options - The same options.
 * @param contents - What is known of the document; completed when the schema is used.
 */
export const compileAgain = (document: JsonObject, options: SchemaOptions, contents: SchemaContents): Schema =>
  new CompiledSchema(() => ({ document, definitions: options.definitions }), options, contents)

/**
 * Loads the engines that validating a schema needs, once. The schema may be any value: nothing of it is compiled.
 *
 * @param document - A structural schema that refers to no others.
 * @returns Undefined when nothing is missing.
 */
export function loadEngines(document: JsonObject): Promise<void> | undefined {
  if (hasRules(document)) return prepareRules()
  return patterns.isIn(document) ? preparePatterns() : undefined
}

class CompiledSchema implements Schema {
  readonly name?: string
  readonly #read: () => SchemaSource
  readonly #options: Omit<SchemaOptions, 'definitions'>
  #given: SchemaSource | undefined
  #node: SchemaNode | undefined
  #document: JsonObject | undefined
  #components: Readonly<Record<string, JsonObject>> | undefined
  readonly #contents: SchemaContents
  #rules: RuleNode | undefined
  #areRulesCompiled = false
  #preparing: Promise<void> | undefined

  constructor(read: () => SchemaSource, options: Omit<SchemaOptions, 'definitions'>, contents: SchemaContents) {
    this.#read = read
    this.#contents = contents
    this.#options = options
    if (options.name !== undefined) this.name = options.name
  }

  get document(): JsonObject {
    this.#document ??= publishedDocument(this.#source, this.#prefix)
    return this.#document
  }

  get components(): Readonly<Record<string, JsonObject>> {
    this.#components ??= publishedComponents(this.#source, this.#definitions, this.#prefix)
    return this.#components
  }

  prune<T>(value: T, { emptyMisfits = false }: PruneOptions = {}): PruneResult<T> {
    const walk = new Walk()
    walk.emptiesMisfits = emptyMisfits
    const pruned = pruneValue(this.#root, value, walk) as T
    const { malformed } = walk
    return { value: pruned, unknownFields: walk.unknownFields.sort(), ...(malformed !== undefined && { malformed }) }
  }

  applyDefaults<T>(value: T, maxAddedLength = MAX_ADDED_LENGTH): T {
    return defaultValue(this.#root, value, new Walk(undefined, maxAddedLength)) as T
  }

  deprecations(value: unknown): readonly string[] {
    this.#contents.hasDeprecations ??= this.#holds(deprecations)
    return this.#contents.hasDeprecations ? deprecatedFields(this.#root, value, new Walk()) : []
  }

  prepare(): Promise<void> | undefined {
    if (!this.#isRuled) return this.#isPatterned ? preparePatterns() : undefined
    if (this.#areRulesCompiled) return undefined
    this.#preparing ??= this.#prepareRules().finally(() => {
      this.#preparing = undefined
    })
    return this.#preparing
  }

  /** Compiling many rules takes long, so it yields to other requests. */
  async #prepareRules(): Promise<void> {
    await prepareRules()
    this.#rules = await inTurns(withoutBudget(loadedRules().compileRules(this.#root, this.#factory)))
    this.#areRulesCompiled = true
  }

  ruleFaults(): Promise<readonly string[]> | undefined {
    return this.#isRuled ? this.#ruleFaults() : undefined
  }

  async #ruleFaults(): Promise<readonly string[]> {
    await this.prepare()
    return this.#rules ? loadedRules().ruleFaults(this.#rules) : []
  }

  validate(value: unknown, old?: unknown): readonly FieldError[] {
    try {
      return withValidationBudget(() => this.#validate(value, old))
    } catch (error) {
      if (error instanceof BudgetExceeded) return [error.fault]
      throw error
    }
  }

  #validate(value: unknown, old: unknown): readonly FieldError[] {
    const walk = new Walk()
    const past = old === undefined ? undefined : { value: old }
    validateValue(this.#root, value, walk, past)
    const errors = past && walk.errors.some(isRepetition) ? this.#withoutOldRepetitions(walk.errors, past.value) : walk.errors
    if (!this.#isRuled) return errors
    if (!canRunRules(errors)) return [...errors, rulesNotChecked]
    const tree = this.#ruleTree
    return tree ? [...errors, ...loadedRules().runRules(tree, value, past)] : errors
  }

  /** An object with duplicate entries in sets or keyed lists may keep duplicates in any of its lists. */
  #withoutOldRepetitions(errors: readonly FieldError[], old: unknown): readonly FieldError[] {
    const walk = new Walk()
    validateValue(this.#root, old, walk)
    return walk.errors.some(isRepetition) ? errors.filter((error) => !isRepetition(error)) : errors
  }

  get #parts(): SchemaSource {
    this.#given ??= this.#read()
    return this.#given
  }

  get #source(): JsonObject {
    return this.#parts.document
  }

  get #definitions(): Definitions {
    return this.#parts.definitions ?? NO_DEFINITIONS
  }

  get #isPatterned(): boolean {
    this.#contents.hasPatterns ??= this.#holds(patterns)
    return this.#contents.hasPatterns
  }

  #holds(search: DocumentSearch): boolean {
    return search.isIn(this.#source) || this.#referred.some((part) => search.isIn(part))
  }

  get #referred(): readonly JsonObject[] {
    return this.#definitions === NO_DEFINITIONS ? [] : [...reachable(this.#source, this.#definitions).values()]
  }

  /** Documents of built-in kinds have no rules: their kinds know theirs themselves. */
  get #isRuled(): boolean {
    this.#contents.hasRules ??= this.#options.style !== 'builtin' && hasRules(this.#source)
    return this.#contents.hasRules
  }

  get #ruleTree(): RuleNode | undefined {
    if (!this.#areRulesCompiled) {
      this.#rules = this.#isRuled ? atOnce(loadedRules().compileRules(this.#root, this.#factory)) : undefined
      this.#areRulesCompiled = true
    }
    return this.#rules
  }

  get #prefix(): string {
    return dialectOf(this.#options.dialect).schemaPrefix
  }

  get #root(): SchemaNode {
    this.#node ??= this.#options.root === 'value' ? this.#factory.node(this.#source) : this.#factory.resource(this.#source)
    return this.#node
  }

  get #factory(): NodeFactory {
    const style = this.#options.style ?? 'structural'
    let factory = factories[style].get(this.#definitions)
    if (!factory) {
      factory = new NodeFactory(this.#definitions, style)
      factories[style].set(this.#definitions, factory)
    }
    return factory
  }
}

const isRepetition = ({ reason }: FieldError): boolean => reason === 'FieldValueDuplicate'

const patterns = new DocumentSearch((part) => 'pattern' in part && typeof part.pattern === 'string')
const deprecations = new DocumentSearch((part) => 'deprecated' in part && part.deprecated === true)
