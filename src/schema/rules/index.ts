/**
 * The code that compiles, checks and runs the rules of schemas. Loaded by {@link prepareRules} of `loaded-rules.ts`, as few schemas have
 * rules, and it is larger than the rest of the schema code.
 *
 * @module
 */

export { checkRules } from './check-rules.js'
export { estimateCost } from './estimate.js'
export { declareObjectType } from './object-type.js'
export { ruleFaults } from './rule-faults.js'
export { compileRules } from './rules.js'
export { runRules } from './run-rules.js'
