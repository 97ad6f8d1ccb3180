/**
 * Admission webhooks and admission policies.
 *
 * @module
 */

import type { GroupMessages } from './group-messages.js'

/** Messages of `admissionregistration.platform.io/v1`. */
export const admissionregistration: GroupMessages = {
  apiVersion: (domain) => `admissionregistration.${domain}/v1`,
  kinds: [
    'MutatingWebhookConfiguration',
    'ValidatingWebhookConfiguration',
    'ValidatingAdmissionPolicy',
    'ValidatingAdmissionPolicyBinding',
  ],
  messages: {
    MutatingWebhookConfiguration: `
      1 metadata ObjectMeta
      2 webhooks list MutatingWebhook`,
    MutatingWebhook: `
      1 name string!
      2 clientConfig WebhookClientConfig
      3 rules list RuleWithOperations
      4 failurePolicy string?
      5 namespaceSelector LabelSelector
      6 sideEffects string?
      7 timeoutSeconds int32?
      8 admissionReviewVersions list string
      9 matchPolicy string?
      10 reinvocationPolicy string?
      11 objectSelector LabelSelector
      12 matchConditions list MatchCondition`,
    WebhookClientConfig: `
      1 service ServiceReference
      2 caBundle bytes
      3 url string?`,
    ServiceReference: `
      1 namespace string!
      2 name string!
      3 path string?
      4 port int32?`,
    RuleWithOperations: `
      1 operations list string
      2 rule inline Rule`,
    Rule: `
      1 apiGroups list string
      2 apiVersions list string
      3 resources list string
      4 scope string?`,
    MatchCondition: `
      1 name string!
      2 expression string!`,
    ValidatingWebhookConfiguration: `
      1 metadata ObjectMeta
      2 webhooks list ValidatingWebhook`,
    ValidatingWebhook: `
      1 name string!
      2 clientConfig WebhookClientConfig
      3 rules list RuleWithOperations
      4 failurePolicy string?
      5 namespaceSelector LabelSelector
      6 sideEffects string?
      7 timeoutSeconds int32?
      8 admissionReviewVersions list string
      9 matchPolicy string?
      10 objectSelector LabelSelector
      11 matchConditions list MatchCondition`,
    ValidatingAdmissionPolicy: `
      1 metadata ObjectMeta
      2 spec ValidatingAdmissionPolicySpec
      3 status ValidatingAdmissionPolicyStatus`,
    ValidatingAdmissionPolicySpec: `
      1 paramKind ParamKind
      2 matchConstraints MatchResources
      3 validations list Validation
      4 failurePolicy string?
      5 auditAnnotations list AuditAnnotation
      6 matchConditions list MatchCondition
      7 variables list Variable`,
    ParamKind: `
      1 apiVersion string
      2 kind string`,
    MatchResources: `
      1 namespaceSelector LabelSelector
      2 objectSelector LabelSelector
      3 resourceRules list NamedRuleWithOperations
      4 excludeResourceRules list NamedRuleWithOperations
      7 matchPolicy string?`,
    NamedRuleWithOperations: `
      1 resourceNames list string
      2 ruleWithOperations inline RuleWithOperations`,
    Validation: `
      1 expression string!
      2 message string
      3 reason string?
      4 messageExpression string`,
    AuditAnnotation: `
      1 key string!
      2 valueExpression string!`,
    Variable: `
      1 name string!
      2 expression string!`,
    ValidatingAdmissionPolicyStatus: `
      1 observedGeneration int64
      2 typeChecking TypeChecking
      3 conditions list Condition`,
    TypeChecking: `
      1 expressionWarnings list ExpressionWarning`,
    ExpressionWarning: `
      2 fieldRef string!
      3 warning string!`,
    ValidatingAdmissionPolicyBinding: `
      1 metadata ObjectMeta
      2 spec ValidatingAdmissionPolicyBindingSpec`,
    ValidatingAdmissionPolicyBindingSpec: `
      1 policyName string
      2 paramRef ParamRef
      3 matchResources MatchResources
      4 validationActions list string`,
    ParamRef: `
      1 name string
      2 namespace string
      3 selector LabelSelector
      4 parameterNotFoundAction string?`,
  },
}
