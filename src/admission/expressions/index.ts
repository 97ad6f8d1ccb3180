/**
 * The expressions of policies and of the match conditions of webhooks. Loaded by `preparePolicies` of `loaded-policies.ts`, with the
 * language, as few planes have any.
 *
 * @module
 */

export { PolicyRun } from './policy-run.js'
export { PolicyScope } from './policy-scope.js'
