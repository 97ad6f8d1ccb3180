/**
 * The TypeScript types of the packaged kinds. Made by `tools/kinds.mjs`.
 *
 * @module
 */

import type { ObjectMeta } from '../../../meta/index.js'
import type { ResourceDefinition } from '../../definition/definition.js'

/**
 * Every structure of the packaged kinds, by the name that its schema is published under: `PackagedTypes['core.v1.PodSpec']`.
 * Those of kinds hold what objects have beside `apiVersion`, `kind` and `metadata`.
 */
export interface PackagedTypes {
  'admissionregistration.v1.ApplyConfiguration': {
    readonly expression?: string
  }
  'admissionregistration.v1.AuditAnnotation': {
    readonly key: string
    readonly valueExpression: string
  }
  'admissionregistration.v1.ExpressionWarning': {
    readonly fieldRef: string
    readonly warning: string
  }
  'admissionregistration.v1.JSONPatch': {
    readonly expression?: string
  }
  'admissionregistration.v1.MatchCondition': {
    readonly expression: string
    readonly name: string
  }
  'admissionregistration.v1.MatchResources': {
    readonly excludeResourceRules?: ReadonlyArray<PackagedTypes['admissionregistration.v1.NamedRuleWithOperations']>
    readonly matchPolicy?: 'Equivalent' | 'Exact'
    readonly namespaceSelector?: PackagedTypes['meta.v1.LabelSelector']
    readonly objectSelector?: PackagedTypes['meta.v1.LabelSelector']
    readonly resourceRules?: ReadonlyArray<PackagedTypes['admissionregistration.v1.NamedRuleWithOperations']>
  }
  'admissionregistration.v1.MutatingAdmissionPolicy': {
    readonly spec?: PackagedTypes['admissionregistration.v1.MutatingAdmissionPolicySpec']
  }
  'admissionregistration.v1.MutatingAdmissionPolicyBinding': {
    readonly spec?: PackagedTypes['admissionregistration.v1.MutatingAdmissionPolicyBindingSpec']
  }
  'admissionregistration.v1.MutatingAdmissionPolicyBindingSpec': {
    readonly matchResources?: PackagedTypes['admissionregistration.v1.MatchResources']
    readonly paramRef?: PackagedTypes['admissionregistration.v1.ParamRef']
    readonly policyName?: string
  }
  'admissionregistration.v1.MutatingAdmissionPolicySpec': {
    readonly failurePolicy?: 'Fail' | 'Ignore'
    readonly matchConditions?: ReadonlyArray<PackagedTypes['admissionregistration.v1.MatchCondition']>
    readonly matchConstraints?: PackagedTypes['admissionregistration.v1.MatchResources']
    readonly mutations?: ReadonlyArray<PackagedTypes['admissionregistration.v1.Mutation']>
    readonly paramKind?: PackagedTypes['admissionregistration.v1.ParamKind']
    readonly reinvocationPolicy?: 'IfNeeded' | 'Never'
    readonly variables?: ReadonlyArray<PackagedTypes['admissionregistration.v1.Variable']>
  }
  'admissionregistration.v1.MutatingWebhook': {
    readonly admissionReviewVersions: ReadonlyArray<string>
    readonly clientConfig: PackagedTypes['admissionregistration.v1.WebhookClientConfig']
    readonly failurePolicy?: 'Fail' | 'Ignore'
    readonly matchConditions?: ReadonlyArray<PackagedTypes['admissionregistration.v1.MatchCondition']>
    readonly matchPolicy?: 'Equivalent' | 'Exact'
    readonly name: string
    readonly namespaceSelector?: PackagedTypes['meta.v1.LabelSelector']
    readonly objectSelector?: PackagedTypes['meta.v1.LabelSelector']
    readonly reinvocationPolicy?: 'IfNeeded' | 'Never'
    readonly rules?: ReadonlyArray<PackagedTypes['admissionregistration.v1.RuleWithOperations']>
    readonly sideEffects: 'None' | 'NoneOnDryRun' | 'Some' | 'Unknown'
    readonly timeoutSeconds?: number
  }
  'admissionregistration.v1.MutatingWebhookConfiguration': {
    readonly webhooks?: ReadonlyArray<PackagedTypes['admissionregistration.v1.MutatingWebhook']>
  }
  'admissionregistration.v1.Mutation': {
    readonly applyConfiguration?: PackagedTypes['admissionregistration.v1.ApplyConfiguration']
    readonly jsonPatch?: PackagedTypes['admissionregistration.v1.JSONPatch']
    readonly patchType: 'ApplyConfiguration' | 'JSONPatch'
  }
  'admissionregistration.v1.NamedRuleWithOperations': {
    readonly apiGroups?: ReadonlyArray<string>
    readonly apiVersions?: ReadonlyArray<string>
    readonly operations?: ReadonlyArray<'*' | 'CONNECT' | 'CREATE' | 'DELETE' | 'UPDATE'>
    readonly resourceNames?: ReadonlyArray<string>
    readonly resources?: ReadonlyArray<string>
    readonly scope?: '*' | 'Cluster' | 'Namespaced'
  }
  'admissionregistration.v1.ParamKind': {
    readonly apiVersion?: string
    readonly kind?: string
  }
  'admissionregistration.v1.ParamRef': {
    readonly name?: string
    readonly namespace?: string
    readonly parameterNotFoundAction?: string
    readonly selector?: PackagedTypes['meta.v1.LabelSelector']
  }
  'admissionregistration.v1.RuleWithOperations': {
    readonly apiGroups?: ReadonlyArray<string>
    readonly apiVersions?: ReadonlyArray<string>
    readonly operations?: ReadonlyArray<'*' | 'CONNECT' | 'CREATE' | 'DELETE' | 'UPDATE'>
    readonly resources?: ReadonlyArray<string>
    readonly scope?: '*' | 'Cluster' | 'Namespaced'
  }
  'admissionregistration.v1.ServiceReference': {
    readonly name: string
    readonly namespace: string
    readonly path?: string
    readonly port?: number
  }
  'admissionregistration.v1.TypeChecking': {
    readonly expressionWarnings?: ReadonlyArray<PackagedTypes['admissionregistration.v1.ExpressionWarning']>
  }
  'admissionregistration.v1.ValidatingAdmissionPolicy': {
    readonly spec?: PackagedTypes['admissionregistration.v1.ValidatingAdmissionPolicySpec']
    readonly status?: PackagedTypes['admissionregistration.v1.ValidatingAdmissionPolicyStatus']
  }
  'admissionregistration.v1.ValidatingAdmissionPolicyBinding': {
    readonly spec: PackagedTypes['admissionregistration.v1.ValidatingAdmissionPolicyBindingSpec']
  }
  'admissionregistration.v1.ValidatingAdmissionPolicyBindingSpec': {
    readonly matchResources?: PackagedTypes['admissionregistration.v1.MatchResources']
    readonly paramRef?: PackagedTypes['admissionregistration.v1.ParamRef']
    readonly policyName: string
    readonly validationActions: ReadonlyArray<'Audit' | 'Deny' | 'Warn'>
  }
  'admissionregistration.v1.ValidatingAdmissionPolicySpec': {
    readonly auditAnnotations?: ReadonlyArray<PackagedTypes['admissionregistration.v1.AuditAnnotation']>
    readonly failurePolicy?: 'Fail' | 'Ignore'
    readonly matchConditions?: ReadonlyArray<PackagedTypes['admissionregistration.v1.MatchCondition']>
    readonly matchConstraints?: PackagedTypes['admissionregistration.v1.MatchResources']
    readonly paramKind?: PackagedTypes['admissionregistration.v1.ParamKind']
    readonly validations?: ReadonlyArray<PackagedTypes['admissionregistration.v1.Validation']>
    readonly variables?: ReadonlyArray<PackagedTypes['admissionregistration.v1.Variable']>
  }
  'admissionregistration.v1.ValidatingAdmissionPolicyStatus': {
    readonly conditions?: ReadonlyArray<PackagedTypes['meta.v1.Condition']>
    readonly observedGeneration?: number
    readonly typeChecking?: PackagedTypes['admissionregistration.v1.TypeChecking']
  }
  'admissionregistration.v1.ValidatingWebhook': {
    readonly admissionReviewVersions: ReadonlyArray<string>
    readonly clientConfig: PackagedTypes['admissionregistration.v1.WebhookClientConfig']
    readonly failurePolicy?: 'Fail' | 'Ignore'
    readonly matchConditions?: ReadonlyArray<PackagedTypes['admissionregistration.v1.MatchCondition']>
    readonly matchPolicy?: 'Equivalent' | 'Exact'
    readonly name: string
    readonly namespaceSelector?: PackagedTypes['meta.v1.LabelSelector']
    readonly objectSelector?: PackagedTypes['meta.v1.LabelSelector']
    readonly rules?: ReadonlyArray<PackagedTypes['admissionregistration.v1.RuleWithOperations']>
    readonly sideEffects: 'None' | 'NoneOnDryRun' | 'Some' | 'Unknown'
    readonly timeoutSeconds?: number
  }
  'admissionregistration.v1.ValidatingWebhookConfiguration': {
    readonly webhooks?: ReadonlyArray<PackagedTypes['admissionregistration.v1.ValidatingWebhook']>
  }
  'admissionregistration.v1.Validation': {
    readonly expression: string
    readonly message?: string
    readonly messageExpression?: string
    readonly reason?: string
  }
  'admissionregistration.v1.Variable': {
    readonly expression: string
    readonly name: string
  }
  'admissionregistration.v1.WebhookClientConfig': {
    readonly caBundle?: string
    readonly service?: PackagedTypes['admissionregistration.v1.ServiceReference']
    readonly url?: string
  }
  'apiextensions.v1.CustomResourceColumnDefinition': {
    readonly description?: string
    readonly format?: string
    readonly jsonPath: string
    readonly name: string
    readonly priority?: number
    readonly type: string
  }
  'apiextensions.v1.CustomResourceConversion': {
    readonly strategy: string
    readonly webhook?: PackagedTypes['apiextensions.v1.WebhookConversion']
  }
  'apiextensions.v1.CustomResourceDefinition': {
    readonly spec: PackagedTypes['apiextensions.v1.CustomResourceDefinitionSpec']
    readonly status?: PackagedTypes['apiextensions.v1.CustomResourceDefinitionStatus']
  }
  'apiextensions.v1.CustomResourceDefinitionCondition': {
    readonly lastTransitionTime?: string
    readonly message?: string
    readonly observedGeneration?: number
    readonly reason?: string
    readonly status: string
    readonly type: string
  }
  'apiextensions.v1.CustomResourceDefinitionNames': {
    readonly categories?: ReadonlyArray<string>
    readonly kind: string
    readonly listKind?: string
    readonly plural: string
    readonly shortNames?: ReadonlyArray<string>
    readonly singular?: string
  }
  'apiextensions.v1.CustomResourceDefinitionSpec': {
    readonly conversion?: PackagedTypes['apiextensions.v1.CustomResourceConversion']
    readonly group: string
    readonly names: PackagedTypes['apiextensions.v1.CustomResourceDefinitionNames']
    readonly preserveUnknownFields?: boolean
    readonly scope: string
    readonly versions: ReadonlyArray<PackagedTypes['apiextensions.v1.CustomResourceDefinitionVersion']>
  }
  'apiextensions.v1.CustomResourceDefinitionStatus': {
    readonly acceptedNames?: PackagedTypes['apiextensions.v1.CustomResourceDefinitionNames']
    readonly conditions?: ReadonlyArray<PackagedTypes['apiextensions.v1.CustomResourceDefinitionCondition']>
    readonly observedGeneration?: number
    readonly storedVersions?: ReadonlyArray<string>
  }
  'apiextensions.v1.CustomResourceDefinitionVersion': {
    readonly additionalPrinterColumns?: ReadonlyArray<PackagedTypes['apiextensions.v1.CustomResourceColumnDefinition']>
    readonly deprecated?: boolean
    readonly deprecationWarning?: string
    readonly name: string
    readonly schema?: PackagedTypes['apiextensions.v1.CustomResourceValidation']
    readonly selectableFields?: ReadonlyArray<PackagedTypes['apiextensions.v1.SelectableField']>
    readonly served: boolean
    readonly storage: boolean
    readonly subresources?: PackagedTypes['apiextensions.v1.CustomResourceSubresources']
  }
  'apiextensions.v1.CustomResourceSubresourceScale': {
    readonly labelSelectorPath?: string
    readonly specReplicasPath: string
    readonly statusReplicasPath: string
  }
  'apiextensions.v1.CustomResourceSubresourceStatus': Readonly<Record<string, unknown>>
  'apiextensions.v1.CustomResourceSubresources': {
    readonly scale?: PackagedTypes['apiextensions.v1.CustomResourceSubresourceScale']
    readonly status?: PackagedTypes['apiextensions.v1.CustomResourceSubresourceStatus']
  }
  'apiextensions.v1.CustomResourceValidation': {
    readonly openAPIV3Schema?: PackagedTypes['apiextensions.v1.JSONSchemaProps']
  }
  'apiextensions.v1.ExternalDocumentation': {
    readonly description?: string
    readonly url?: string
  }
  'apiextensions.v1.JSON': Readonly<Record<string, unknown>>
  'apiextensions.v1.JSONSchemaProps': {
    readonly $ref?: string
    readonly $schema?: string
    readonly additionalItems?: PackagedTypes['apiextensions.v1.JSONSchemaPropsOrBool']
    readonly additionalProperties?: PackagedTypes['apiextensions.v1.JSONSchemaPropsOrBool']
    readonly allOf?: ReadonlyArray<PackagedTypes['apiextensions.v1.JSONSchemaProps']>
    readonly anyOf?: ReadonlyArray<PackagedTypes['apiextensions.v1.JSONSchemaProps']>
    readonly default?: PackagedTypes['apiextensions.v1.JSON']
    readonly definitions?: Readonly<Record<string, PackagedTypes['apiextensions.v1.JSONSchemaProps']>>
    readonly dependencies?: Readonly<Record<string, PackagedTypes['apiextensions.v1.JSONSchemaPropsOrStringArray']>>
    readonly description?: string
    readonly enum?: ReadonlyArray<PackagedTypes['apiextensions.v1.JSON']>
    readonly example?: PackagedTypes['apiextensions.v1.JSON']
    readonly exclusiveMaximum?: boolean
    readonly exclusiveMinimum?: boolean
    readonly externalDocs?: PackagedTypes['apiextensions.v1.ExternalDocumentation']
    readonly format?: string
    readonly id?: string
    readonly items?: PackagedTypes['apiextensions.v1.JSONSchemaPropsOrArray']
    readonly maxItems?: number
    readonly maxLength?: number
    readonly maxProperties?: number
    readonly maximum?: number
    readonly minItems?: number
    readonly minLength?: number
    readonly minProperties?: number
    readonly minimum?: number
    readonly multipleOf?: number
    readonly not?: PackagedTypes['apiextensions.v1.JSONSchemaProps']
    readonly nullable?: boolean
    readonly oneOf?: ReadonlyArray<PackagedTypes['apiextensions.v1.JSONSchemaProps']>
    readonly pattern?: string
    readonly patternProperties?: Readonly<Record<string, PackagedTypes['apiextensions.v1.JSONSchemaProps']>>
    readonly properties?: Readonly<Record<string, PackagedTypes['apiextensions.v1.JSONSchemaProps']>>
    readonly required?: ReadonlyArray<string>
    readonly title?: string
    readonly type?: string
    readonly uniqueItems?: boolean
    readonly [extension: `x-${string}`]: unknown
  }
  'apiextensions.v1.JSONSchemaPropsOrArray': Readonly<Record<string, unknown>>
  'apiextensions.v1.JSONSchemaPropsOrBool': Readonly<Record<string, unknown>>
  'apiextensions.v1.JSONSchemaPropsOrStringArray': Readonly<Record<string, unknown>>
  'apiextensions.v1.SelectableField': {
    readonly jsonPath: string
  }
  'apiextensions.v1.ServiceReference': {
    readonly name: string
    readonly namespace: string
    readonly path?: string
    readonly port?: number
  }
  'apiextensions.v1.ValidationRule': {
    readonly fieldPath?: string
    readonly message?: string
    readonly messageExpression?: string
    readonly optionalOldSelf?: boolean
    readonly reason?: 'FieldValueDuplicate' | 'FieldValueForbidden' | 'FieldValueInvalid' | 'FieldValueRequired'
    readonly rule: string
  }
  'apiextensions.v1.WebhookClientConfig': {
    readonly caBundle?: string
    readonly service?: PackagedTypes['apiextensions.v1.ServiceReference']
    readonly url?: string
  }
  'apiextensions.v1.WebhookConversion': {
    readonly clientConfig?: PackagedTypes['apiextensions.v1.WebhookClientConfig']
    readonly conversionReviewVersions: ReadonlyArray<string>
  }
  'apiregistration.v1.APIService': {
    readonly spec?: PackagedTypes['apiregistration.v1.APIServiceSpec']
    readonly status?: PackagedTypes['apiregistration.v1.APIServiceStatus']
  }
  'apiregistration.v1.APIServiceCondition': {
    readonly lastTransitionTime?: string
    readonly message?: string
    readonly reason?: string
    readonly status: string
    readonly type: string
  }
  'apiregistration.v1.APIServiceSpec': {
    readonly caBundle?: string
    readonly group?: string
    readonly groupPriorityMinimum: number
    readonly insecureSkipTLSVerify?: boolean
    readonly service?: PackagedTypes['apiregistration.v1.ServiceReference']
    readonly version?: string
    readonly versionPriority: number
  }
  'apiregistration.v1.APIServiceStatus': {
    readonly conditions?: ReadonlyArray<PackagedTypes['apiregistration.v1.APIServiceCondition']>
  }
  'apiregistration.v1.ServiceReference': {
    readonly name?: string
    readonly namespace?: string
    readonly port?: number
  }
  'apps.v1.ControllerRevision': {
    readonly data?: PackagedTypes['runtime.RawExtension']
    readonly revision: number
  }
  'apps.v1.DaemonSet': {
    readonly spec?: PackagedTypes['apps.v1.DaemonSetSpec']
    readonly status?: PackagedTypes['apps.v1.DaemonSetStatus']
  }
  'apps.v1.DaemonSetCondition': {
    readonly lastTransitionTime?: string
    readonly message?: string
    readonly reason?: string
    readonly status: string
    readonly type: string
  }
  'apps.v1.DaemonSetSpec': {
    readonly minReadySeconds?: number
    readonly revisionHistoryLimit?: number
    readonly selector: PackagedTypes['meta.v1.LabelSelector']
    readonly template: PackagedTypes['core.v1.PodTemplateSpec']
    readonly updateStrategy?: PackagedTypes['apps.v1.DaemonSetUpdateStrategy']
  }
  'apps.v1.DaemonSetStatus': {
    readonly collisionCount?: number
    readonly conditions?: ReadonlyArray<PackagedTypes['apps.v1.DaemonSetCondition']>
    readonly currentNumberScheduled: number
    readonly desiredNumberScheduled: number
    readonly numberAvailable?: number
    readonly numberMisscheduled: number
    readonly numberReady: number
    readonly numberUnavailable?: number
    readonly observedGeneration?: number
    readonly updatedNumberScheduled?: number
  }
  'apps.v1.DaemonSetUpdateStrategy': {
    readonly rollingUpdate?: PackagedTypes['apps.v1.RollingUpdateDaemonSet']
    readonly type?: 'OnDelete' | 'RollingUpdate'
  }
  'apps.v1.Deployment': {
    readonly spec?: PackagedTypes['apps.v1.DeploymentSpec']
    readonly status?: PackagedTypes['apps.v1.DeploymentStatus']
  }
  'apps.v1.DeploymentCondition': {
    readonly lastTransitionTime?: string
    readonly lastUpdateTime?: string
    readonly message?: string
    readonly reason?: string
    readonly status: string
    readonly type: string
  }
  'apps.v1.DeploymentSpec': {
    readonly minReadySeconds?: number
    readonly paused?: boolean
    readonly progressDeadlineSeconds?: number
    readonly replicas?: number
    readonly revisionHistoryLimit?: number
    readonly selector: PackagedTypes['meta.v1.LabelSelector']
    readonly strategy?: PackagedTypes['apps.v1.DeploymentStrategy']
    readonly template: PackagedTypes['core.v1.PodTemplateSpec']
  }
  'apps.v1.DeploymentStatus': {
    readonly availableReplicas?: number
    readonly collisionCount?: number
    readonly conditions?: ReadonlyArray<PackagedTypes['apps.v1.DeploymentCondition']>
    readonly observedGeneration?: number
    readonly readyReplicas?: number
    readonly replicas?: number
    readonly terminatingReplicas?: number
    readonly unavailableReplicas?: number
    readonly updatedReplicas?: number
  }
  'apps.v1.DeploymentStrategy': {
    readonly rollingUpdate?: PackagedTypes['apps.v1.RollingUpdateDeployment']
    readonly type?: 'Recreate' | 'RollingUpdate'
  }
  'apps.v1.ReplicaSet': {
    readonly spec?: PackagedTypes['apps.v1.ReplicaSetSpec']
    readonly status?: PackagedTypes['apps.v1.ReplicaSetStatus']
  }
  'apps.v1.ReplicaSetCondition': {
    readonly lastTransitionTime?: string
    readonly message?: string
    readonly reason?: string
    readonly status: string
    readonly type: string
  }
  'apps.v1.ReplicaSetSpec': {
    readonly minReadySeconds?: number
    readonly replicas?: number
    readonly selector: PackagedTypes['meta.v1.LabelSelector']
    readonly template?: PackagedTypes['core.v1.PodTemplateSpec']
  }
  'apps.v1.ReplicaSetStatus': {
    readonly availableReplicas?: number
    readonly conditions?: ReadonlyArray<PackagedTypes['apps.v1.ReplicaSetCondition']>
    readonly fullyLabeledReplicas?: number
    readonly observedGeneration?: number
    readonly readyReplicas?: number
    readonly replicas: number
    readonly terminatingReplicas?: number
  }
  'apps.v1.RollingUpdateDaemonSet': {
    readonly maxSurge?: number | string
    readonly maxUnavailable?: number | string
  }
  'apps.v1.RollingUpdateDeployment': {
    readonly maxSurge?: number | string
    readonly maxUnavailable?: number | string
  }
  'apps.v1.RollingUpdateStatefulSetStrategy': {
    readonly maxUnavailable?: number | string
    readonly partition?: number
  }
  'apps.v1.StatefulSet': {
    readonly spec?: PackagedTypes['apps.v1.StatefulSetSpec']
    readonly status?: PackagedTypes['apps.v1.StatefulSetStatus']
  }
  'apps.v1.StatefulSetCondition': {
    readonly lastTransitionTime?: string
    readonly message?: string
    readonly reason?: string
    readonly status: string
    readonly type: string
  }
  'apps.v1.StatefulSetOrdinals': {
    readonly start?: number
  }
  'apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy': {
    readonly whenDeleted?: string
    readonly whenScaled?: string
  }
  'apps.v1.StatefulSetSpec': {
    readonly minReadySeconds?: number
    readonly ordinals?: PackagedTypes['apps.v1.StatefulSetOrdinals']
    readonly persistentVolumeClaimRetentionPolicy?: PackagedTypes['apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy']
    readonly podManagementPolicy?: 'OrderedReady' | 'Parallel'
    readonly replicas?: number
    readonly revisionHistoryLimit?: number
    readonly selector: PackagedTypes['meta.v1.LabelSelector']
    readonly serviceName?: string
    readonly template: PackagedTypes['core.v1.PodTemplateSpec']
    readonly updateStrategy?: PackagedTypes['apps.v1.StatefulSetUpdateStrategy']
    readonly volumeClaimTemplates?: ReadonlyArray<PackagedTypes['core.v1.PersistentVolumeClaim']>
  }
  'apps.v1.StatefulSetStatus': {
    readonly availableReplicas?: number
    readonly collisionCount?: number
    readonly conditions?: ReadonlyArray<PackagedTypes['apps.v1.StatefulSetCondition']>
    readonly currentReplicas?: number
    readonly currentRevision?: string
    readonly observedGeneration?: number
    readonly readyReplicas?: number
    readonly replicas: number
    readonly updateRevision?: string
    readonly updatedReplicas?: number
  }
  'apps.v1.StatefulSetUpdateStrategy': {
    readonly rollingUpdate?: PackagedTypes['apps.v1.RollingUpdateStatefulSetStrategy']
    readonly type?: 'OnDelete' | 'RollingUpdate'
  }
  'autoscaling.v1.CrossVersionObjectReference': {
    readonly apiVersion?: string
    readonly kind: string
    readonly name: string
  }
  'autoscaling.v1.HorizontalPodAutoscaler': {
    readonly spec: PackagedTypes['autoscaling.v1.HorizontalPodAutoscalerSpec']
    readonly status?: PackagedTypes['autoscaling.v1.HorizontalPodAutoscalerStatus']
  }
  'autoscaling.v1.HorizontalPodAutoscalerSpec': {
    readonly maxReplicas: number
    readonly minReplicas?: number
    readonly scaleTargetRef: PackagedTypes['autoscaling.v1.CrossVersionObjectReference']
    readonly targetCPUUtilizationPercentage?: number
  }
  'autoscaling.v1.HorizontalPodAutoscalerStatus': {
    readonly currentCPUUtilizationPercentage?: number
    readonly currentReplicas: number
    readonly desiredReplicas: number
    readonly lastScaleTime?: string
    readonly observedGeneration?: number
  }
  'autoscaling.v2.ContainerResourceMetricSource': {
    readonly container: string
    readonly name: string
    readonly target: PackagedTypes['autoscaling.v2.MetricTarget']
  }
  'autoscaling.v2.ContainerResourceMetricStatus': {
    readonly container: string
    readonly current: PackagedTypes['autoscaling.v2.MetricValueStatus']
    readonly name: string
  }
  'autoscaling.v2.CrossVersionObjectReference': {
    readonly apiVersion?: string
    readonly kind: string
    readonly name: string
  }
  'autoscaling.v2.ExternalMetricSource': {
    readonly metric: PackagedTypes['autoscaling.v2.MetricIdentifier']
    readonly target: PackagedTypes['autoscaling.v2.MetricTarget']
  }
  'autoscaling.v2.ExternalMetricStatus': {
    readonly current: PackagedTypes['autoscaling.v2.MetricValueStatus']
    readonly metric: PackagedTypes['autoscaling.v2.MetricIdentifier']
  }
  'autoscaling.v2.HPAScalingPolicy': {
    readonly periodSeconds: number
    readonly type: string
    readonly value: number
  }
  'autoscaling.v2.HPAScalingRules': {
    readonly policies?: ReadonlyArray<PackagedTypes['autoscaling.v2.HPAScalingPolicy']>
    readonly selectPolicy?: string
    readonly stabilizationWindowSeconds?: number
    readonly tolerance?: string | number
  }
  'autoscaling.v2.HorizontalPodAutoscaler': {
    readonly spec: PackagedTypes['autoscaling.v2.HorizontalPodAutoscalerSpec']
    readonly status?: PackagedTypes['autoscaling.v2.HorizontalPodAutoscalerStatus']
  }
  'autoscaling.v2.HorizontalPodAutoscalerBehavior': {
    readonly scaleDown?: PackagedTypes['autoscaling.v2.HPAScalingRules']
    readonly scaleUp?: PackagedTypes['autoscaling.v2.HPAScalingRules']
  }
  'autoscaling.v2.HorizontalPodAutoscalerCondition': {
    readonly lastTransitionTime?: string
    readonly message?: string
    readonly reason?: string
    readonly status: string
    readonly type: string
  }
  'autoscaling.v2.HorizontalPodAutoscalerSpec': {
    readonly behavior?: PackagedTypes['autoscaling.v2.HorizontalPodAutoscalerBehavior']
    readonly maxReplicas: number
    readonly metrics?: ReadonlyArray<PackagedTypes['autoscaling.v2.MetricSpec']>
    readonly minReplicas?: number
    readonly scaleTargetRef: PackagedTypes['autoscaling.v2.CrossVersionObjectReference']
  }
  'autoscaling.v2.HorizontalPodAutoscalerStatus': {
    readonly conditions?: ReadonlyArray<PackagedTypes['autoscaling.v2.HorizontalPodAutoscalerCondition']>
    readonly currentMetrics?: ReadonlyArray<PackagedTypes['autoscaling.v2.MetricStatus']>
    readonly currentReplicas?: number
    readonly desiredReplicas: number
    readonly lastScaleTime?: string
    readonly observedGeneration?: number
  }
  'autoscaling.v2.MetricIdentifier': {
    readonly name: string
    readonly selector?: PackagedTypes['meta.v1.LabelSelector']
  }
  'autoscaling.v2.MetricSpec': {
    readonly containerResource?: PackagedTypes['autoscaling.v2.ContainerResourceMetricSource']
    readonly external?: PackagedTypes['autoscaling.v2.ExternalMetricSource']
    readonly object?: PackagedTypes['autoscaling.v2.ObjectMetricSource']
    readonly pods?: PackagedTypes['autoscaling.v2.PodsMetricSource']
    readonly resource?: PackagedTypes['autoscaling.v2.ResourceMetricSource']
    readonly type: string
  }
  'autoscaling.v2.MetricStatus': {
    readonly containerResource?: PackagedTypes['autoscaling.v2.ContainerResourceMetricStatus']
    readonly external?: PackagedTypes['autoscaling.v2.ExternalMetricStatus']
    readonly object?: PackagedTypes['autoscaling.v2.ObjectMetricStatus']
    readonly pods?: PackagedTypes['autoscaling.v2.PodsMetricStatus']
    readonly resource?: PackagedTypes['autoscaling.v2.ResourceMetricStatus']
    readonly type: string
  }
  'autoscaling.v2.MetricTarget': {
    readonly averageUtilization?: number
    readonly averageValue?: string | number
    readonly type: string
    readonly value?: string | number
  }
  'autoscaling.v2.MetricValueStatus': {
    readonly averageUtilization?: number
    readonly averageValue?: string | number
    readonly value?: string | number
  }
  'autoscaling.v2.ObjectMetricSource': {
    readonly describedObject: PackagedTypes['autoscaling.v2.CrossVersionObjectReference']
    readonly metric: PackagedTypes['autoscaling.v2.MetricIdentifier']
    readonly target: PackagedTypes['autoscaling.v2.MetricTarget']
  }
  'autoscaling.v2.ObjectMetricStatus': {
    readonly current: PackagedTypes['autoscaling.v2.MetricValueStatus']
    readonly describedObject: PackagedTypes['autoscaling.v2.CrossVersionObjectReference']
    readonly metric: PackagedTypes['autoscaling.v2.MetricIdentifier']
  }
  'autoscaling.v2.PodsMetricSource': {
    readonly metric: PackagedTypes['autoscaling.v2.MetricIdentifier']
    readonly target: PackagedTypes['autoscaling.v2.MetricTarget']
  }
  'autoscaling.v2.PodsMetricStatus': {
    readonly current: PackagedTypes['autoscaling.v2.MetricValueStatus']
    readonly metric: PackagedTypes['autoscaling.v2.MetricIdentifier']
  }
  'autoscaling.v2.ResourceMetricSource': {
    readonly name: string
    readonly target: PackagedTypes['autoscaling.v2.MetricTarget']
  }
  'autoscaling.v2.ResourceMetricStatus': {
    readonly current: PackagedTypes['autoscaling.v2.MetricValueStatus']
    readonly name: string
  }
  'batch.v1.CronJob': {
    readonly spec: PackagedTypes['batch.v1.CronJobSpec']
    readonly status?: PackagedTypes['batch.v1.CronJobStatus']
  }
  'batch.v1.CronJobSpec': {
    readonly concurrencyPolicy?: 'Allow' | 'Forbid' | 'Replace'
    readonly failedJobsHistoryLimit?: number
    readonly jobTemplate: PackagedTypes['batch.v1.JobTemplateSpec']
    readonly schedule: string
    readonly startingDeadlineSeconds?: number
    readonly successfulJobsHistoryLimit?: number
    readonly suspend?: boolean
    readonly timeZone?: string
  }
  'batch.v1.CronJobStatus': {
    readonly active?: ReadonlyArray<PackagedTypes['core.v1.ObjectReference']>
    readonly lastScheduleTime?: string
    readonly lastSuccessfulTime?: string
  }
  'batch.v1.Job': {
    readonly spec?: PackagedTypes['batch.v1.JobSpec']
    readonly status?: PackagedTypes['batch.v1.JobStatus']
  }
  'batch.v1.JobCondition': {
    readonly lastProbeTime?: string
    readonly lastTransitionTime?: string
    readonly message?: string
    readonly reason?: string
    readonly status: string
    readonly type: string
  }
  'batch.v1.JobSpec': {
    readonly activeDeadlineSeconds?: number
    readonly backoffLimit?: number
    readonly backoffLimitPerIndex?: number
    readonly completionMode?: 'Indexed' | 'NonIndexed'
    readonly completions?: number
    readonly managedBy?: string
    readonly manualSelector?: boolean
    readonly maxFailedIndexes?: number
    readonly parallelism?: number
    readonly podFailurePolicy?: PackagedTypes['batch.v1.PodFailurePolicy']
    readonly podReplacementPolicy?: 'Failed' | 'TerminatingOrFailed'
    readonly selector?: PackagedTypes['meta.v1.LabelSelector']
    readonly successPolicy?: PackagedTypes['batch.v1.SuccessPolicy']
    readonly suspend?: boolean
    readonly template: PackagedTypes['core.v1.PodTemplateSpec']
    readonly ttlSecondsAfterFinished?: number
  }
  'batch.v1.JobStatus': {
    readonly active?: number
    readonly completedIndexes?: string
    readonly completionTime?: string
    readonly conditions?: ReadonlyArray<PackagedTypes['batch.v1.JobCondition']>
    readonly failed?: number
    readonly failedIndexes?: string
    readonly ready?: number
    readonly startTime?: string
    readonly succeeded?: number
    readonly terminating?: number
    readonly uncountedTerminatedPods?: PackagedTypes['batch.v1.UncountedTerminatedPods']
  }
  'batch.v1.JobTemplateSpec': {
    readonly metadata?: ObjectMeta
    readonly spec?: PackagedTypes['batch.v1.JobSpec']
  }
  'batch.v1.PodFailurePolicy': {
    readonly rules: ReadonlyArray<PackagedTypes['batch.v1.PodFailurePolicyRule']>
  }
  'batch.v1.PodFailurePolicyOnExitCodesRequirement': {
    readonly containerName?: string
    readonly operator: 'In' | 'NotIn'
    readonly values: ReadonlyArray<number>
  }
  'batch.v1.PodFailurePolicyOnPodConditionsPattern': {
    readonly status?: string
    readonly type: string
  }
  'batch.v1.PodFailurePolicyRule': {
    readonly action: 'Count' | 'FailIndex' | 'FailJob' | 'Ignore'
    readonly onExitCodes?: PackagedTypes['batch.v1.PodFailurePolicyOnExitCodesRequirement']
    readonly onPodConditions?: ReadonlyArray<PackagedTypes['batch.v1.PodFailurePolicyOnPodConditionsPattern']>
  }
  'batch.v1.SuccessPolicy': {
    readonly rules: ReadonlyArray<PackagedTypes['batch.v1.SuccessPolicyRule']>
  }
  'batch.v1.SuccessPolicyRule': {
    readonly succeededCount?: number
    readonly succeededIndexes?: string
  }
  'batch.v1.UncountedTerminatedPods': {
    readonly failed?: ReadonlyArray<string>
    readonly succeeded?: ReadonlyArray<string>
  }
  'certificates.v1.CertificateSigningRequest': {
    readonly spec: PackagedTypes['certificates.v1.CertificateSigningRequestSpec']
    readonly status?: PackagedTypes['certificates.v1.CertificateSigningRequestStatus']
  }
  'certificates.v1.CertificateSigningRequestCondition': {
    readonly lastTransitionTime?: string
    readonly lastUpdateTime?: string
    readonly message?: string
    readonly reason?: string
    readonly status: string
    readonly type: string
  }
  'certificates.v1.CertificateSigningRequestSpec': {
    readonly expirationSeconds?: number
    readonly extra?: Readonly<Record<string, ReadonlyArray<string>>>
    readonly groups?: ReadonlyArray<string>
    readonly request: string
    readonly signerName: string
    readonly uid?: string
    readonly usages?: ReadonlyArray<
      | 'any'
      | 'cert sign'
      | 'client auth'
      | 'code signing'
      | 'content commitment'
      | 'crl sign'
      | 'data encipherment'
      | 'decipher only'
      | 'digital signature'
      | 'email protection'
      | 'encipher only'
      | 'ipsec end system'
      | 'ipsec tunnel'
      | 'ipsec user'
      | 'key agreement'
      | 'key encipherment'
      | 'microsoft sgc'
      | 'netscape sgc'
      | 'ocsp signing'
      | 's/mime'
      | 'server auth'
      | 'signing'
      | 'timestamping'
    >
    readonly username?: string
  }
  'certificates.v1.CertificateSigningRequestStatus': {
    readonly certificate?: string
    readonly conditions?: ReadonlyArray<PackagedTypes['certificates.v1.CertificateSigningRequestCondition']>
  }
  'coordination.v1.Lease': {
    readonly spec?: PackagedTypes['coordination.v1.LeaseSpec']
  }
  'coordination.v1.LeaseSpec': {
    readonly acquireTime?: string
    readonly holderIdentity?: string
    readonly leaseDurationSeconds?: number
    readonly leaseTransitions?: number
    readonly preferredHolder?: string
    readonly renewTime?: string
    readonly strategy?: string
  }
  'core.v1.AWSElasticBlockStoreVolumeSource': {
    readonly fsType?: string
    readonly partition?: number
    readonly readOnly?: boolean
    readonly volumeID: string
  }
  'core.v1.Affinity': {
    readonly nodeAffinity?: PackagedTypes['core.v1.NodeAffinity']
    readonly podAffinity?: PackagedTypes['core.v1.PodAffinity']
    readonly podAntiAffinity?: PackagedTypes['core.v1.PodAntiAffinity']
  }
  'core.v1.AppArmorProfile': {
    readonly localhostProfile?: string
    readonly type: 'Localhost' | 'RuntimeDefault' | 'Unconfined'
  }
  'core.v1.AttachedVolume': {
    readonly devicePath: string
    readonly name: string
  }
  'core.v1.AzureDiskVolumeSource': {
    readonly cachingMode?: 'None' | 'ReadOnly' | 'ReadWrite'
    readonly diskName: string
    readonly diskURI: string
    readonly fsType?: string
    readonly kind?: 'Dedicated' | 'Managed' | 'Shared'
    readonly readOnly?: boolean
  }
  'core.v1.AzureFilePersistentVolumeSource': {
    readonly readOnly?: boolean
    readonly secretName: string
    readonly secretNamespace?: string
    readonly shareName: string
  }
  'core.v1.AzureFileVolumeSource': {
    readonly readOnly?: boolean
    readonly secretName: string
    readonly shareName: string
  }
  'core.v1.CSIPersistentVolumeSource': {
    readonly controllerExpandSecretRef?: PackagedTypes['core.v1.SecretReference']
    readonly controllerPublishSecretRef?: PackagedTypes['core.v1.SecretReference']
    readonly driver: string
    readonly fsType?: string
    readonly nodeExpandSecretRef?: PackagedTypes['core.v1.SecretReference']
    readonly nodePublishSecretRef?: PackagedTypes['core.v1.SecretReference']
    readonly nodeStageSecretRef?: PackagedTypes['core.v1.SecretReference']
    readonly readOnly?: boolean
    readonly volumeAttributes?: Readonly<Record<string, string>>
    readonly volumeHandle: string
  }
  'core.v1.CSIVolumeSource': {
    readonly driver: string
    readonly fsType?: string
    readonly nodePublishSecretRef?: PackagedTypes['core.v1.LocalObjectReference']
    readonly readOnly?: boolean
    readonly volumeAttributes?: Readonly<Record<string, string>>
  }
  'core.v1.Capabilities': {
    readonly add?: ReadonlyArray<string>
    readonly drop?: ReadonlyArray<string>
  }
  'core.v1.CephFSPersistentVolumeSource': {
    readonly monitors: ReadonlyArray<string>
    readonly path?: string
    readonly readOnly?: boolean
    readonly secretFile?: string
    readonly secretRef?: PackagedTypes['core.v1.SecretReference']
    readonly user?: string
  }
  'core.v1.CephFSVolumeSource': {
    readonly monitors: ReadonlyArray<string>
    readonly path?: string
    readonly readOnly?: boolean
    readonly secretFile?: string
    readonly secretRef?: PackagedTypes['core.v1.LocalObjectReference']
    readonly user?: string
  }
  'core.v1.CinderPersistentVolumeSource': {
    readonly fsType?: string
    readonly readOnly?: boolean
    readonly secretRef?: PackagedTypes['core.v1.SecretReference']
    readonly volumeID: string
  }
  'core.v1.CinderVolumeSource': {
    readonly fsType?: string
    readonly readOnly?: boolean
    readonly secretRef?: PackagedTypes['core.v1.LocalObjectReference']
    readonly volumeID: string
  }
  'core.v1.ClientIPConfig': {
    readonly timeoutSeconds?: number
  }
  'core.v1.ClusterTrustBundleProjection': {
    readonly labelSelector?: PackagedTypes['meta.v1.LabelSelector']
    readonly name?: string
    readonly optional?: boolean
    readonly path: string
    readonly signerName?: string
  }
  'core.v1.ConfigMap': {
    readonly binaryData?: Readonly<Record<string, string>>
    readonly data?: Readonly<Record<string, string>>
    readonly immutable?: boolean
  }
  'core.v1.ConfigMapEnvSource': {
    readonly name?: string
    readonly optional?: boolean
  }
  'core.v1.ConfigMapKeySelector': {
    readonly key: string
    readonly name?: string
    readonly optional?: boolean
  }
  'core.v1.ConfigMapNodeConfigSource': {
    readonly kubeletConfigKey: string
    readonly name: string
    readonly namespace: string
    readonly resourceVersion?: string
    readonly uid?: string
  }
  'core.v1.ConfigMapProjection': {
    readonly items?: ReadonlyArray<PackagedTypes['core.v1.KeyToPath']>
    readonly name?: string
    readonly optional?: boolean
  }
  'core.v1.ConfigMapVolumeSource': {
    readonly defaultMode?: number
    readonly items?: ReadonlyArray<PackagedTypes['core.v1.KeyToPath']>
    readonly name?: string
    readonly optional?: boolean
  }
  'core.v1.Container': {
    readonly args?: ReadonlyArray<string>
    readonly command?: ReadonlyArray<string>
    readonly env?: ReadonlyArray<PackagedTypes['core.v1.EnvVar']>
    readonly envFrom?: ReadonlyArray<PackagedTypes['core.v1.EnvFromSource']>
    readonly image?: string
    readonly imagePullPolicy?: 'Always' | 'IfNotPresent' | 'Never'
    readonly lifecycle?: PackagedTypes['core.v1.Lifecycle']
    readonly livenessProbe?: PackagedTypes['core.v1.Probe']
    readonly name: string
    readonly ports?: ReadonlyArray<PackagedTypes['core.v1.ContainerPort']>
    readonly readinessProbe?: PackagedTypes['core.v1.Probe']
    readonly resizePolicy?: ReadonlyArray<PackagedTypes['core.v1.ContainerResizePolicy']>
    readonly resources?: PackagedTypes['core.v1.ResourceRequirements']
    readonly restartPolicy?: string
    readonly restartPolicyRules?: ReadonlyArray<PackagedTypes['core.v1.ContainerRestartRule']>
    readonly securityContext?: PackagedTypes['core.v1.SecurityContext']
    readonly startupProbe?: PackagedTypes['core.v1.Probe']
    readonly stdin?: boolean
    readonly stdinOnce?: boolean
    readonly terminationMessagePath?: string
    readonly terminationMessagePolicy?: 'FallbackToLogsOnError' | 'File'
    readonly tty?: boolean
    readonly volumeDevices?: ReadonlyArray<PackagedTypes['core.v1.VolumeDevice']>
    readonly volumeMounts?: ReadonlyArray<PackagedTypes['core.v1.VolumeMount']>
    readonly workingDir?: string
  }
  'core.v1.ContainerExtendedResourceRequest': {
    readonly containerName: string
    readonly requestName: string
    readonly resourceName: string
  }
  'core.v1.ContainerImage': {
    readonly names?: ReadonlyArray<string>
    readonly sizeBytes?: number
  }
  'core.v1.ContainerPort': {
    readonly containerPort: number
    readonly hostIP?: string
    readonly hostPort?: number
    readonly name?: string
    readonly protocol?: 'SCTP' | 'TCP' | 'UDP'
  }
  'core.v1.ContainerResizePolicy': {
    readonly resourceName: string
    readonly restartPolicy: string
  }
  'core.v1.ContainerRestartRule': {
    readonly action: string
    readonly exitCodes?: PackagedTypes['core.v1.ContainerRestartRuleOnExitCodes']
  }
  'core.v1.ContainerRestartRuleOnExitCodes': {
    readonly operator: string
    readonly values?: ReadonlyArray<number>
  }
  'core.v1.ContainerState': {
    readonly running?: PackagedTypes['core.v1.ContainerStateRunning']
    readonly terminated?: PackagedTypes['core.v1.ContainerStateTerminated']
    readonly waiting?: PackagedTypes['core.v1.ContainerStateWaiting']
  }
  'core.v1.ContainerStateRunning': {
    readonly startedAt?: string
  }
  'core.v1.ContainerStateTerminated': {
    readonly containerID?: string
    readonly exitCode: number
    readonly finishedAt?: string
    readonly message?: string
    readonly reason?: string
    readonly signal?: number
    readonly startedAt?: string
  }
  'core.v1.ContainerStateWaiting': {
    readonly message?: string
    readonly reason?: string
  }
  'core.v1.ContainerStatus': {
    readonly allocatedResources?: Readonly<Record<string, string | number>>
    readonly allocatedResourcesStatus?: ReadonlyArray<PackagedTypes['core.v1.ResourceStatus']>
    readonly containerID?: string
    readonly image: string
    readonly imageID: string
    readonly lastState?: PackagedTypes['core.v1.ContainerState']
    readonly name: string
    readonly ready: boolean
    readonly resources?: PackagedTypes['core.v1.ResourceRequirements']
    readonly restartCount: number
    readonly started?: boolean
    readonly state?: PackagedTypes['core.v1.ContainerState']
    readonly stopSignal?:
      | 'SIGABRT'
      | 'SIGALRM'
      | 'SIGBUS'
      | 'SIGCHLD'
      | 'SIGCLD'
      | 'SIGCONT'
      | 'SIGFPE'
      | 'SIGHUP'
      | 'SIGILL'
      | 'SIGINT'
      | 'SIGIO'
      | 'SIGIOT'
      | 'SIGKILL'
      | 'SIGPIPE'
      | 'SIGPOLL'
      | 'SIGPROF'
      | 'SIGPWR'
      | 'SIGQUIT'
      | 'SIGRTMAX'
      | 'SIGRTMAX-1'
      | 'SIGRTMAX-10'
      | 'SIGRTMAX-11'
      | 'SIGRTMAX-12'
      | 'SIGRTMAX-13'
      | 'SIGRTMAX-14'
      | 'SIGRTMAX-2'
      | 'SIGRTMAX-3'
      | 'SIGRTMAX-4'
      | 'SIGRTMAX-5'
      | 'SIGRTMAX-6'
      | 'SIGRTMAX-7'
      | 'SIGRTMAX-8'
      | 'SIGRTMAX-9'
      | 'SIGRTMIN'
      | 'SIGRTMIN+1'
      | 'SIGRTMIN+10'
      | 'SIGRTMIN+11'
      | 'SIGRTMIN+12'
      | 'SIGRTMIN+13'
      | 'SIGRTMIN+14'
      | 'SIGRTMIN+15'
      | 'SIGRTMIN+2'
      | 'SIGRTMIN+3'
      | 'SIGRTMIN+4'
      | 'SIGRTMIN+5'
      | 'SIGRTMIN+6'
      | 'SIGRTMIN+7'
      | 'SIGRTMIN+8'
      | 'SIGRTMIN+9'
      | 'SIGSEGV'
      | 'SIGSTKFLT'
      | 'SIGSTOP'
      | 'SIGSYS'
      | 'SIGTERM'
      | 'SIGTRAP'
      | 'SIGTSTP'
      | 'SIGTTIN'
      | 'SIGTTOU'
      | 'SIGURG'
      | 'SIGUSR1'
      | 'SIGUSR2'
      | 'SIGVTALRM'
      | 'SIGWINCH'
      | 'SIGXCPU'
      | 'SIGXFSZ'
    readonly user?: PackagedTypes['core.v1.ContainerUser']
    readonly volumeMounts?: ReadonlyArray<PackagedTypes['core.v1.VolumeMountStatus']>
  }
  'core.v1.ContainerUser': {
    readonly linux?: PackagedTypes['core.v1.LinuxContainerUser']
  }
  'core.v1.DaemonEndpoint': {
    readonly Port: number
  }
  'core.v1.DownwardAPIProjection': {
    readonly items?: ReadonlyArray<PackagedTypes['core.v1.DownwardAPIVolumeFile']>
  }
  'core.v1.DownwardAPIVolumeFile': {
    readonly fieldRef?: PackagedTypes['core.v1.ObjectFieldSelector']
    readonly mode?: number
    readonly path: string
    readonly resourceFieldRef?: PackagedTypes['core.v1.ResourceFieldSelector']
  }
  'core.v1.DownwardAPIVolumeSource': {
    readonly defaultMode?: number
    readonly items?: ReadonlyArray<PackagedTypes['core.v1.DownwardAPIVolumeFile']>
  }
  'core.v1.EmptyDirVolumeSource': {
    readonly medium?: string
    readonly sizeLimit?: string | number
  }
  'core.v1.EndpointAddress': {
    readonly hostname?: string
    readonly ip: string
    readonly nodeName?: string
    readonly targetRef?: PackagedTypes['core.v1.ObjectReference']
  }
  'core.v1.EndpointPort': {
    readonly appProtocol?: string
    readonly name?: string
    readonly port: number
    readonly protocol?: 'SCTP' | 'TCP' | 'UDP'
  }
  'core.v1.EndpointSubset': {
    readonly addresses?: ReadonlyArray<PackagedTypes['core.v1.EndpointAddress']>
    readonly notReadyAddresses?: ReadonlyArray<PackagedTypes['core.v1.EndpointAddress']>
    readonly ports?: ReadonlyArray<PackagedTypes['core.v1.EndpointPort']>
  }
  'core.v1.Endpoints': {
    readonly subsets?: ReadonlyArray<PackagedTypes['core.v1.EndpointSubset']>
  }
  'core.v1.EnvFromSource': {
    readonly configMapRef?: PackagedTypes['core.v1.ConfigMapEnvSource']
    readonly prefix?: string
    readonly secretRef?: PackagedTypes['core.v1.SecretEnvSource']
  }
  'core.v1.EnvVar': {
    readonly name: string
    readonly value?: string
    readonly valueFrom?: PackagedTypes['core.v1.EnvVarSource']
  }
  'core.v1.EnvVarSource': {
    readonly configMapKeyRef?: PackagedTypes['core.v1.ConfigMapKeySelector']
    readonly fieldRef?: PackagedTypes['core.v1.ObjectFieldSelector']
    readonly fileKeyRef?: PackagedTypes['core.v1.FileKeySelector']
    readonly resourceFieldRef?: PackagedTypes['core.v1.ResourceFieldSelector']
    readonly secretKeyRef?: PackagedTypes['core.v1.SecretKeySelector']
  }
  'core.v1.EphemeralContainer': {
    readonly args?: ReadonlyArray<string>
    readonly command?: ReadonlyArray<string>
    readonly env?: ReadonlyArray<PackagedTypes['core.v1.EnvVar']>
    readonly envFrom?: ReadonlyArray<PackagedTypes['core.v1.EnvFromSource']>
    readonly image?: string
    readonly imagePullPolicy?: 'Always' | 'IfNotPresent' | 'Never'
    readonly lifecycle?: PackagedTypes['core.v1.Lifecycle']
    readonly livenessProbe?: PackagedTypes['core.v1.Probe']
    readonly name: string
    readonly ports?: ReadonlyArray<PackagedTypes['core.v1.ContainerPort']>
    readonly readinessProbe?: PackagedTypes['core.v1.Probe']
    readonly resizePolicy?: ReadonlyArray<PackagedTypes['core.v1.ContainerResizePolicy']>
    readonly resources?: PackagedTypes['core.v1.ResourceRequirements']
    readonly restartPolicy?: string
    readonly restartPolicyRules?: ReadonlyArray<PackagedTypes['core.v1.ContainerRestartRule']>
    readonly securityContext?: PackagedTypes['core.v1.SecurityContext']
    readonly startupProbe?: PackagedTypes['core.v1.Probe']
    readonly stdin?: boolean
    readonly stdinOnce?: boolean
    readonly targetContainerName?: string
    readonly terminationMessagePath?: string
    readonly terminationMessagePolicy?: 'FallbackToLogsOnError' | 'File'
    readonly tty?: boolean
    readonly volumeDevices?: ReadonlyArray<PackagedTypes['core.v1.VolumeDevice']>
    readonly volumeMounts?: ReadonlyArray<PackagedTypes['core.v1.VolumeMount']>
    readonly workingDir?: string
  }
  'core.v1.EphemeralVolumeSource': {
    readonly volumeClaimTemplate?: PackagedTypes['core.v1.PersistentVolumeClaimTemplate']
  }
  'core.v1.Event': {
    readonly action?: string
    readonly count?: number
    readonly eventTime?: string
    readonly firstTimestamp?: string
    readonly involvedObject: PackagedTypes['core.v1.ObjectReference']
    readonly lastTimestamp?: string
    readonly message?: string
    readonly reason?: string
    readonly related?: PackagedTypes['core.v1.ObjectReference']
    readonly reportingComponent?: string
    readonly reportingInstance?: string
    readonly series?: PackagedTypes['core.v1.EventSeries']
    readonly source?: PackagedTypes['core.v1.EventSource']
    readonly type?: string
  }
  'core.v1.EventSeries': {
    readonly count?: number
    readonly lastObservedTime?: string
  }
  'core.v1.EventSource': {
    readonly component?: string
    readonly host?: string
  }
  'core.v1.ExecAction': {
    readonly command?: ReadonlyArray<string>
  }
  'core.v1.FCVolumeSource': {
    readonly fsType?: string
    readonly lun?: number
    readonly readOnly?: boolean
    readonly targetWWNs?: ReadonlyArray<string>
    readonly wwids?: ReadonlyArray<string>
  }
  'core.v1.FileKeySelector': {
    readonly key: string
    readonly optional?: boolean
    readonly path: string
    readonly volumeName: string
  }
  'core.v1.FlexPersistentVolumeSource': {
    readonly driver: string
    readonly fsType?: string
    readonly options?: Readonly<Record<string, string>>
    readonly readOnly?: boolean
    readonly secretRef?: PackagedTypes['core.v1.SecretReference']
  }
  'core.v1.FlexVolumeSource': {
    readonly driver: string
    readonly fsType?: string
    readonly options?: Readonly<Record<string, string>>
    readonly readOnly?: boolean
    readonly secretRef?: PackagedTypes['core.v1.LocalObjectReference']
  }
  'core.v1.FlockerVolumeSource': {
    readonly datasetName?: string
    readonly datasetUUID?: string
  }
  'core.v1.GCEPersistentDiskVolumeSource': {
    readonly fsType?: string
    readonly partition?: number
    readonly pdName: string
    readonly readOnly?: boolean
  }
  'core.v1.GRPCAction': {
    readonly port: number
    readonly service?: string
  }
  'core.v1.GitRepoVolumeSource': {
    readonly directory?: string
    readonly repository: string
    readonly revision?: string
  }
  'core.v1.GlusterfsPersistentVolumeSource': {
    readonly endpoints: string
    readonly endpointsNamespace?: string
    readonly path: string
    readonly readOnly?: boolean
  }
  'core.v1.GlusterfsVolumeSource': {
    readonly endpoints: string
    readonly path: string
    readonly readOnly?: boolean
  }
  'core.v1.HTTPGetAction': {
    readonly host?: string
    readonly httpHeaders?: ReadonlyArray<PackagedTypes['core.v1.HTTPHeader']>
    readonly path?: string
    readonly port: number | string
    readonly scheme?: 'HTTP' | 'HTTPS'
  }
  'core.v1.HTTPHeader': {
    readonly name: string
    readonly value: string
  }
  'core.v1.HostAlias': {
    readonly hostnames?: ReadonlyArray<string>
    readonly ip: string
  }
  'core.v1.HostIP': {
    readonly ip: string
  }
  'core.v1.HostPathVolumeSource': {
    readonly path: string
    readonly type?: '' | 'BlockDevice' | 'CharDevice' | 'Directory' | 'DirectoryOrCreate' | 'File' | 'FileOrCreate' | 'Socket'
  }
  'core.v1.ISCSIPersistentVolumeSource': {
    readonly chapAuthDiscovery?: boolean
    readonly chapAuthSession?: boolean
    readonly fsType?: string
    readonly initiatorName?: string
    readonly iqn: string
    readonly iscsiInterface?: string
    readonly lun: number
    readonly portals?: ReadonlyArray<string>
    readonly readOnly?: boolean
    readonly secretRef?: PackagedTypes['core.v1.SecretReference']
    readonly targetPortal: string
  }
  'core.v1.ISCSIVolumeSource': {
    readonly chapAuthDiscovery?: boolean
    readonly chapAuthSession?: boolean
    readonly fsType?: string
    readonly initiatorName?: string
    readonly iqn: string
    readonly iscsiInterface?: string
    readonly lun: number
    readonly portals?: ReadonlyArray<string>
    readonly readOnly?: boolean
    readonly secretRef?: PackagedTypes['core.v1.LocalObjectReference']
    readonly targetPortal: string
  }
  'core.v1.ImageVolumeSource': {
    readonly pullPolicy?: 'Always' | 'IfNotPresent' | 'Never'
    readonly reference?: string
  }
  'core.v1.ImageVolumeStatus': {
    readonly imageRef: string
  }
  'core.v1.KeyToPath': {
    readonly key: string
    readonly mode?: number
    readonly path: string
  }
  'core.v1.Lifecycle': {
    readonly postStart?: PackagedTypes['core.v1.LifecycleHandler']
    readonly preStop?: PackagedTypes['core.v1.LifecycleHandler']
    readonly stopSignal?:
      | 'SIGABRT'
      | 'SIGALRM'
      | 'SIGBUS'
      | 'SIGCHLD'
      | 'SIGCLD'
      | 'SIGCONT'
      | 'SIGFPE'
      | 'SIGHUP'
      | 'SIGILL'
      | 'SIGINT'
      | 'SIGIO'
      | 'SIGIOT'
      | 'SIGKILL'
      | 'SIGPIPE'
      | 'SIGPOLL'
      | 'SIGPROF'
      | 'SIGPWR'
      | 'SIGQUIT'
      | 'SIGRTMAX'
      | 'SIGRTMAX-1'
      | 'SIGRTMAX-10'
      | 'SIGRTMAX-11'
      | 'SIGRTMAX-12'
      | 'SIGRTMAX-13'
      | 'SIGRTMAX-14'
      | 'SIGRTMAX-2'
      | 'SIGRTMAX-3'
      | 'SIGRTMAX-4'
      | 'SIGRTMAX-5'
      | 'SIGRTMAX-6'
      | 'SIGRTMAX-7'
      | 'SIGRTMAX-8'
      | 'SIGRTMAX-9'
      | 'SIGRTMIN'
      | 'SIGRTMIN+1'
      | 'SIGRTMIN+10'
      | 'SIGRTMIN+11'
      | 'SIGRTMIN+12'
      | 'SIGRTMIN+13'
      | 'SIGRTMIN+14'
      | 'SIGRTMIN+15'
      | 'SIGRTMIN+2'
      | 'SIGRTMIN+3'
      | 'SIGRTMIN+4'
      | 'SIGRTMIN+5'
      | 'SIGRTMIN+6'
      | 'SIGRTMIN+7'
      | 'SIGRTMIN+8'
      | 'SIGRTMIN+9'
      | 'SIGSEGV'
      | 'SIGSTKFLT'
      | 'SIGSTOP'
      | 'SIGSYS'
      | 'SIGTERM'
      | 'SIGTRAP'
      | 'SIGTSTP'
      | 'SIGTTIN'
      | 'SIGTTOU'
      | 'SIGURG'
      | 'SIGUSR1'
      | 'SIGUSR2'
      | 'SIGVTALRM'
      | 'SIGWINCH'
      | 'SIGXCPU'
      | 'SIGXFSZ'
  }
  'core.v1.LifecycleHandler': {
    readonly exec?: PackagedTypes['core.v1.ExecAction']
    readonly httpGet?: PackagedTypes['core.v1.HTTPGetAction']
    readonly sleep?: PackagedTypes['core.v1.SleepAction']
    readonly tcpSocket?: PackagedTypes['core.v1.TCPSocketAction']
  }
  'core.v1.LimitRange': {
    readonly spec?: PackagedTypes['core.v1.LimitRangeSpec']
  }
  'core.v1.LimitRangeItem': {
    readonly default?: Readonly<Record<string, string | number>>
    readonly defaultRequest?: Readonly<Record<string, string | number>>
    readonly max?: Readonly<Record<string, string | number>>
    readonly maxLimitRequestRatio?: Readonly<Record<string, string | number>>
    readonly min?: Readonly<Record<string, string | number>>
    readonly type: string
  }
  'core.v1.LimitRangeSpec': {
    readonly limits: ReadonlyArray<PackagedTypes['core.v1.LimitRangeItem']>
  }
  'core.v1.LinuxContainerUser': {
    readonly gid: number
    readonly supplementalGroups?: ReadonlyArray<number>
    readonly uid: number
  }
  'core.v1.LoadBalancerIngress': {
    readonly hostname?: string
    readonly ip?: string
    readonly ipMode?: string
    readonly ports?: ReadonlyArray<PackagedTypes['core.v1.PortStatus']>
  }
  'core.v1.LoadBalancerStatus': {
    readonly ingress?: ReadonlyArray<PackagedTypes['core.v1.LoadBalancerIngress']>
  }
  'core.v1.LocalObjectReference': {
    readonly name?: string
  }
  'core.v1.LocalVolumeSource': {
    readonly fsType?: string
    readonly path: string
  }
  'core.v1.ModifyVolumeStatus': {
    readonly status: 'InProgress' | 'Infeasible' | 'Pending'
    readonly targetVolumeAttributesClassName?: string
  }
  'core.v1.NFSVolumeSource': {
    readonly path: string
    readonly readOnly?: boolean
    readonly server: string
  }
  'core.v1.Namespace': {
    readonly spec?: PackagedTypes['core.v1.NamespaceSpec']
    readonly status?: PackagedTypes['core.v1.NamespaceStatus']
  }
  'core.v1.NamespaceCondition': {
    readonly lastTransitionTime?: string
    readonly message?: string
    readonly reason?: string
    readonly status: string
    readonly type: string
  }
  'core.v1.NamespaceSpec': {
    readonly finalizers?: ReadonlyArray<string>
  }
  'core.v1.NamespaceStatus': {
    readonly conditions?: ReadonlyArray<PackagedTypes['core.v1.NamespaceCondition']>
    readonly phase?: 'Active' | 'Terminating'
  }
  'core.v1.Node': {
    readonly spec?: PackagedTypes['core.v1.NodeSpec']
    readonly status?: PackagedTypes['core.v1.NodeStatus']
  }
  'core.v1.NodeAddress': {
    readonly address: string
    readonly type: string
  }
  'core.v1.NodeAffinity': {
    readonly preferredDuringSchedulingIgnoredDuringExecution?: ReadonlyArray<PackagedTypes['core.v1.PreferredSchedulingTerm']>
    readonly requiredDuringSchedulingIgnoredDuringExecution?: PackagedTypes['core.v1.NodeSelector']
  }
  'core.v1.NodeAllocatableResourceClaimStatus': {
    readonly containers?: ReadonlyArray<string>
    readonly resourceClaimName: string
    readonly resources: Readonly<Record<string, string | number>>
  }
  'core.v1.NodeCondition': {
    readonly lastHeartbeatTime?: string
    readonly lastTransitionTime?: string
    readonly message?: string
    readonly reason?: string
    readonly status: string
    readonly type: string
  }
  'core.v1.NodeConfigSource': {
    readonly configMap?: PackagedTypes['core.v1.ConfigMapNodeConfigSource']
  }
  'core.v1.NodeConfigStatus': {
    readonly active?: PackagedTypes['core.v1.NodeConfigSource']
    readonly assigned?: PackagedTypes['core.v1.NodeConfigSource']
    readonly error?: string
    readonly lastKnownGood?: PackagedTypes['core.v1.NodeConfigSource']
  }
  'core.v1.NodeDaemonEndpoints': {
    readonly kubeletEndpoint?: PackagedTypes['core.v1.DaemonEndpoint']
  }
  'core.v1.NodeFeatures': {
    readonly supplementalGroupsPolicy?: boolean
  }
  'core.v1.NodeRuntimeHandler': {
    readonly features?: PackagedTypes['core.v1.NodeRuntimeHandlerFeatures']
    readonly name?: string
  }
  'core.v1.NodeRuntimeHandlerFeatures': {
    readonly recursiveReadOnlyMounts?: boolean
    readonly userNamespaces?: boolean
  }
  'core.v1.NodeSelector': {
    readonly nodeSelectorTerms: ReadonlyArray<PackagedTypes['core.v1.NodeSelectorTerm']>
  }
  'core.v1.NodeSelectorRequirement': {
    readonly key: string
    readonly operator: 'DoesNotExist' | 'Exists' | 'Gt' | 'In' | 'Lt' | 'NotIn'
    readonly values?: ReadonlyArray<string>
  }
  'core.v1.NodeSelectorTerm': {
    readonly matchExpressions?: ReadonlyArray<PackagedTypes['core.v1.NodeSelectorRequirement']>
    readonly matchFields?: ReadonlyArray<PackagedTypes['core.v1.NodeSelectorRequirement']>
  }
  'core.v1.NodeSpec': {
    readonly configSource?: PackagedTypes['core.v1.NodeConfigSource']
    readonly externalID?: string
    readonly podCIDR?: string
    readonly podCIDRs?: ReadonlyArray<string>
    readonly providerID?: string
    readonly taints?: ReadonlyArray<PackagedTypes['core.v1.Taint']>
    readonly unschedulable?: boolean
  }
  'core.v1.NodeStatus': {
    readonly addresses?: ReadonlyArray<PackagedTypes['core.v1.NodeAddress']>
    readonly allocatable?: Readonly<Record<string, string | number>>
    readonly capacity?: Readonly<Record<string, string | number>>
    readonly conditions?: ReadonlyArray<PackagedTypes['core.v1.NodeCondition']>
    readonly config?: PackagedTypes['core.v1.NodeConfigStatus']
    readonly daemonEndpoints?: PackagedTypes['core.v1.NodeDaemonEndpoints']
    readonly declaredFeatures?: ReadonlyArray<string>
    readonly features?: PackagedTypes['core.v1.NodeFeatures']
    readonly images?: ReadonlyArray<PackagedTypes['core.v1.ContainerImage']>
    readonly nodeInfo?: PackagedTypes['core.v1.NodeSystemInfo']
    readonly phase?: 'Pending' | 'Running' | 'Terminated'
    readonly runtimeHandlers?: ReadonlyArray<PackagedTypes['core.v1.NodeRuntimeHandler']>
    readonly volumesAttached?: ReadonlyArray<PackagedTypes['core.v1.AttachedVolume']>
    readonly volumesInUse?: ReadonlyArray<string>
  }
  'core.v1.NodeSwapStatus': {
    readonly capacity?: number
  }
  'core.v1.NodeSystemInfo': {
    readonly architecture: string
    readonly bootID: string
    readonly containerRuntimeVersion: string
    readonly kernelVersion: string
    readonly kubeProxyVersion: string
    readonly kubeletVersion: string
    readonly machineID: string
    readonly operatingSystem: string
    readonly osImage: string
    readonly swap?: PackagedTypes['core.v1.NodeSwapStatus']
    readonly systemUUID: string
  }
  'core.v1.ObjectFieldSelector': {
    readonly apiVersion?: string
    readonly fieldPath: string
  }
  'core.v1.ObjectReference': {
    readonly apiVersion?: string
    readonly fieldPath?: string
    readonly kind?: string
    readonly name?: string
    readonly namespace?: string
    readonly resourceVersion?: string
    readonly uid?: string
  }
  'core.v1.PersistentVolume': {
    readonly spec?: PackagedTypes['core.v1.PersistentVolumeSpec']
    readonly status?: PackagedTypes['core.v1.PersistentVolumeStatus']
  }
  'core.v1.PersistentVolumeClaim': {
    readonly spec?: PackagedTypes['core.v1.PersistentVolumeClaimSpec']
    readonly status?: PackagedTypes['core.v1.PersistentVolumeClaimStatus']
  }
  'core.v1.PersistentVolumeClaimCondition': {
    readonly lastProbeTime?: string
    readonly lastTransitionTime?: string
    readonly message?: string
    readonly reason?: string
    readonly status: string
    readonly type: string
  }
  'core.v1.PersistentVolumeClaimSpec': {
    readonly accessModes?: ReadonlyArray<'ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOnce' | 'ReadWriteOncePod'>
    readonly dataSource?: PackagedTypes['core.v1.TypedLocalObjectReference']
    readonly dataSourceRef?: PackagedTypes['core.v1.TypedObjectReference']
    readonly resources?: PackagedTypes['core.v1.VolumeResourceRequirements']
    readonly selector?: PackagedTypes['meta.v1.LabelSelector']
    readonly storageClassName?: string
    readonly volumeAttributesClassName?: string
    readonly volumeMode?: 'Block' | 'Filesystem'
    readonly volumeName?: string
  }
  'core.v1.PersistentVolumeClaimStatus': {
    readonly accessModes?: ReadonlyArray<'ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOnce' | 'ReadWriteOncePod'>
    readonly allocatedResourceStatuses?: Readonly<
      Record<
        string,
        | 'ControllerResizeInProgress'
        | 'ControllerResizeInfeasible'
        | 'NodeResizeInProgress'
        | 'NodeResizeInfeasible'
        | 'NodeResizePending'
      >
    >
    readonly allocatedResources?: Readonly<Record<string, string | number>>
    readonly capacity?: Readonly<Record<string, string | number>>
    readonly conditions?: ReadonlyArray<PackagedTypes['core.v1.PersistentVolumeClaimCondition']>
    readonly currentVolumeAttributesClassName?: string
    readonly modifyVolumeStatus?: PackagedTypes['core.v1.ModifyVolumeStatus']
    readonly phase?: 'Bound' | 'Lost' | 'Pending'
  }
  'core.v1.PersistentVolumeClaimTemplate': {
    readonly metadata?: ObjectMeta
    readonly spec: PackagedTypes['core.v1.PersistentVolumeClaimSpec']
  }
  'core.v1.PersistentVolumeClaimVolumeSource': {
    readonly claimName: string
    readonly readOnly?: boolean
  }
  'core.v1.PersistentVolumeSpec': {
    readonly accessModes?: ReadonlyArray<'ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOnce' | 'ReadWriteOncePod'>
    readonly awsElasticBlockStore?: PackagedTypes['core.v1.AWSElasticBlockStoreVolumeSource']
    readonly azureDisk?: PackagedTypes['core.v1.AzureDiskVolumeSource']
    readonly azureFile?: PackagedTypes['core.v1.AzureFilePersistentVolumeSource']
    readonly capacity?: Readonly<Record<string, string | number>>
    readonly cephfs?: PackagedTypes['core.v1.CephFSPersistentVolumeSource']
    readonly cinder?: PackagedTypes['core.v1.CinderPersistentVolumeSource']
    readonly claimRef?: PackagedTypes['core.v1.ObjectReference']
    readonly csi?: PackagedTypes['core.v1.CSIPersistentVolumeSource']
    readonly fc?: PackagedTypes['core.v1.FCVolumeSource']
    readonly flexVolume?: PackagedTypes['core.v1.FlexPersistentVolumeSource']
    readonly flocker?: PackagedTypes['core.v1.FlockerVolumeSource']
    readonly gcePersistentDisk?: PackagedTypes['core.v1.GCEPersistentDiskVolumeSource']
    readonly glusterfs?: PackagedTypes['core.v1.GlusterfsPersistentVolumeSource']
    readonly hostPath?: PackagedTypes['core.v1.HostPathVolumeSource']
    readonly iscsi?: PackagedTypes['core.v1.ISCSIPersistentVolumeSource']
    readonly local?: PackagedTypes['core.v1.LocalVolumeSource']
    readonly mountOptions?: ReadonlyArray<string>
    readonly nfs?: PackagedTypes['core.v1.NFSVolumeSource']
    readonly nodeAffinity?: PackagedTypes['core.v1.VolumeNodeAffinity']
    readonly persistentVolumeReclaimPolicy?: 'Delete' | 'Recycle' | 'Retain'
    readonly photonPersistentDisk?: PackagedTypes['core.v1.PhotonPersistentDiskVolumeSource']
    readonly portworxVolume?: PackagedTypes['core.v1.PortworxVolumeSource']
    readonly quobyte?: PackagedTypes['core.v1.QuobyteVolumeSource']
    readonly rbd?: PackagedTypes['core.v1.RBDPersistentVolumeSource']
    readonly scaleIO?: PackagedTypes['core.v1.ScaleIOPersistentVolumeSource']
    readonly storageClassName?: string
    readonly storageos?: PackagedTypes['core.v1.StorageOSPersistentVolumeSource']
    readonly volumeAttributesClassName?: string
    readonly volumeMode?: 'Block' | 'Filesystem'
    readonly vsphereVolume?: PackagedTypes['core.v1.VsphereVirtualDiskVolumeSource']
  }
  'core.v1.PersistentVolumeStatus': {
    readonly lastPhaseTransitionTime?: string
    readonly message?: string
    readonly phase?: 'Available' | 'Bound' | 'Failed' | 'Pending' | 'Released'
    readonly reason?: string
  }
  'core.v1.PhotonPersistentDiskVolumeSource': {
    readonly fsType?: string
    readonly pdID: string
  }
  'core.v1.Pod': {
    readonly spec?: PackagedTypes['core.v1.PodSpec']
    readonly status?: PackagedTypes['core.v1.PodStatus']
  }
  'core.v1.PodAffinity': {
    readonly preferredDuringSchedulingIgnoredDuringExecution?: ReadonlyArray<PackagedTypes['core.v1.WeightedPodAffinityTerm']>
    readonly requiredDuringSchedulingIgnoredDuringExecution?: ReadonlyArray<PackagedTypes['core.v1.PodAffinityTerm']>
  }
  'core.v1.PodAffinityTerm': {
    readonly labelSelector?: PackagedTypes['meta.v1.LabelSelector']
    readonly matchLabelKeys?: ReadonlyArray<string>
    readonly mismatchLabelKeys?: ReadonlyArray<string>
    readonly namespaceSelector?: PackagedTypes['meta.v1.LabelSelector']
    readonly namespaces?: ReadonlyArray<string>
    readonly topologyKey: string
  }
  'core.v1.PodAntiAffinity': {
    readonly preferredDuringSchedulingIgnoredDuringExecution?: ReadonlyArray<PackagedTypes['core.v1.WeightedPodAffinityTerm']>
    readonly requiredDuringSchedulingIgnoredDuringExecution?: ReadonlyArray<PackagedTypes['core.v1.PodAffinityTerm']>
  }
  'core.v1.PodCertificateProjection': {
    readonly certificateChainPath?: string
    readonly credentialBundlePath?: string
    readonly keyPath?: string
    readonly keyType: string
    readonly maxExpirationSeconds?: number
    readonly signerName: string
    readonly userAnnotations?: Readonly<Record<string, string>>
  }
  'core.v1.PodCondition': {
    readonly lastProbeTime?: string
    readonly lastTransitionTime?: string
    readonly message?: string
    readonly observedGeneration?: number
    readonly reason?: string
    readonly status: string
    readonly type: string
  }
  'core.v1.PodDNSConfig': {
    readonly nameservers?: ReadonlyArray<string>
    readonly options?: ReadonlyArray<PackagedTypes['core.v1.PodDNSConfigOption']>
    readonly searches?: ReadonlyArray<string>
  }
  'core.v1.PodDNSConfigOption': {
    readonly name?: string
    readonly value?: string
  }
  'core.v1.PodExtendedResourceClaimStatus': {
    readonly requestMappings: ReadonlyArray<PackagedTypes['core.v1.ContainerExtendedResourceRequest']>
    readonly resourceClaimName: string
  }
  'core.v1.PodIP': {
    readonly ip: string
  }
  'core.v1.PodOS': {
    readonly name: string
  }
  'core.v1.PodReadinessGate': {
    readonly conditionType: string
  }
  'core.v1.PodResourceClaim': {
    readonly name: string
    readonly resourceClaimName?: string
    readonly resourceClaimTemplateName?: string
  }
  'core.v1.PodResourceClaimStatus': {
    readonly name: string
    readonly resourceClaimName?: string
  }
  'core.v1.PodSchedulingGate': {
    readonly name: string
  }
  'core.v1.PodSchedulingGroup': {
    readonly podGroupName?: string
  }
  'core.v1.PodSecurityContext': {
    readonly appArmorProfile?: PackagedTypes['core.v1.AppArmorProfile']
    readonly fsGroup?: number
    readonly fsGroupChangePolicy?: 'Always' | 'OnRootMismatch'
    readonly runAsGroup?: number
    readonly runAsNonRoot?: boolean
    readonly runAsUser?: number
    readonly seLinuxChangePolicy?: string
    readonly seLinuxOptions?: PackagedTypes['core.v1.SELinuxOptions']
    readonly seccompProfile?: PackagedTypes['core.v1.SeccompProfile']
    readonly supplementalGroups?: ReadonlyArray<number>
    readonly supplementalGroupsPolicy?: 'Merge' | 'Strict'
    readonly sysctls?: ReadonlyArray<PackagedTypes['core.v1.Sysctl']>
    readonly windowsOptions?: PackagedTypes['core.v1.WindowsSecurityContextOptions']
  }
  'core.v1.PodSpec': {
    readonly activeDeadlineSeconds?: number
    readonly affinity?: PackagedTypes['core.v1.Affinity']
    readonly automountServiceAccountToken?: boolean
    readonly containers: ReadonlyArray<PackagedTypes['core.v1.Container']>
    readonly dnsConfig?: PackagedTypes['core.v1.PodDNSConfig']
    readonly dnsPolicy?: 'ClusterFirst' | 'ClusterFirstWithHostNet' | 'Default' | 'None'
    readonly enableServiceLinks?: boolean
    readonly ephemeralContainers?: ReadonlyArray<PackagedTypes['core.v1.EphemeralContainer']>
    readonly hostAliases?: ReadonlyArray<PackagedTypes['core.v1.HostAlias']>
    readonly hostIPC?: boolean
    readonly hostNetwork?: boolean
    readonly hostPID?: boolean
    readonly hostUsers?: boolean
    readonly hostname?: string
    readonly hostnameOverride?: string
    readonly imagePullSecrets?: ReadonlyArray<PackagedTypes['core.v1.LocalObjectReference']>
    readonly initContainers?: ReadonlyArray<PackagedTypes['core.v1.Container']>
    readonly nodeName?: string
    readonly nodeSelector?: Readonly<Record<string, string>>
    readonly os?: PackagedTypes['core.v1.PodOS']
    readonly overhead?: Readonly<Record<string, string | number>>
    readonly preemptionPolicy?: 'Never' | 'PreemptLowerPriority'
    readonly priority?: number
    readonly priorityClassName?: string
    readonly readinessGates?: ReadonlyArray<PackagedTypes['core.v1.PodReadinessGate']>
    readonly resourceClaims?: ReadonlyArray<PackagedTypes['core.v1.PodResourceClaim']>
    readonly resources?: PackagedTypes['core.v1.ResourceRequirements']
    readonly restartPolicy?: 'Always' | 'Never' | 'OnFailure'
    readonly runtimeClassName?: string
    readonly schedulerName?: string
    readonly schedulingGates?: ReadonlyArray<PackagedTypes['core.v1.PodSchedulingGate']>
    readonly schedulingGroup?: PackagedTypes['core.v1.PodSchedulingGroup']
    readonly securityContext?: PackagedTypes['core.v1.PodSecurityContext']
    readonly serviceAccount?: string
    readonly serviceAccountName?: string
    readonly setHostnameAsFQDN?: boolean
    readonly shareProcessNamespace?: boolean
    readonly subdomain?: string
    readonly terminationGracePeriodSeconds?: number
    readonly tolerations?: ReadonlyArray<PackagedTypes['core.v1.Toleration']>
    readonly topologySpreadConstraints?: ReadonlyArray<PackagedTypes['core.v1.TopologySpreadConstraint']>
    readonly volumes?: ReadonlyArray<PackagedTypes['core.v1.Volume']>
  }
  'core.v1.PodStatus': {
    readonly allocatedResources?: Readonly<Record<string, string | number>>
    readonly conditions?: ReadonlyArray<PackagedTypes['core.v1.PodCondition']>
    readonly containerStatuses?: ReadonlyArray<PackagedTypes['core.v1.ContainerStatus']>
    readonly ephemeralContainerStatuses?: ReadonlyArray<PackagedTypes['core.v1.ContainerStatus']>
    readonly extendedResourceClaimStatus?: PackagedTypes['core.v1.PodExtendedResourceClaimStatus']
    readonly hostIP?: string
    readonly hostIPs?: ReadonlyArray<PackagedTypes['core.v1.HostIP']>
    readonly initContainerStatuses?: ReadonlyArray<PackagedTypes['core.v1.ContainerStatus']>
    readonly message?: string
    readonly nodeAllocatableResourceClaimStatuses?: ReadonlyArray<PackagedTypes['core.v1.NodeAllocatableResourceClaimStatus']>
    readonly nominatedNodeName?: string
    readonly observedGeneration?: number
    readonly phase?: 'Failed' | 'Pending' | 'Running' | 'Succeeded' | 'Unknown'
    readonly podIP?: string
    readonly podIPs?: ReadonlyArray<PackagedTypes['core.v1.PodIP']>
    readonly qosClass?: 'BestEffort' | 'Burstable' | 'Guaranteed'
    readonly reason?: string
    readonly resize?: string
    readonly resourceClaimStatuses?: ReadonlyArray<PackagedTypes['core.v1.PodResourceClaimStatus']>
    readonly resources?: PackagedTypes['core.v1.ResourceRequirements']
    readonly startTime?: string
  }
  'core.v1.PodTemplate': {
    readonly template?: PackagedTypes['core.v1.PodTemplateSpec']
  }
  'core.v1.PodTemplateSpec': {
    readonly metadata?: ObjectMeta
    readonly spec?: PackagedTypes['core.v1.PodSpec']
  }
  'core.v1.PortStatus': {
    readonly error?: string
    readonly port: number
    readonly protocol: 'SCTP' | 'TCP' | 'UDP'
  }
  'core.v1.PortworxVolumeSource': {
    readonly fsType?: string
    readonly readOnly?: boolean
    readonly volumeID: string
  }
  'core.v1.PreferredSchedulingTerm': {
    readonly preference: PackagedTypes['core.v1.NodeSelectorTerm']
    readonly weight: number
  }
  'core.v1.Probe': {
    readonly exec?: PackagedTypes['core.v1.ExecAction']
    readonly failureThreshold?: number
    readonly grpc?: PackagedTypes['core.v1.GRPCAction']
    readonly httpGet?: PackagedTypes['core.v1.HTTPGetAction']
    readonly initialDelaySeconds?: number
    readonly periodSeconds?: number
    readonly successThreshold?: number
    readonly tcpSocket?: PackagedTypes['core.v1.TCPSocketAction']
    readonly terminationGracePeriodSeconds?: number
    readonly timeoutSeconds?: number
  }
  'core.v1.ProjectedVolumeSource': {
    readonly defaultMode?: number
    readonly sources?: ReadonlyArray<PackagedTypes['core.v1.VolumeProjection']>
  }
  'core.v1.QuobyteVolumeSource': {
    readonly group?: string
    readonly readOnly?: boolean
    readonly registry: string
    readonly tenant?: string
    readonly user?: string
    readonly volume: string
  }
  'core.v1.RBDPersistentVolumeSource': {
    readonly fsType?: string
    readonly image: string
    readonly keyring?: string
    readonly monitors: ReadonlyArray<string>
    readonly pool?: string
    readonly readOnly?: boolean
    readonly secretRef?: PackagedTypes['core.v1.SecretReference']
    readonly user?: string
  }
  'core.v1.RBDVolumeSource': {
    readonly fsType?: string
    readonly image: string
    readonly keyring?: string
    readonly monitors: ReadonlyArray<string>
    readonly pool?: string
    readonly readOnly?: boolean
    readonly secretRef?: PackagedTypes['core.v1.LocalObjectReference']
    readonly user?: string
  }
  'core.v1.ReplicationController': {
    readonly spec?: PackagedTypes['core.v1.ReplicationControllerSpec']
    readonly status?: PackagedTypes['core.v1.ReplicationControllerStatus']
  }
  'core.v1.ReplicationControllerCondition': {
    readonly lastTransitionTime?: string
    readonly message?: string
    readonly reason?: string
    readonly status: string
    readonly type: string
  }
  'core.v1.ReplicationControllerSpec': {
    readonly minReadySeconds?: number
    readonly replicas?: number
    readonly selector?: Readonly<Record<string, string>>
    readonly template?: PackagedTypes['core.v1.PodTemplateSpec']
  }
  'core.v1.ReplicationControllerStatus': {
    readonly availableReplicas?: number
    readonly conditions?: ReadonlyArray<PackagedTypes['core.v1.ReplicationControllerCondition']>
    readonly fullyLabeledReplicas?: number
    readonly observedGeneration?: number
    readonly readyReplicas?: number
    readonly replicas: number
  }
  'core.v1.ResourceClaim': {
    readonly name: string
    readonly request?: string
  }
  'core.v1.ResourceFieldSelector': {
    readonly containerName?: string
    readonly divisor?: string | number
    readonly resource: string
  }
  'core.v1.ResourceHealth': {
    readonly health?: string
    readonly message?: string
    readonly resourceID: string
  }
  'core.v1.ResourceQuota': {
    readonly spec?: PackagedTypes['core.v1.ResourceQuotaSpec']
    readonly status?: PackagedTypes['core.v1.ResourceQuotaStatus']
  }
  'core.v1.ResourceQuotaSpec': {
    readonly hard?: Readonly<Record<string, string | number>>
    readonly scopeSelector?: PackagedTypes['core.v1.ScopeSelector']
    readonly scopes?: ReadonlyArray<
      | 'BestEffort'
      | 'CrossNamespacePodAffinity'
      | 'NotBestEffort'
      | 'NotTerminating'
      | 'PriorityClass'
      | 'Terminating'
      | 'VolumeAttributesClass'
    >
  }
  'core.v1.ResourceQuotaStatus': {
    readonly hard?: Readonly<Record<string, string | number>>
    readonly used?: Readonly<Record<string, string | number>>
  }
  'core.v1.ResourceRequirements': {
    readonly claims?: ReadonlyArray<PackagedTypes['core.v1.ResourceClaim']>
    readonly limits?: Readonly<Record<string, string | number>>
    readonly requests?: Readonly<Record<string, string | number>>
  }
  'core.v1.ResourceStatus': {
    readonly name: string
    readonly resources?: ReadonlyArray<PackagedTypes['core.v1.ResourceHealth']>
  }
  'core.v1.SELinuxOptions': {
    readonly level?: string
    readonly role?: string
    readonly type?: string
    readonly user?: string
  }
  'core.v1.ScaleIOPersistentVolumeSource': {
    readonly fsType?: string
    readonly gateway: string
    readonly protectionDomain?: string
    readonly readOnly?: boolean
    readonly secretRef: PackagedTypes['core.v1.SecretReference']
    readonly sslEnabled?: boolean
    readonly storageMode?: string
    readonly storagePool?: string
    readonly system: string
    readonly volumeName?: string
  }
  'core.v1.ScaleIOVolumeSource': {
    readonly fsType?: string
    readonly gateway: string
    readonly protectionDomain?: string
    readonly readOnly?: boolean
    readonly secretRef: PackagedTypes['core.v1.LocalObjectReference']
    readonly sslEnabled?: boolean
    readonly storageMode?: string
    readonly storagePool?: string
    readonly system: string
    readonly volumeName?: string
  }
  'core.v1.ScopeSelector': {
    readonly matchExpressions?: ReadonlyArray<PackagedTypes['core.v1.ScopedResourceSelectorRequirement']>
  }
  'core.v1.ScopedResourceSelectorRequirement': {
    readonly operator: 'DoesNotExist' | 'Exists' | 'In' | 'NotIn'
    readonly scopeName:
      | 'BestEffort'
      | 'CrossNamespacePodAffinity'
      | 'NotBestEffort'
      | 'NotTerminating'
      | 'PriorityClass'
      | 'Terminating'
      | 'VolumeAttributesClass'
    readonly values?: ReadonlyArray<string>
  }
  'core.v1.SeccompProfile': {
    readonly localhostProfile?: string
    readonly type: 'Localhost' | 'RuntimeDefault' | 'Unconfined'
  }
  'core.v1.Secret': {
    readonly data?: Readonly<Record<string, string>>
    readonly immutable?: boolean
    readonly stringData?: Readonly<Record<string, string>>
    readonly type?: string
  }
  'core.v1.SecretEnvSource': {
    readonly name?: string
    readonly optional?: boolean
  }
  'core.v1.SecretKeySelector': {
    readonly key: string
    readonly name?: string
    readonly optional?: boolean
  }
  'core.v1.SecretProjection': {
    readonly items?: ReadonlyArray<PackagedTypes['core.v1.KeyToPath']>
    readonly name?: string
    readonly optional?: boolean
  }
  'core.v1.SecretReference': {
    readonly name?: string
    readonly namespace?: string
  }
  'core.v1.SecretVolumeSource': {
    readonly defaultMode?: number
    readonly items?: ReadonlyArray<PackagedTypes['core.v1.KeyToPath']>
    readonly optional?: boolean
    readonly secretName?: string
  }
  'core.v1.SecurityContext': {
    readonly allowPrivilegeEscalation?: boolean
    readonly appArmorProfile?: PackagedTypes['core.v1.AppArmorProfile']
    readonly capabilities?: PackagedTypes['core.v1.Capabilities']
    readonly privileged?: boolean
    readonly procMount?: 'Default' | 'Unmasked'
    readonly readOnlyRootFilesystem?: boolean
    readonly runAsGroup?: number
    readonly runAsNonRoot?: boolean
    readonly runAsUser?: number
    readonly seLinuxOptions?: PackagedTypes['core.v1.SELinuxOptions']
    readonly seccompProfile?: PackagedTypes['core.v1.SeccompProfile']
    readonly windowsOptions?: PackagedTypes['core.v1.WindowsSecurityContextOptions']
  }
  'core.v1.Service': {
    readonly spec?: PackagedTypes['core.v1.ServiceSpec']
    readonly status?: PackagedTypes['core.v1.ServiceStatus']
  }
  'core.v1.ServiceAccount': {
    readonly automountServiceAccountToken?: boolean
    readonly imagePullSecrets?: ReadonlyArray<PackagedTypes['core.v1.LocalObjectReference']>
    readonly secrets?: ReadonlyArray<PackagedTypes['core.v1.ObjectReference']>
  }
  'core.v1.ServiceAccountTokenProjection': {
    readonly audience?: string
    readonly expirationSeconds?: number
    readonly path: string
  }
  'core.v1.ServicePort': {
    readonly appProtocol?: string
    readonly name?: string
    readonly nodePort?: number
    readonly port: number
    readonly protocol?: 'SCTP' | 'TCP' | 'UDP'
    readonly targetPort?: number | string
  }
  'core.v1.ServiceSpec': {
    readonly allocateLoadBalancerNodePorts?: boolean
    readonly clusterIP?: string
    readonly clusterIPs?: ReadonlyArray<string>
    readonly externalIPs?: ReadonlyArray<string>
    readonly externalName?: string
    readonly externalTrafficPolicy?: 'Cluster' | 'Local'
    readonly healthCheckNodePort?: number
    readonly internalTrafficPolicy?: 'Cluster' | 'Local'
    readonly ipFamilies?: ReadonlyArray<'' | 'IPv4' | 'IPv6'>
    readonly ipFamilyPolicy?: 'PreferDualStack' | 'RequireDualStack' | 'SingleStack'
    readonly loadBalancerClass?: string
    readonly loadBalancerIP?: string
    readonly loadBalancerSourceRanges?: ReadonlyArray<string>
    readonly ports?: ReadonlyArray<PackagedTypes['core.v1.ServicePort']>
    readonly publishNotReadyAddresses?: boolean
    readonly selector?: Readonly<Record<string, string>>
    readonly sessionAffinity?: 'ClientIP' | 'None'
    readonly sessionAffinityConfig?: PackagedTypes['core.v1.SessionAffinityConfig']
    readonly trafficDistribution?: string
    readonly type?: 'ClusterIP' | 'ExternalName' | 'LoadBalancer' | 'NodePort'
  }
  'core.v1.ServiceStatus': {
    readonly conditions?: ReadonlyArray<PackagedTypes['meta.v1.Condition']>
    readonly loadBalancer?: PackagedTypes['core.v1.LoadBalancerStatus']
  }
  'core.v1.SessionAffinityConfig': {
    readonly clientIP?: PackagedTypes['core.v1.ClientIPConfig']
  }
  'core.v1.SleepAction': {
    readonly seconds: number
  }
  'core.v1.StorageOSPersistentVolumeSource': {
    readonly fsType?: string
    readonly readOnly?: boolean
    readonly secretRef?: PackagedTypes['core.v1.ObjectReference']
    readonly volumeName?: string
    readonly volumeNamespace?: string
  }
  'core.v1.StorageOSVolumeSource': {
    readonly fsType?: string
    readonly readOnly?: boolean
    readonly secretRef?: PackagedTypes['core.v1.LocalObjectReference']
    readonly volumeName?: string
    readonly volumeNamespace?: string
  }
  'core.v1.Sysctl': {
    readonly name: string
    readonly value: string
  }
  'core.v1.TCPSocketAction': {
    readonly host?: string
    readonly port: number | string
  }
  'core.v1.Taint': {
    readonly effect: 'NoExecute' | 'NoSchedule' | 'PreferNoSchedule'
    readonly key: string
    readonly timeAdded?: string
    readonly value?: string
  }
  'core.v1.Toleration': {
    readonly effect?: 'NoExecute' | 'NoSchedule' | 'PreferNoSchedule'
    readonly key?: string
    readonly operator?: 'Equal' | 'Exists' | 'Gt' | 'Lt'
    readonly tolerationSeconds?: number
    readonly value?: string
  }
  'core.v1.TopologySelectorLabelRequirement': {
    readonly key: string
    readonly values: ReadonlyArray<string>
  }
  'core.v1.TopologySelectorTerm': {
    readonly matchLabelExpressions?: ReadonlyArray<PackagedTypes['core.v1.TopologySelectorLabelRequirement']>
  }
  'core.v1.TopologySpreadConstraint': {
    readonly labelSelector?: PackagedTypes['meta.v1.LabelSelector']
    readonly matchLabelKeys?: ReadonlyArray<string>
    readonly maxSkew: number
    readonly minDomains?: number
    readonly nodeAffinityPolicy?: 'Honor' | 'Ignore'
    readonly nodeTaintsPolicy?: 'Honor' | 'Ignore'
    readonly topologyKey: string
    readonly whenUnsatisfiable: 'DoNotSchedule' | 'ScheduleAnyway'
  }
  'core.v1.TypedLocalObjectReference': {
    readonly apiGroup?: string
    readonly kind: string
    readonly name: string
  }
  'core.v1.TypedObjectReference': {
    readonly apiGroup?: string
    readonly kind: string
    readonly name: string
    readonly namespace?: string
  }
  'core.v1.Volume': {
    readonly awsElasticBlockStore?: PackagedTypes['core.v1.AWSElasticBlockStoreVolumeSource']
    readonly azureDisk?: PackagedTypes['core.v1.AzureDiskVolumeSource']
    readonly azureFile?: PackagedTypes['core.v1.AzureFileVolumeSource']
    readonly cephfs?: PackagedTypes['core.v1.CephFSVolumeSource']
    readonly cinder?: PackagedTypes['core.v1.CinderVolumeSource']
    readonly configMap?: PackagedTypes['core.v1.ConfigMapVolumeSource']
    readonly csi?: PackagedTypes['core.v1.CSIVolumeSource']
    readonly downwardAPI?: PackagedTypes['core.v1.DownwardAPIVolumeSource']
    readonly emptyDir?: PackagedTypes['core.v1.EmptyDirVolumeSource']
    readonly ephemeral?: PackagedTypes['core.v1.EphemeralVolumeSource']
    readonly fc?: PackagedTypes['core.v1.FCVolumeSource']
    readonly flexVolume?: PackagedTypes['core.v1.FlexVolumeSource']
    readonly flocker?: PackagedTypes['core.v1.FlockerVolumeSource']
    readonly gcePersistentDisk?: PackagedTypes['core.v1.GCEPersistentDiskVolumeSource']
    readonly gitRepo?: PackagedTypes['core.v1.GitRepoVolumeSource']
    readonly glusterfs?: PackagedTypes['core.v1.GlusterfsVolumeSource']
    readonly hostPath?: PackagedTypes['core.v1.HostPathVolumeSource']
    readonly image?: PackagedTypes['core.v1.ImageVolumeSource']
    readonly iscsi?: PackagedTypes['core.v1.ISCSIVolumeSource']
    readonly name: string
    readonly nfs?: PackagedTypes['core.v1.NFSVolumeSource']
    readonly persistentVolumeClaim?: PackagedTypes['core.v1.PersistentVolumeClaimVolumeSource']
    readonly photonPersistentDisk?: PackagedTypes['core.v1.PhotonPersistentDiskVolumeSource']
    readonly portworxVolume?: PackagedTypes['core.v1.PortworxVolumeSource']
    readonly projected?: PackagedTypes['core.v1.ProjectedVolumeSource']
    readonly quobyte?: PackagedTypes['core.v1.QuobyteVolumeSource']
    readonly rbd?: PackagedTypes['core.v1.RBDVolumeSource']
    readonly scaleIO?: PackagedTypes['core.v1.ScaleIOVolumeSource']
    readonly secret?: PackagedTypes['core.v1.SecretVolumeSource']
    readonly storageos?: PackagedTypes['core.v1.StorageOSVolumeSource']
    readonly vsphereVolume?: PackagedTypes['core.v1.VsphereVirtualDiskVolumeSource']
  }
  'core.v1.VolumeDevice': {
    readonly devicePath: string
    readonly name: string
  }
  'core.v1.VolumeMount': {
    readonly mountPath: string
    readonly mountPropagation?: 'Bidirectional' | 'HostToContainer' | 'None'
    readonly name: string
    readonly readOnly?: boolean
    readonly recursiveReadOnly?: string
    readonly subPath?: string
    readonly subPathExpr?: string
  }
  'core.v1.VolumeMountStatus': {
    readonly mountPath: string
    readonly name: string
    readonly readOnly?: boolean
    readonly recursiveReadOnly?: string
    readonly volumeStatus?: PackagedTypes['core.v1.VolumeStatus']
  }
  'core.v1.VolumeNodeAffinity': {
    readonly required?: PackagedTypes['core.v1.NodeSelector']
  }
  'core.v1.VolumeProjection': {
    readonly clusterTrustBundle?: PackagedTypes['core.v1.ClusterTrustBundleProjection']
    readonly configMap?: PackagedTypes['core.v1.ConfigMapProjection']
    readonly downwardAPI?: PackagedTypes['core.v1.DownwardAPIProjection']
    readonly podCertificate?: PackagedTypes['core.v1.PodCertificateProjection']
    readonly secret?: PackagedTypes['core.v1.SecretProjection']
    readonly serviceAccountToken?: PackagedTypes['core.v1.ServiceAccountTokenProjection']
  }
  'core.v1.VolumeResourceRequirements': {
    readonly limits?: Readonly<Record<string, string | number>>
    readonly requests?: Readonly<Record<string, string | number>>
  }
  'core.v1.VolumeStatus': {
    readonly image?: PackagedTypes['core.v1.ImageVolumeStatus']
  }
  'core.v1.VsphereVirtualDiskVolumeSource': {
    readonly fsType?: string
    readonly storagePolicyID?: string
    readonly storagePolicyName?: string
    readonly volumePath: string
  }
  'core.v1.WeightedPodAffinityTerm': {
    readonly podAffinityTerm: PackagedTypes['core.v1.PodAffinityTerm']
    readonly weight: number
  }
  'core.v1.WindowsSecurityContextOptions': {
    readonly gmsaCredentialSpec?: string
    readonly gmsaCredentialSpecName?: string
    readonly hostProcess?: boolean
    readonly runAsUserName?: string
  }
  'discovery.v1.Endpoint': {
    readonly addresses: ReadonlyArray<string>
    readonly conditions?: PackagedTypes['discovery.v1.EndpointConditions']
    readonly deprecatedTopology?: Readonly<Record<string, string>>
    readonly hints?: PackagedTypes['discovery.v1.EndpointHints']
    readonly hostname?: string
    readonly nodeName?: string
    readonly targetRef?: PackagedTypes['core.v1.ObjectReference']
    readonly zone?: string
  }
  'discovery.v1.EndpointConditions': {
    readonly ready?: boolean
    readonly serving?: boolean
    readonly terminating?: boolean
  }
  'discovery.v1.EndpointHints': {
    readonly forNodes?: ReadonlyArray<PackagedTypes['discovery.v1.ForNode']>
    readonly forZones?: ReadonlyArray<PackagedTypes['discovery.v1.ForZone']>
  }
  'discovery.v1.EndpointPort': {
    readonly appProtocol?: string
    readonly name?: string
    readonly port?: number
    readonly protocol?: 'SCTP' | 'TCP' | 'UDP'
  }
  'discovery.v1.EndpointSlice': {
    readonly addressType: 'FQDN' | 'IPv4' | 'IPv6'
    readonly endpoints?: ReadonlyArray<PackagedTypes['discovery.v1.Endpoint']>
    readonly ports?: ReadonlyArray<PackagedTypes['discovery.v1.EndpointPort']>
  }
  'discovery.v1.ForNode': {
    readonly name: string
  }
  'discovery.v1.ForZone': {
    readonly name: string
  }
  'events.v1.Event': {
    readonly action?: string
    readonly deprecatedCount?: number
    readonly deprecatedFirstTimestamp?: string
    readonly deprecatedLastTimestamp?: string
    readonly deprecatedSource?: PackagedTypes['core.v1.EventSource']
    readonly eventTime: string
    readonly note?: string
    readonly reason?: string
    readonly regarding?: PackagedTypes['core.v1.ObjectReference']
    readonly related?: PackagedTypes['core.v1.ObjectReference']
    readonly reportingController?: string
    readonly reportingInstance?: string
    readonly series?: PackagedTypes['events.v1.EventSeries']
    readonly type?: string
  }
  'events.v1.EventSeries': {
    readonly count: number
    readonly lastObservedTime: string
  }
  'flowcontrol.v1.ExemptPriorityLevelConfiguration': {
    readonly lendablePercent?: number
    readonly nominalConcurrencyShares?: number
  }
  'flowcontrol.v1.FlowDistinguisherMethod': {
    readonly type: string
  }
  'flowcontrol.v1.FlowSchema': {
    readonly spec?: PackagedTypes['flowcontrol.v1.FlowSchemaSpec']
    readonly status?: PackagedTypes['flowcontrol.v1.FlowSchemaStatus']
  }
  'flowcontrol.v1.FlowSchemaCondition': {
    readonly lastTransitionTime?: string
    readonly message?: string
    readonly reason?: string
    readonly status?: string
    readonly type?: string
  }
  'flowcontrol.v1.FlowSchemaSpec': {
    readonly distinguisherMethod?: PackagedTypes['flowcontrol.v1.FlowDistinguisherMethod']
    readonly matchingPrecedence?: number
    readonly priorityLevelConfiguration: PackagedTypes['flowcontrol.v1.PriorityLevelConfigurationReference']
    readonly rules?: ReadonlyArray<PackagedTypes['flowcontrol.v1.PolicyRulesWithSubjects']>
  }
  'flowcontrol.v1.FlowSchemaStatus': {
    readonly conditions?: ReadonlyArray<PackagedTypes['flowcontrol.v1.FlowSchemaCondition']>
  }
  'flowcontrol.v1.GroupSubject': {
    readonly name: string
  }
  'flowcontrol.v1.LimitResponse': {
    readonly queuing?: PackagedTypes['flowcontrol.v1.QueuingConfiguration']
    readonly type: string
  }
  'flowcontrol.v1.LimitedPriorityLevelConfiguration': {
    readonly borrowingLimitPercent?: number
    readonly lendablePercent?: number
    readonly limitResponse?: PackagedTypes['flowcontrol.v1.LimitResponse']
    readonly nominalConcurrencyShares?: number
  }
  'flowcontrol.v1.NonResourcePolicyRule': {
    readonly nonResourceURLs: ReadonlyArray<string>
    readonly verbs: ReadonlyArray<string>
  }
  'flowcontrol.v1.PolicyRulesWithSubjects': {
    readonly nonResourceRules?: ReadonlyArray<PackagedTypes['flowcontrol.v1.NonResourcePolicyRule']>
    readonly resourceRules?: ReadonlyArray<PackagedTypes['flowcontrol.v1.ResourcePolicyRule']>
    readonly subjects: ReadonlyArray<PackagedTypes['flowcontrol.v1.Subject']>
  }
  'flowcontrol.v1.PriorityLevelConfiguration': {
    readonly spec?: PackagedTypes['flowcontrol.v1.PriorityLevelConfigurationSpec']
    readonly status?: PackagedTypes['flowcontrol.v1.PriorityLevelConfigurationStatus']
  }
  'flowcontrol.v1.PriorityLevelConfigurationCondition': {
    readonly lastTransitionTime?: string
    readonly message?: string
    readonly reason?: string
    readonly status?: string
    readonly type?: string
  }
  'flowcontrol.v1.PriorityLevelConfigurationReference': {
    readonly name: string
  }
  'flowcontrol.v1.PriorityLevelConfigurationSpec': {
    readonly exempt?: PackagedTypes['flowcontrol.v1.ExemptPriorityLevelConfiguration']
    readonly limited?: PackagedTypes['flowcontrol.v1.LimitedPriorityLevelConfiguration']
    readonly type: string
  }
  'flowcontrol.v1.PriorityLevelConfigurationStatus': {
    readonly conditions?: ReadonlyArray<PackagedTypes['flowcontrol.v1.PriorityLevelConfigurationCondition']>
  }
  'flowcontrol.v1.QueuingConfiguration': {
    readonly handSize?: number
    readonly queueLengthLimit?: number
    readonly queues?: number
  }
  'flowcontrol.v1.ResourcePolicyRule': {
    readonly apiGroups: ReadonlyArray<string>
    readonly clusterScope?: boolean
    readonly namespaces?: ReadonlyArray<string>
    readonly resources: ReadonlyArray<string>
    readonly verbs: ReadonlyArray<string>
  }
  'flowcontrol.v1.ServiceAccountSubject': {
    readonly name: string
    readonly namespace: string
  }
  'flowcontrol.v1.Subject': {
    readonly group?: PackagedTypes['flowcontrol.v1.GroupSubject']
    readonly kind: string
    readonly serviceAccount?: PackagedTypes['flowcontrol.v1.ServiceAccountSubject']
    readonly user?: PackagedTypes['flowcontrol.v1.UserSubject']
  }
  'flowcontrol.v1.UserSubject': {
    readonly name: string
  }
  'meta.v1.Condition': {
    readonly lastTransitionTime: string
    readonly message: string
    readonly observedGeneration?: number
    readonly reason: string
    readonly status: string
    readonly type: string
  }
  'meta.v1.LabelSelector': {
    readonly matchExpressions?: ReadonlyArray<PackagedTypes['meta.v1.LabelSelectorRequirement']>
    readonly matchLabels?: Readonly<Record<string, string>>
  }
  'meta.v1.LabelSelectorRequirement': {
    readonly key: string
    readonly operator: string
    readonly values?: ReadonlyArray<string>
  }
  'networking.v1.HTTPIngressPath': {
    readonly backend: PackagedTypes['networking.v1.IngressBackend']
    readonly path?: string
    readonly pathType: 'Exact' | 'ImplementationSpecific' | 'Prefix'
  }
  'networking.v1.HTTPIngressRuleValue': {
    readonly paths: ReadonlyArray<PackagedTypes['networking.v1.HTTPIngressPath']>
  }
  'networking.v1.IPAddress': {
    readonly spec: PackagedTypes['networking.v1.IPAddressSpec']
  }
  'networking.v1.IPAddressSpec': {
    readonly parentRef: PackagedTypes['networking.v1.ParentReference']
  }
  'networking.v1.IPBlock': {
    readonly cidr: string
    readonly except?: ReadonlyArray<string>
  }
  'networking.v1.Ingress': {
    readonly spec?: PackagedTypes['networking.v1.IngressSpec']
    readonly status?: PackagedTypes['networking.v1.IngressStatus']
  }
  'networking.v1.IngressBackend': {
    readonly resource?: PackagedTypes['core.v1.TypedLocalObjectReference']
    readonly service?: PackagedTypes['networking.v1.IngressServiceBackend']
  }
  'networking.v1.IngressClass': {
    readonly spec?: PackagedTypes['networking.v1.IngressClassSpec']
  }
  'networking.v1.IngressClassParametersReference': {
    readonly apiGroup?: string
    readonly kind: string
    readonly name: string
    readonly namespace?: string
    readonly scope?: string
  }
  'networking.v1.IngressClassSpec': {
    readonly controller?: string
    readonly parameters?: PackagedTypes['networking.v1.IngressClassParametersReference']
  }
  'networking.v1.IngressLoadBalancerIngress': {
    readonly hostname?: string
    readonly ip?: string
    readonly ports?: ReadonlyArray<PackagedTypes['networking.v1.IngressPortStatus']>
  }
  'networking.v1.IngressLoadBalancerStatus': {
    readonly ingress?: ReadonlyArray<PackagedTypes['networking.v1.IngressLoadBalancerIngress']>
  }
  'networking.v1.IngressPortStatus': {
    readonly error?: string
    readonly port: number
    readonly protocol: 'SCTP' | 'TCP' | 'UDP'
  }
  'networking.v1.IngressRule': {
    readonly host?: string
    readonly http?: PackagedTypes['networking.v1.HTTPIngressRuleValue']
  }
  'networking.v1.IngressServiceBackend': {
    readonly name: string
    readonly port?: PackagedTypes['networking.v1.ServiceBackendPort']
  }
  'networking.v1.IngressSpec': {
    readonly defaultBackend?: PackagedTypes['networking.v1.IngressBackend']
    readonly ingressClassName?: string
    readonly rules?: ReadonlyArray<PackagedTypes['networking.v1.IngressRule']>
    readonly tls?: ReadonlyArray<PackagedTypes['networking.v1.IngressTLS']>
  }
  'networking.v1.IngressStatus': {
    readonly loadBalancer?: PackagedTypes['networking.v1.IngressLoadBalancerStatus']
  }
  'networking.v1.IngressTLS': {
    readonly hosts?: ReadonlyArray<string>
    readonly secretName?: string
  }
  'networking.v1.NetworkPolicy': {
    readonly spec?: PackagedTypes['networking.v1.NetworkPolicySpec']
  }
  'networking.v1.NetworkPolicyEgressRule': {
    readonly ports?: ReadonlyArray<PackagedTypes['networking.v1.NetworkPolicyPort']>
    readonly to?: ReadonlyArray<PackagedTypes['networking.v1.NetworkPolicyPeer']>
  }
  'networking.v1.NetworkPolicyIngressRule': {
    readonly from?: ReadonlyArray<PackagedTypes['networking.v1.NetworkPolicyPeer']>
    readonly ports?: ReadonlyArray<PackagedTypes['networking.v1.NetworkPolicyPort']>
  }
  'networking.v1.NetworkPolicyPeer': {
    readonly ipBlock?: PackagedTypes['networking.v1.IPBlock']
    readonly namespaceSelector?: PackagedTypes['meta.v1.LabelSelector']
    readonly podSelector?: PackagedTypes['meta.v1.LabelSelector']
  }
  'networking.v1.NetworkPolicyPort': {
    readonly endPort?: number
    readonly port?: number | string
    readonly protocol?: 'SCTP' | 'TCP' | 'UDP'
  }
  'networking.v1.NetworkPolicySpec': {
    readonly egress?: ReadonlyArray<PackagedTypes['networking.v1.NetworkPolicyEgressRule']>
    readonly ingress?: ReadonlyArray<PackagedTypes['networking.v1.NetworkPolicyIngressRule']>
    readonly podSelector?: PackagedTypes['meta.v1.LabelSelector']
    readonly policyTypes?: ReadonlyArray<'Egress' | 'Ingress'>
  }
  'networking.v1.ParentReference': {
    readonly group?: string
    readonly name: string
    readonly namespace?: string
    readonly resource: string
  }
  'networking.v1.ServiceBackendPort': {
    readonly name?: string
    readonly number?: number
  }
  'networking.v1.ServiceCIDR': {
    readonly spec?: PackagedTypes['networking.v1.ServiceCIDRSpec']
    readonly status?: PackagedTypes['networking.v1.ServiceCIDRStatus']
  }
  'networking.v1.ServiceCIDRSpec': {
    readonly cidrs?: ReadonlyArray<string>
  }
  'networking.v1.ServiceCIDRStatus': {
    readonly conditions?: ReadonlyArray<PackagedTypes['meta.v1.Condition']>
  }
  'node.v1.Overhead': {
    readonly podFixed?: Readonly<Record<string, string | number>>
  }
  'node.v1.RuntimeClass': {
    readonly handler: string
    readonly overhead?: PackagedTypes['node.v1.Overhead']
    readonly scheduling?: PackagedTypes['node.v1.Scheduling']
  }
  'node.v1.Scheduling': {
    readonly nodeSelector?: Readonly<Record<string, string>>
    readonly tolerations?: ReadonlyArray<PackagedTypes['core.v1.Toleration']>
  }
  'policy.v1.PodDisruptionBudget': {
    readonly spec?: PackagedTypes['policy.v1.PodDisruptionBudgetSpec']
    readonly status?: PackagedTypes['policy.v1.PodDisruptionBudgetStatus']
  }
  'policy.v1.PodDisruptionBudgetSpec': {
    readonly maxUnavailable?: number | string
    readonly minAvailable?: number | string
    readonly selector?: PackagedTypes['meta.v1.LabelSelector']
    readonly unhealthyPodEvictionPolicy?: 'AlwaysAllow' | 'IfHealthyBudget'
  }
  'policy.v1.PodDisruptionBudgetStatus': {
    readonly conditions?: ReadonlyArray<PackagedTypes['meta.v1.Condition']>
    readonly currentHealthy?: number
    readonly desiredHealthy?: number
    readonly disruptedPods?: Readonly<Record<string, string>>
    readonly disruptionsAllowed?: number
    readonly expectedPods?: number
    readonly observedGeneration?: number
  }
  'rbac.v1.AggregationRule': {
    readonly clusterRoleSelectors?: ReadonlyArray<PackagedTypes['meta.v1.LabelSelector']>
  }
  'rbac.v1.ClusterRole': {
    readonly aggregationRule?: PackagedTypes['rbac.v1.AggregationRule']
    readonly rules?: ReadonlyArray<PackagedTypes['rbac.v1.PolicyRule']>
  }
  'rbac.v1.ClusterRoleBinding': {
    readonly roleRef: PackagedTypes['rbac.v1.RoleRef']
    readonly subjects?: ReadonlyArray<PackagedTypes['rbac.v1.Subject']>
  }
  'rbac.v1.PolicyRule': {
    readonly apiGroups?: ReadonlyArray<string>
    readonly nonResourceURLs?: ReadonlyArray<string>
    readonly resourceNames?: ReadonlyArray<string>
    readonly resources?: ReadonlyArray<string>
    readonly verbs: ReadonlyArray<string>
  }
  'rbac.v1.Role': {
    readonly rules?: ReadonlyArray<PackagedTypes['rbac.v1.PolicyRule']>
  }
  'rbac.v1.RoleBinding': {
    readonly roleRef: PackagedTypes['rbac.v1.RoleRef']
    readonly subjects?: ReadonlyArray<PackagedTypes['rbac.v1.Subject']>
  }
  'rbac.v1.RoleRef': {
    readonly apiGroup?: string
    readonly kind: string
    readonly name: string
  }
  'rbac.v1.Subject': {
    readonly apiGroup?: string
    readonly kind: string
    readonly name: string
    readonly namespace?: string
  }
  'resource.v1.AllocatedDeviceStatus': {
    readonly conditions?: ReadonlyArray<PackagedTypes['meta.v1.Condition']>
    readonly data?: PackagedTypes['runtime.RawExtension']
    readonly device: string
    readonly driver: string
    readonly networkData?: PackagedTypes['resource.v1.NetworkDeviceData']
    readonly pool: string
    readonly shareID?: string
  }
  'resource.v1.AllocationResult': {
    readonly allocationTimestamp?: string
    readonly devices?: PackagedTypes['resource.v1.DeviceAllocationResult']
    readonly nodeSelector?: PackagedTypes['core.v1.NodeSelector']
  }
  'resource.v1.CELDeviceSelector': {
    readonly expression: string
  }
  'resource.v1.CapacityRequestPolicy': {
    readonly default?: string | number
    readonly validRange?: PackagedTypes['resource.v1.CapacityRequestPolicyRange']
    readonly validValues?: ReadonlyArray<string | number>
  }
  'resource.v1.CapacityRequestPolicyRange': {
    readonly max?: string | number
    readonly min: string | number
    readonly step?: string | number
  }
  'resource.v1.CapacityRequirements': {
    readonly requests?: Readonly<Record<string, string | number>>
  }
  'resource.v1.Counter': {
    readonly value: string | number
  }
  'resource.v1.CounterSet': {
    readonly counters: Readonly<Record<string, PackagedTypes['resource.v1.Counter']>>
    readonly name: string
  }
  'resource.v1.Device': {
    readonly allNodes?: boolean
    readonly allowMultipleAllocations?: boolean
    readonly attributes?: Readonly<Record<string, PackagedTypes['resource.v1.DeviceAttribute']>>
    readonly bindingConditions?: ReadonlyArray<string>
    readonly bindingFailureConditions?: ReadonlyArray<string>
    readonly bindsToNode?: boolean
    readonly capacity?: Readonly<Record<string, PackagedTypes['resource.v1.DeviceCapacity']>>
    readonly consumesCounters?: ReadonlyArray<PackagedTypes['resource.v1.DeviceCounterConsumption']>
    readonly name: string
    readonly nodeAllocatableResourceMappings?: Readonly<
      Record<string, PackagedTypes['resource.v1.NodeAllocatableResourceMapping']>
    >
    readonly nodeName?: string
    readonly nodeSelector?: PackagedTypes['core.v1.NodeSelector']
    readonly taints?: ReadonlyArray<PackagedTypes['resource.v1.DeviceTaint']>
  }
  'resource.v1.DeviceAllocationConfiguration': {
    readonly opaque?: PackagedTypes['resource.v1.OpaqueDeviceConfiguration']
    readonly requests?: ReadonlyArray<string>
    readonly source: 'FromClaim' | 'FromClass'
  }
  'resource.v1.DeviceAllocationResult': {
    readonly config?: ReadonlyArray<PackagedTypes['resource.v1.DeviceAllocationConfiguration']>
    readonly results?: ReadonlyArray<PackagedTypes['resource.v1.DeviceRequestAllocationResult']>
  }
  'resource.v1.DeviceAttribute': {
    readonly bool?: boolean
    readonly bools?: ReadonlyArray<boolean>
    readonly int?: number
    readonly ints?: ReadonlyArray<number>
    readonly string?: string
    readonly strings?: ReadonlyArray<string>
    readonly version?: string
    readonly versions?: ReadonlyArray<string>
  }
  'resource.v1.DeviceCapacity': {
    readonly requestPolicy?: PackagedTypes['resource.v1.CapacityRequestPolicy']
    readonly value: string | number
  }
  'resource.v1.DeviceClaim': {
    readonly config?: ReadonlyArray<PackagedTypes['resource.v1.DeviceClaimConfiguration']>
    readonly constraints?: ReadonlyArray<PackagedTypes['resource.v1.DeviceConstraint']>
    readonly requests?: ReadonlyArray<PackagedTypes['resource.v1.DeviceRequest']>
  }
  'resource.v1.DeviceClaimConfiguration': {
    readonly opaque?: PackagedTypes['resource.v1.OpaqueDeviceConfiguration']
    readonly requests?: ReadonlyArray<string>
  }
  'resource.v1.DeviceClass': {
    readonly spec: PackagedTypes['resource.v1.DeviceClassSpec']
  }
  'resource.v1.DeviceClassConfiguration': {
    readonly opaque?: PackagedTypes['resource.v1.OpaqueDeviceConfiguration']
  }
  'resource.v1.DeviceClassSpec': {
    readonly config?: ReadonlyArray<PackagedTypes['resource.v1.DeviceClassConfiguration']>
    readonly extendedResourceName?: string
    readonly selectors?: ReadonlyArray<PackagedTypes['resource.v1.DeviceSelector']>
  }
  'resource.v1.DeviceConstraint': {
    readonly distinctAttribute?: string
    readonly matchAttribute?: string
    readonly requests?: ReadonlyArray<string>
  }
  'resource.v1.DeviceCounterConsumption': {
    readonly counterSet: string
    readonly counters: Readonly<Record<string, PackagedTypes['resource.v1.Counter']>>
  }
  'resource.v1.DeviceRequest': {
    readonly exactly?: PackagedTypes['resource.v1.ExactDeviceRequest']
    readonly firstAvailable?: ReadonlyArray<PackagedTypes['resource.v1.DeviceSubRequest']>
    readonly name: string
  }
  'resource.v1.DeviceRequestAllocationResult': {
    readonly adminAccess?: boolean
    readonly bindingConditions?: ReadonlyArray<string>
    readonly bindingFailureConditions?: ReadonlyArray<string>
    readonly consumedCapacity?: Readonly<Record<string, string | number>>
    readonly device: string
    readonly driver: string
    readonly pool: string
    readonly request: string
    readonly shareID?: string
    readonly tolerations?: ReadonlyArray<PackagedTypes['resource.v1.DeviceToleration']>
  }
  'resource.v1.DeviceSelector': {
    readonly cel?: PackagedTypes['resource.v1.CELDeviceSelector']
  }
  'resource.v1.DeviceSubRequest': {
    readonly allocationMode?: 'All' | 'ExactCount'
    readonly capacity?: PackagedTypes['resource.v1.CapacityRequirements']
    readonly count?: number
    readonly deviceClassName: string
    readonly name: string
    readonly selectors?: ReadonlyArray<PackagedTypes['resource.v1.DeviceSelector']>
    readonly tolerations?: ReadonlyArray<PackagedTypes['resource.v1.DeviceToleration']>
  }
  'resource.v1.DeviceTaint': {
    readonly effect: 'NoExecute' | 'NoSchedule' | 'None'
    readonly key: string
    readonly timeAdded?: string
    readonly value?: string
  }
  'resource.v1.DeviceToleration': {
    readonly effect?: 'NoExecute' | 'NoSchedule' | 'None'
    readonly key?: string
    readonly operator?: 'Equal' | 'Exists'
    readonly tolerationSeconds?: number
    readonly value?: string
  }
  'resource.v1.ExactDeviceRequest': {
    readonly adminAccess?: boolean
    readonly allocationMode?: 'All' | 'ExactCount'
    readonly capacity?: PackagedTypes['resource.v1.CapacityRequirements']
    readonly count?: number
    readonly deviceClassName: string
    readonly selectors?: ReadonlyArray<PackagedTypes['resource.v1.DeviceSelector']>
    readonly tolerations?: ReadonlyArray<PackagedTypes['resource.v1.DeviceToleration']>
  }
  'resource.v1.NetworkDeviceData': {
    readonly hardwareAddress?: string
    readonly interfaceName?: string
    readonly ips?: ReadonlyArray<string>
  }
  'resource.v1.NodeAllocatableResourceMapping': {
    readonly allocationMultiplier?: string | number
    readonly capacityKey?: string
  }
  'resource.v1.OpaqueDeviceConfiguration': {
    readonly driver: string
    readonly parameters: PackagedTypes['runtime.RawExtension']
  }
  'resource.v1.ResourceClaim': {
    readonly spec: PackagedTypes['resource.v1.ResourceClaimSpec']
    readonly status?: PackagedTypes['resource.v1.ResourceClaimStatus']
  }
  'resource.v1.ResourceClaimConsumerReference': {
    readonly apiGroup?: string
    readonly name: string
    readonly resource: string
    readonly uid: string
  }
  'resource.v1.ResourceClaimSpec': {
    readonly devices?: PackagedTypes['resource.v1.DeviceClaim']
  }
  'resource.v1.ResourceClaimStatus': {
    readonly allocation?: PackagedTypes['resource.v1.AllocationResult']
    readonly devices?: ReadonlyArray<PackagedTypes['resource.v1.AllocatedDeviceStatus']>
    readonly reservedFor?: ReadonlyArray<PackagedTypes['resource.v1.ResourceClaimConsumerReference']>
  }
  'resource.v1.ResourceClaimTemplate': {
    readonly spec: PackagedTypes['resource.v1.ResourceClaimTemplateSpec']
  }
  'resource.v1.ResourceClaimTemplateSpec': {
    readonly metadata?: ObjectMeta
    readonly spec: PackagedTypes['resource.v1.ResourceClaimSpec']
  }
  'resource.v1.ResourcePool': {
    readonly generation: number
    readonly name: string
    readonly resourceSliceCount: number
  }
  'resource.v1.ResourceSlice': {
    readonly spec: PackagedTypes['resource.v1.ResourceSliceSpec']
  }
  'resource.v1.ResourceSliceSpec': {
    readonly allNodes?: boolean
    readonly devices?: ReadonlyArray<PackagedTypes['resource.v1.Device']>
    readonly driver: string
    readonly nodeName?: string
    readonly nodeSelector?: PackagedTypes['core.v1.NodeSelector']
    readonly perDeviceNodeSelection?: boolean
    readonly pool: PackagedTypes['resource.v1.ResourcePool']
    readonly sharedCounters?: ReadonlyArray<PackagedTypes['resource.v1.CounterSet']>
  }
  'runtime.RawExtension': Readonly<Record<string, unknown>>
  'scheduling.v1.PriorityClass': {
    readonly description?: string
    readonly globalDefault?: boolean
    readonly preemptionPolicy?: 'Never' | 'PreemptLowerPriority'
    readonly value?: number
  }
  'storage.v1.CSIDriver': {
    readonly spec: PackagedTypes['storage.v1.CSIDriverSpec']
  }
  'storage.v1.CSIDriverSpec': {
    readonly attachRequired?: boolean
    readonly fsGroupPolicy?: string
    readonly nodeAllocatableUpdatePeriodSeconds?: number
    readonly podInfoOnMount?: boolean
    readonly preventPodSchedulingIfMissing?: boolean
    readonly requiresRepublish?: boolean
    readonly seLinuxMount?: boolean
    readonly serviceAccountTokenInSecrets?: boolean
    readonly storageCapacity?: boolean
    readonly tokenRequests?: ReadonlyArray<PackagedTypes['storage.v1.TokenRequest']>
    readonly volumeLifecycleModes?: ReadonlyArray<string>
  }
  'storage.v1.CSINode': {
    readonly spec: PackagedTypes['storage.v1.CSINodeSpec']
  }
  'storage.v1.CSINodeDriver': {
    readonly allocatable?: PackagedTypes['storage.v1.VolumeNodeResources']
    readonly name: string
    readonly nodeID: string
    readonly topologyKeys?: ReadonlyArray<string>
  }
  'storage.v1.CSINodeSpec': {
    readonly drivers: ReadonlyArray<PackagedTypes['storage.v1.CSINodeDriver']>
  }
  'storage.v1.CSIStorageCapacity': {
    readonly capacity?: string | number
    readonly maximumVolumeSize?: string | number
    readonly nodeTopology?: PackagedTypes['meta.v1.LabelSelector']
    readonly storageClassName: string
  }
  'storage.v1.StorageClass': {
    readonly allowVolumeExpansion?: boolean
    readonly allowedTopologies?: ReadonlyArray<PackagedTypes['core.v1.TopologySelectorTerm']>
    readonly mountOptions?: ReadonlyArray<string>
    readonly parameters?: Readonly<Record<string, string>>
    readonly provisioner: string
    readonly reclaimPolicy?: 'Delete' | 'Recycle' | 'Retain'
    readonly volumeBindingMode?: 'Immediate' | 'WaitForFirstConsumer'
  }
  'storage.v1.TokenRequest': {
    readonly audience: string
    readonly expirationSeconds?: number
  }
  'storage.v1.VolumeAttachment': {
    readonly spec: PackagedTypes['storage.v1.VolumeAttachmentSpec']
    readonly status?: PackagedTypes['storage.v1.VolumeAttachmentStatus']
  }
  'storage.v1.VolumeAttachmentSource': {
    readonly inlineVolumeSpec?: PackagedTypes['core.v1.PersistentVolumeSpec']
    readonly persistentVolumeName?: string
  }
  'storage.v1.VolumeAttachmentSpec': {
    readonly attacher: string
    readonly nodeName: string
    readonly source: PackagedTypes['storage.v1.VolumeAttachmentSource']
  }
  'storage.v1.VolumeAttachmentStatus': {
    readonly attachError?: PackagedTypes['storage.v1.VolumeError']
    readonly attached: boolean
    readonly attachmentMetadata?: Readonly<Record<string, string>>
    readonly detachError?: PackagedTypes['storage.v1.VolumeError']
  }
  'storage.v1.VolumeAttributesClass': {
    readonly driverName: string
    readonly parameters?: Readonly<Record<string, string>>
  }
  'storage.v1.VolumeError': {
    readonly errorCode?: number
    readonly message?: string
    readonly time?: string
  }
  'storage.v1.VolumeNodeResources': {
    readonly count?: number
  }
}

/** What objects of kinds hold when they are read, where they always show what may be left out when they are written. */
interface ReadTypes {
  'admissionregistration.v1.MutatingAdmissionPolicy': {
    readonly spec: PackagedTypes['admissionregistration.v1.MutatingAdmissionPolicySpec']
  }
  'admissionregistration.v1.MutatingAdmissionPolicyBinding': {
    readonly spec: PackagedTypes['admissionregistration.v1.MutatingAdmissionPolicyBindingSpec']
  }
  'admissionregistration.v1.ValidatingAdmissionPolicy': {
    readonly spec: PackagedTypes['admissionregistration.v1.ValidatingAdmissionPolicySpec']
    readonly status: PackagedTypes['admissionregistration.v1.ValidatingAdmissionPolicyStatus']
  }
  'apiextensions.v1.CustomResourceDefinition': {
    readonly spec: PackagedTypes['apiextensions.v1.CustomResourceDefinitionSpec']
    readonly status: PackagedTypes['apiextensions.v1.CustomResourceDefinitionStatus']
  }
  'apiregistration.v1.APIService': {
    readonly spec: PackagedTypes['apiregistration.v1.APIServiceSpec']
    readonly status: PackagedTypes['apiregistration.v1.APIServiceStatus']
  }
  'apps.v1.DaemonSet': {
    readonly spec: PackagedTypes['apps.v1.DaemonSetSpec']
    readonly status: PackagedTypes['apps.v1.DaemonSetStatus']
  }
  'apps.v1.Deployment': {
    readonly spec: PackagedTypes['apps.v1.DeploymentSpec']
    readonly status: PackagedTypes['apps.v1.DeploymentStatus']
  }
  'apps.v1.ReplicaSet': {
    readonly spec: PackagedTypes['apps.v1.ReplicaSetSpec']
    readonly status: PackagedTypes['apps.v1.ReplicaSetStatus']
  }
  'apps.v1.StatefulSet': {
    readonly spec: PackagedTypes['apps.v1.StatefulSetSpec']
    readonly status: PackagedTypes['apps.v1.StatefulSetStatus']
  }
  'autoscaling.v1.HorizontalPodAutoscaler': {
    readonly spec: PackagedTypes['autoscaling.v1.HorizontalPodAutoscalerSpec']
    readonly status: PackagedTypes['autoscaling.v1.HorizontalPodAutoscalerStatus']
  }
  'autoscaling.v2.HorizontalPodAutoscaler': {
    readonly spec: PackagedTypes['autoscaling.v2.HorizontalPodAutoscalerSpec']
    readonly status: PackagedTypes['autoscaling.v2.HorizontalPodAutoscalerStatus']
  }
  'batch.v1.CronJob': {
    readonly spec: PackagedTypes['batch.v1.CronJobSpec']
    readonly status: PackagedTypes['batch.v1.CronJobStatus']
  }
  'batch.v1.Job': {
    readonly spec: PackagedTypes['batch.v1.JobSpec']
    readonly status: PackagedTypes['batch.v1.JobStatus']
  }
  'certificates.v1.CertificateSigningRequest': {
    readonly spec: PackagedTypes['certificates.v1.CertificateSigningRequestSpec']
    readonly status: PackagedTypes['certificates.v1.CertificateSigningRequestStatus']
  }
  'coordination.v1.Lease': {
    readonly spec: PackagedTypes['coordination.v1.LeaseSpec']
  }
  'core.v1.LimitRange': {
    readonly spec: PackagedTypes['core.v1.LimitRangeSpec']
  }
  'core.v1.Namespace': {
    readonly spec: PackagedTypes['core.v1.NamespaceSpec']
    readonly status: PackagedTypes['core.v1.NamespaceStatus']
  }
  'core.v1.Node': {
    readonly spec: PackagedTypes['core.v1.NodeSpec']
    readonly status: PackagedTypes['core.v1.NodeStatus']
  }
  'core.v1.PersistentVolume': {
    readonly spec: PackagedTypes['core.v1.PersistentVolumeSpec']
    readonly status: PackagedTypes['core.v1.PersistentVolumeStatus']
  }
  'core.v1.PersistentVolumeClaim': {
    readonly spec: PackagedTypes['core.v1.PersistentVolumeClaimSpec']
    readonly status: PackagedTypes['core.v1.PersistentVolumeClaimStatus']
  }
  'core.v1.Pod': {
    readonly spec: PackagedTypes['core.v1.PodSpec']
    readonly status: PackagedTypes['core.v1.PodStatus']
  }
  'core.v1.ReplicationController': {
    readonly spec: PackagedTypes['core.v1.ReplicationControllerSpec']
    readonly status: PackagedTypes['core.v1.ReplicationControllerStatus']
  }
  'core.v1.ResourceQuota': {
    readonly spec: PackagedTypes['core.v1.ResourceQuotaSpec']
    readonly status: PackagedTypes['core.v1.ResourceQuotaStatus']
  }
  'core.v1.Service': {
    readonly spec: PackagedTypes['core.v1.ServiceSpec']
    readonly status: PackagedTypes['core.v1.ServiceStatus']
  }
  'flowcontrol.v1.FlowSchema': {
    readonly spec: PackagedTypes['flowcontrol.v1.FlowSchemaSpec']
    readonly status: PackagedTypes['flowcontrol.v1.FlowSchemaStatus']
  }
  'flowcontrol.v1.PriorityLevelConfiguration': {
    readonly spec: PackagedTypes['flowcontrol.v1.PriorityLevelConfigurationSpec']
    readonly status: PackagedTypes['flowcontrol.v1.PriorityLevelConfigurationStatus']
  }
  'networking.v1.Ingress': {
    readonly spec: PackagedTypes['networking.v1.IngressSpec']
    readonly status: PackagedTypes['networking.v1.IngressStatus']
  }
  'networking.v1.IngressClass': {
    readonly spec: PackagedTypes['networking.v1.IngressClassSpec']
  }
  'networking.v1.NetworkPolicy': {
    readonly spec: PackagedTypes['networking.v1.NetworkPolicySpec']
  }
  'networking.v1.ServiceCIDR': {
    readonly spec: PackagedTypes['networking.v1.ServiceCIDRSpec']
    readonly status: PackagedTypes['networking.v1.ServiceCIDRStatus']
  }
  'policy.v1.PodDisruptionBudget': {
    readonly spec: PackagedTypes['policy.v1.PodDisruptionBudgetSpec']
    readonly status: PackagedTypes['policy.v1.PodDisruptionBudgetStatus']
  }
  'resource.v1.ResourceClaim': {
    readonly spec: PackagedTypes['resource.v1.ResourceClaimSpec']
    readonly status: PackagedTypes['resource.v1.ResourceClaimStatus']
  }
  'storage.v1.VolumeAttachment': {
    readonly spec: PackagedTypes['storage.v1.VolumeAttachmentSpec']
    readonly status: PackagedTypes['storage.v1.VolumeAttachmentStatus']
  }
}

/** What a schema is called. */
type SchemaName = keyof PackagedTypes
/** What objects hold when they are read. */
type Read<Name extends SchemaName> = Name extends keyof ReadTypes ? ReadTypes[Name] : PackagedTypes[Name]

/** A kind by the schema of its objects, and by those of its versions. */
type Kind<
  Name extends SchemaName,
  Namespaced extends boolean,
  Versions extends Readonly<Record<string, SchemaName>> = { readonly v1: Name },
> = ResourceDefinition<
  Read<Name>,
  PackagedTypes[Name],
  // Written out: a name would have to be imported by programs that export a kind.
  {
    readonly [Version in keyof Versions]: {
      readonly stored: Read<Versions[Version]>
      readonly new: PackagedTypes[Versions[Version]]
    }
  },
  Namespaced
>

/** The packaged kinds, each under its name, in the version that it is stored in. */
export interface PackagedKinds {
  readonly ConfigMap: Kind<'core.v1.ConfigMap', true>
  readonly Endpoints: Kind<'core.v1.Endpoints', true>
  readonly Event: Kind<'core.v1.Event', true>
  readonly LimitRange: Kind<'core.v1.LimitRange', true>
  readonly Namespace: Kind<'core.v1.Namespace', false>
  readonly PersistentVolumeClaim: Kind<'core.v1.PersistentVolumeClaim', true>
  readonly Pod: Kind<'core.v1.Pod', true>
  readonly PodTemplate: Kind<'core.v1.PodTemplate', true>
  readonly ReplicationController: Kind<'core.v1.ReplicationController', true>
  readonly ResourceQuota: Kind<'core.v1.ResourceQuota', true>
  readonly Secret: Kind<'core.v1.Secret', true>
  readonly ServiceAccount: Kind<'core.v1.ServiceAccount', true>
  readonly Service: Kind<'core.v1.Service', true>
  readonly Node: Kind<'core.v1.Node', false>
  readonly PersistentVolume: Kind<'core.v1.PersistentVolume', false>
  readonly MutatingAdmissionPolicy: Kind<'admissionregistration.v1.MutatingAdmissionPolicy', false>
  readonly MutatingAdmissionPolicyBinding: Kind<'admissionregistration.v1.MutatingAdmissionPolicyBinding', false>
  readonly MutatingWebhookConfiguration: Kind<'admissionregistration.v1.MutatingWebhookConfiguration', false>
  readonly ValidatingAdmissionPolicy: Kind<'admissionregistration.v1.ValidatingAdmissionPolicy', false>
  readonly ValidatingAdmissionPolicyBinding: Kind<'admissionregistration.v1.ValidatingAdmissionPolicyBinding', false>
  readonly ValidatingWebhookConfiguration: Kind<'admissionregistration.v1.ValidatingWebhookConfiguration', false>
  readonly CustomResourceDefinition: Kind<'apiextensions.v1.CustomResourceDefinition', false>
  readonly APIService: Kind<'apiregistration.v1.APIService', false>
  readonly ControllerRevision: Kind<'apps.v1.ControllerRevision', true>
  readonly DaemonSet: Kind<'apps.v1.DaemonSet', true>
  readonly Deployment: Kind<'apps.v1.Deployment', true>
  readonly ReplicaSet: Kind<'apps.v1.ReplicaSet', true>
  readonly StatefulSet: Kind<'apps.v1.StatefulSet', true>
  readonly HorizontalPodAutoscaler: Kind<
    'autoscaling.v2.HorizontalPodAutoscaler',
    true,
    { readonly v1: 'autoscaling.v1.HorizontalPodAutoscaler'; readonly v2: 'autoscaling.v2.HorizontalPodAutoscaler' }
  >
  readonly CronJob: Kind<'batch.v1.CronJob', true>
  readonly Job: Kind<'batch.v1.Job', true>
  readonly CertificateSigningRequest: Kind<'certificates.v1.CertificateSigningRequest', false>
  readonly Lease: Kind<'coordination.v1.Lease', true>
  readonly EndpointSlice: Kind<'discovery.v1.EndpointSlice', true>
  readonly FlowSchema: Kind<'flowcontrol.v1.FlowSchema', false>
  readonly PriorityLevelConfiguration: Kind<'flowcontrol.v1.PriorityLevelConfiguration', false>
  readonly IngressClass: Kind<'networking.v1.IngressClass', false>
  readonly Ingress: Kind<'networking.v1.Ingress', true>
  readonly IPAddress: Kind<'networking.v1.IPAddress', false>
  readonly NetworkPolicy: Kind<'networking.v1.NetworkPolicy', true>
  readonly ServiceCIDR: Kind<'networking.v1.ServiceCIDR', false>
  readonly RuntimeClass: Kind<'node.v1.RuntimeClass', false>
  readonly PodDisruptionBudget: Kind<'policy.v1.PodDisruptionBudget', true>
  readonly ClusterRoleBinding: Kind<'rbac.v1.ClusterRoleBinding', false>
  readonly ClusterRole: Kind<'rbac.v1.ClusterRole', false>
  readonly RoleBinding: Kind<'rbac.v1.RoleBinding', true>
  readonly Role: Kind<'rbac.v1.Role', true>
  readonly DeviceClass: Kind<'resource.v1.DeviceClass', false>
  readonly ResourceClaim: Kind<'resource.v1.ResourceClaim', true>
  readonly ResourceClaimTemplate: Kind<'resource.v1.ResourceClaimTemplate', true>
  readonly ResourceSlice: Kind<'resource.v1.ResourceSlice', false>
  readonly PriorityClass: Kind<'scheduling.v1.PriorityClass', false>
  readonly CSIDriver: Kind<'storage.v1.CSIDriver', false>
  readonly CSINode: Kind<'storage.v1.CSINode', false>
  readonly CSIStorageCapacity: Kind<'storage.v1.CSIStorageCapacity', true>
  readonly StorageClass: Kind<'storage.v1.StorageClass', false>
  readonly VolumeAttachment: Kind<'storage.v1.VolumeAttachment', false>
  readonly VolumeAttributesClass: Kind<'storage.v1.VolumeAttributesClass', false>
}
