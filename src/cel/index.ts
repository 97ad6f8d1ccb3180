/**
 * CEL, the Common Expression Language, with the functions that Kubernetes adds, and within budgets.
 *
 * Knows nothing of schemas, policies or requests: who has expressions declares its variables. It is loaded with the first expression,
 * so other code imports it by `import()`, and types of it alone.
 *
 * @module
 */

export { CostExceeded, charge, EXPRESSION_COST_LIMIT, metered } from './budget.js'
export {
  type DeclaredStruct,
  type DeclaredType,
  listType,
  mapType,
  SIMPLE_TYPES,
  type StructMember,
  type TypeDeclaration,
} from './declared-types.js'
export { loadEngine } from './engine.js'
export { addFamily, createEnvironment, type Environment } from './environment.js'
export { compileErrorText, evaluationErrorText, typeNames } from './error-text.js'
export { type CompileExpression, type Expression, loadExpressions } from './expression.js'
export { ownName } from './functions/function-table.js'
export { growingType } from './growing-type.js'
export { toJson } from './json-value.js'
export { QUOTED_OR_COMMENT } from './literals/quoted-text.js'
export { Message } from './message.js'
export { type CelNode, type CheckedType, OPTIONAL_PART, walkNodes } from './nodes.js'
export { ObjectTypes } from './object-types.js'
export { type Compiled, compileExpression, type Program, tooLongText } from './program.js'
export { dynamicValue, optionalValue, typedValue } from './values.js'
