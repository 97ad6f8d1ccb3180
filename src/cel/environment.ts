/**
 * The CEL language with all functions that Kubernetes adds.
 *
 * @module
 */

import { type CelEngine, celEngine } from './engine.js'
import { cidrFunctions } from './functions/cidrs.js'
import { loopMacros } from './functions/comprehensions.js'
import { type FunctionFamily, type FunctionHandler, spaceTypeOf } from './functions/function-table.js'
import { ipFunctions } from './functions/ips.js'
import { listFunctions } from './functions/lists.js'
import { formatFunctions } from './functions/named-formats.js'
import { optionalFunctions, optionalMacros } from './functions/optionals.js'
import { patternFunctions } from './functions/patterns.js'
import { quantityFunctions } from './functions/quantities.js'
import { setFunctions } from './functions/sets.js'
import { stringFunctions } from './functions/strings.js'
import { timeFunctions } from './functions/times.js'
import { urlFunctions } from './functions/urls.js'
import { versionFunctions } from './functions/versions.js'
import { celEquals } from './lists.js'

/** A CEL environment: the variables and functions that expressions may use. */
export type Environment = InstanceType<CelEngine['language']['Environment']>

const FAMILIES: readonly FunctionFamily[] = [
  cidrFunctions,
  formatFunctions,
  ipFunctions,
  listFunctions,
  optionalFunctions,
  patternFunctions,
  quantityFunctions,
  setFunctions,
  stringFunctions,
  timeFunctions,
  urlFunctions,
  versionFunctions,
]

/** Limits of an expression's text; real rules are far below. */
const LIMITS = { maxAstNodes: 20_000, maxDepth: 150, maxListElements: 1000, maxMapEntries: 1000, maxCallArguments: 32 }

let base: Environment | undefined

/**
 * A new environment with the functions of Kubernetes and no variables.
 *
 * @throws Error when the engine was not loaded.
 */
export function createEnvironment(): Environment {
  base ??= build()
  return base.clone()
}

function build(): Environment {
  const { Environment } = celEngine().language
  const environment = new Environment({ enableOptionalTypes: true, homogeneousAggregateLiterals: false, limits: LIMITS })
  for (const { types = [] } of FAMILIES) {
    for (const { name, type } of types) {
      environment.registerType(name, { ctor: type as new () => object })
      environment.registerOperator(`${name} == ${name}`, (a: unknown, b: unknown) => celEquals(a, b))
    }
  }
  for (const family of FAMILIES) addFamily(environment, family)
  for (const [signature, expand] of [...loopMacros, ...optionalMacros]) environment.registerFunction(signature, expand)
  return environment
}

/**
 * Adds functions to an environment.
 *
 * @param environment - Not cloned yet.
 * @param family - The functions, and the namespaces in their names.
 */
export function addFamily(environment: Environment, { spaces = [], functions }: FunctionFamily): void {
  for (const space of spaces) {
    const type = class {}
    environment.registerType(spaceTypeOf(space), { ctor: type })
    environment.registerConstant(space, spaceTypeOf(space), new type())
  }
  for (const [signature, handler] of functions) environment.registerFunction(signature, callable(handler))
}

/** When the package calls a function, it has checked the arguments against the signature. */
const callable = (handler: FunctionHandler) => handler as (...values: unknown[]) => unknown
