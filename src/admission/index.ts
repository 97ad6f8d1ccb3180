/**
 * Admission: plugins that change or refuse writes after authorization and before storing.
 *
 * @module
 */

export * from './admission.js'
export * from './attributes.js'
export { changeDraft } from './change-draft.js'
export { loadedPolicies, preparePolicies } from './expressions/loaded-policies.js'
export type { ExpressionUse, PolicyScope } from './expressions/policy-scope.js'
export { readAmounts } from './limits/amounts.js'
export { type ContainerAmounts, limitsOf, podAmounts } from './limits/pod-resources.js'
export * from './metrics.js'
export * from './mutating-phase.js'
export * from './plugin.js'
export * from './plugins/index.js'
export type { PodSpec } from './plugins/pods/pods.js'
export { SECURITY_LEVELS } from './pod-security/policy.js'
export * from './sources.js'
export * from './try-admission.js'
