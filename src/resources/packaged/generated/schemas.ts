/**
 * The schemas of the packaged kinds. Made by `tools/kinds.mjs`; see `../tables.ts` for how it is read.
 *
 * @module
 */

export const SCHEMAS = `
admissionregistration.v1.ApplyConfiguration
 expression string
admissionregistration.v1.AuditAnnotation
 key! string
 valueExpression! string
admissionregistration.v1.ExpressionWarning
 fieldRef! string
 warning! string
admissionregistration.v1.JSONPatch
 expression string
admissionregistration.v1.MatchCondition
 expression! string
 name! string
admissionregistration.v1.MatchResources atomic
 excludeResourceRules [NamedRuleWithOperations]
 matchPolicy string = Equivalent|Exact
 namespaceSelector meta.v1.LabelSelector
 objectSelector meta.v1.LabelSelector
 resourceRules [NamedRuleWithOperations]
admissionregistration.v1.MutatingAdmissionPolicy
 spec MutatingAdmissionPolicySpec
admissionregistration.v1.MutatingAdmissionPolicyBinding
 spec MutatingAdmissionPolicyBindingSpec
admissionregistration.v1.MutatingAdmissionPolicyBindingSpec
 matchResources MatchResources
 paramRef ParamRef
 policyName string
admissionregistration.v1.MutatingAdmissionPolicySpec
 failurePolicy string = Fail|Ignore
 matchConditions [MatchCondition] keys:name patch:merge:name
 matchConstraints MatchResources
 mutations [Mutation]
 paramKind ParamKind
 reinvocationPolicy string = IfNeeded|Never
 variables [Variable]
admissionregistration.v1.MutatingWebhook
 admissionReviewVersions! [string]
 clientConfig! WebhookClientConfig
 failurePolicy string = Fail|Ignore
 matchConditions [MatchCondition] keys:name patch:merge:name
 matchPolicy string = Equivalent|Exact
 name! string
 namespaceSelector meta.v1.LabelSelector
 objectSelector meta.v1.LabelSelector
 reinvocationPolicy string = IfNeeded|Never
 rules [RuleWithOperations]
 sideEffects! string = None|NoneOnDryRun|Some|Unknown
 timeoutSeconds int32
admissionregistration.v1.MutatingWebhookConfiguration
 webhooks [MutatingWebhook] keys:name patch:merge:name
admissionregistration.v1.Mutation
 applyConfiguration ApplyConfiguration
 jsonPatch JSONPatch
 patchType! string = ApplyConfiguration|JSONPatch
admissionregistration.v1.NamedRuleWithOperations atomic
 apiGroups [string]
 apiVersions [string]
 operations [string] = *|CONNECT|CREATE|DELETE|UPDATE
 resourceNames [string]
 resources [string]
 scope string = *|Cluster|Namespaced
admissionregistration.v1.ParamKind atomic
 apiVersion string
 kind string
admissionregistration.v1.ParamRef atomic
 name string
 namespace string
 parameterNotFoundAction string
 selector meta.v1.LabelSelector
admissionregistration.v1.RuleWithOperations
 apiGroups [string]
 apiVersions [string]
 operations [string] = *|CONNECT|CREATE|DELETE|UPDATE
 resources [string]
 scope string = *|Cluster|Namespaced
admissionregistration.v1.ServiceReference
 name! string
 namespace! string
 path string
 port int32
admissionregistration.v1.TypeChecking
 expressionWarnings [ExpressionWarning]
admissionregistration.v1.ValidatingAdmissionPolicy
 spec ValidatingAdmissionPolicySpec
 status ValidatingAdmissionPolicyStatus
admissionregistration.v1.ValidatingAdmissionPolicyBinding
 spec! ValidatingAdmissionPolicyBindingSpec
admissionregistration.v1.ValidatingAdmissionPolicyBindingSpec
 matchResources MatchResources
 paramRef ParamRef
 policyName! string
 validationActions! [string] set = Audit|Deny|Warn
admissionregistration.v1.ValidatingAdmissionPolicySpec
 auditAnnotations [AuditAnnotation]
 failurePolicy string = Fail|Ignore
 matchConditions [MatchCondition] keys:name patch:merge:name
 matchConstraints MatchResources
 paramKind ParamKind
 validations [Validation]
 variables [Variable] keys:name patch:merge:name
admissionregistration.v1.ValidatingAdmissionPolicyStatus
 conditions [meta.v1.Condition] keys:type
 observedGeneration int64
 typeChecking TypeChecking
admissionregistration.v1.ValidatingWebhook
 admissionReviewVersions! [string]
 clientConfig! WebhookClientConfig
 failurePolicy string = Fail|Ignore
 matchConditions [MatchCondition] keys:name patch:merge:name
 matchPolicy string = Equivalent|Exact
 name! string
 namespaceSelector meta.v1.LabelSelector
 objectSelector meta.v1.LabelSelector
 rules [RuleWithOperations]
 sideEffects! string = None|NoneOnDryRun|Some|Unknown
 timeoutSeconds int32
admissionregistration.v1.ValidatingWebhookConfiguration
 webhooks [ValidatingWebhook] keys:name patch:merge:name
admissionregistration.v1.Validation
 expression! string
 message string
 messageExpression string
 reason string
admissionregistration.v1.Variable atomic
 expression! string
 name! string
admissionregistration.v1.WebhookClientConfig
 caBundle bytes
 service ServiceReference
 url string
apiregistration.v1.APIService
 spec APIServiceSpec
 status APIServiceStatus
apiregistration.v1.APIServiceCondition
 lastTransitionTime time
 message string
 reason string
 status! string
 type! string
apiregistration.v1.APIServiceSpec
 caBundle bytes
 group string
 groupPriorityMinimum! int32
 insecureSkipTLSVerify boolean
 service ServiceReference
 version string
 versionPriority! int32
apiregistration.v1.APIServiceStatus
 conditions [APIServiceCondition] keys:type patch:merge:type
apiregistration.v1.ServiceReference
 name string
 namespace string
 port int32
apps.v1.ControllerRevision
 data runtime.RawExtension
 revision! int64
apps.v1.DaemonSet
 spec DaemonSetSpec
 status DaemonSetStatus
apps.v1.DaemonSetCondition
 lastTransitionTime time
 message string
 reason string
 status! string
 type! string
apps.v1.DaemonSetSpec
 minReadySeconds int32
 revisionHistoryLimit int32
 selector! meta.v1.LabelSelector
 template! core.v1.PodTemplateSpec
 updateStrategy DaemonSetUpdateStrategy
apps.v1.DaemonSetStatus
 collisionCount int32
 conditions [DaemonSetCondition] keys:type patch:merge:type
 currentNumberScheduled! int32
 desiredNumberScheduled! int32
 numberAvailable int32
 numberMisscheduled! int32
 numberReady! int32
 numberUnavailable int32
 observedGeneration int64
 updatedNumberScheduled int32
apps.v1.DaemonSetUpdateStrategy
 rollingUpdate RollingUpdateDaemonSet
 type string = OnDelete|RollingUpdate
apps.v1.Deployment
 spec DeploymentSpec
 status DeploymentStatus
apps.v1.DeploymentCondition
 lastTransitionTime time
 lastUpdateTime time
 message string
 reason string
 status! string
 type! string
apps.v1.DeploymentSpec
 minReadySeconds int32
 paused boolean
 progressDeadlineSeconds int32
 replicas int32
 revisionHistoryLimit int32
 selector! meta.v1.LabelSelector
 strategy DeploymentStrategy patch:retainKeys
 template! core.v1.PodTemplateSpec
apps.v1.DeploymentStatus
 availableReplicas int32
 collisionCount int32
 conditions [DeploymentCondition] keys:type patch:merge:type
 observedGeneration int64
 readyReplicas int32
 replicas int32
 terminatingReplicas int32
 unavailableReplicas int32
 updatedReplicas int32
apps.v1.DeploymentStrategy
 rollingUpdate RollingUpdateDeployment
 type string = Recreate|RollingUpdate
apps.v1.ReplicaSet
 spec ReplicaSetSpec
 status ReplicaSetStatus
apps.v1.ReplicaSetCondition
 lastTransitionTime time
 message string
 reason string
 status! string
 type! string
apps.v1.ReplicaSetSpec
 minReadySeconds int32
 replicas int32
 selector! meta.v1.LabelSelector
 template core.v1.PodTemplateSpec
apps.v1.ReplicaSetStatus
 availableReplicas int32
 conditions [ReplicaSetCondition] keys:type patch:merge:type
 fullyLabeledReplicas int32
 observedGeneration int64
 readyReplicas int32
 replicas! int32
 terminatingReplicas int32
apps.v1.RollingUpdateDaemonSet
 maxSurge int-or-string
 maxUnavailable int-or-string
apps.v1.RollingUpdateDeployment
 maxSurge int-or-string
 maxUnavailable int-or-string
apps.v1.RollingUpdateStatefulSetStrategy
 maxUnavailable int-or-string
 partition int32
apps.v1.StatefulSet
 spec StatefulSetSpec
 status StatefulSetStatus
apps.v1.StatefulSetCondition
 lastTransitionTime time
 message string
 reason string
 status! string
 type! string
apps.v1.StatefulSetOrdinals
 start int32
apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy
 whenDeleted string
 whenScaled string
apps.v1.StatefulSetSpec
 minReadySeconds int32
 ordinals StatefulSetOrdinals
 persistentVolumeClaimRetentionPolicy StatefulSetPersistentVolumeClaimRetentionPolicy
 podManagementPolicy string = OrderedReady|Parallel
 replicas int32
 revisionHistoryLimit int32
 selector! meta.v1.LabelSelector
 serviceName string
 template! core.v1.PodTemplateSpec
 updateStrategy StatefulSetUpdateStrategy
 volumeClaimTemplates [core.v1.PersistentVolumeClaim]
apps.v1.StatefulSetStatus
 availableReplicas int32
 collisionCount int32
 conditions [StatefulSetCondition] keys:type patch:merge:type
 currentReplicas int32
 currentRevision string
 observedGeneration int64
 readyReplicas int32
 replicas! int32
 updateRevision string
 updatedReplicas int32
apps.v1.StatefulSetUpdateStrategy
 rollingUpdate RollingUpdateStatefulSetStrategy
 type string = OnDelete|RollingUpdate
autoscaling.v1.CrossVersionObjectReference atomic
 apiVersion string
 kind! string
 name! string
autoscaling.v1.HorizontalPodAutoscaler
 spec! HorizontalPodAutoscalerSpec
 status HorizontalPodAutoscalerStatus
autoscaling.v1.HorizontalPodAutoscalerSpec
 maxReplicas! int32
 minReplicas int32
 scaleTargetRef! CrossVersionObjectReference
 targetCPUUtilizationPercentage int32
autoscaling.v1.HorizontalPodAutoscalerStatus
 currentCPUUtilizationPercentage int32
 currentReplicas! int32
 desiredReplicas! int32
 lastScaleTime time
 observedGeneration int64
autoscaling.v2.ContainerResourceMetricSource
 container! string
 name! string
 target! MetricTarget
autoscaling.v2.ContainerResourceMetricStatus
 container! string
 current! MetricValueStatus
 name! string
autoscaling.v2.CrossVersionObjectReference
 apiVersion string
 kind! string
 name! string
autoscaling.v2.ExternalMetricSource
 metric! MetricIdentifier
 target! MetricTarget
autoscaling.v2.ExternalMetricStatus
 current! MetricValueStatus
 metric! MetricIdentifier
autoscaling.v2.HPAScalingPolicy
 periodSeconds! int32
 type! string
 value! int32
autoscaling.v2.HPAScalingRules
 policies [HPAScalingPolicy]
 selectPolicy string
 stabilizationWindowSeconds int32
 tolerance quantity
autoscaling.v2.HorizontalPodAutoscaler
 spec! HorizontalPodAutoscalerSpec
 status HorizontalPodAutoscalerStatus
autoscaling.v2.HorizontalPodAutoscalerBehavior
 scaleDown HPAScalingRules
 scaleUp HPAScalingRules
autoscaling.v2.HorizontalPodAutoscalerCondition
 lastTransitionTime time
 message string
 reason string
 status! string
 type! string
autoscaling.v2.HorizontalPodAutoscalerSpec
 behavior HorizontalPodAutoscalerBehavior
 maxReplicas! int32
 metrics [MetricSpec]
 minReplicas int32
 scaleTargetRef! CrossVersionObjectReference
autoscaling.v2.HorizontalPodAutoscalerStatus
 conditions [HorizontalPodAutoscalerCondition] keys:type patch:merge:type
 currentMetrics [MetricStatus]
 currentReplicas int32
 desiredReplicas! int32
 lastScaleTime time
 observedGeneration int64
autoscaling.v2.MetricIdentifier
 name! string
 selector meta.v1.LabelSelector
autoscaling.v2.MetricSpec
 containerResource ContainerResourceMetricSource
 external ExternalMetricSource
 object ObjectMetricSource
 pods PodsMetricSource
 resource ResourceMetricSource
 type! string
autoscaling.v2.MetricStatus
 containerResource ContainerResourceMetricStatus
 external ExternalMetricStatus
 object ObjectMetricStatus
 pods PodsMetricStatus
 resource ResourceMetricStatus
 type! string
autoscaling.v2.MetricTarget
 averageUtilization int32
 averageValue quantity
 type! string
 value quantity
autoscaling.v2.MetricValueStatus
 averageUtilization int32
 averageValue quantity
 value quantity
autoscaling.v2.ObjectMetricSource
 describedObject! CrossVersionObjectReference
 metric! MetricIdentifier
 target! MetricTarget
autoscaling.v2.ObjectMetricStatus
 current! MetricValueStatus
 describedObject! CrossVersionObjectReference
 metric! MetricIdentifier
autoscaling.v2.PodsMetricSource
 metric! MetricIdentifier
 target! MetricTarget
autoscaling.v2.PodsMetricStatus
 current! MetricValueStatus
 metric! MetricIdentifier
autoscaling.v2.ResourceMetricSource
 name! string
 target! MetricTarget
autoscaling.v2.ResourceMetricStatus
 current! MetricValueStatus
 name! string
batch.v1.CronJob
 spec! CronJobSpec
 status CronJobStatus
batch.v1.CronJobSpec
 concurrencyPolicy string = Allow|Forbid|Replace
 failedJobsHistoryLimit int32
 jobTemplate! JobTemplateSpec
 schedule! string
 startingDeadlineSeconds int64
 successfulJobsHistoryLimit int32
 suspend boolean
 timeZone string
batch.v1.CronJobStatus
 active [core.v1.ObjectReference]
 lastScheduleTime time
 lastSuccessfulTime time
batch.v1.Job
 spec JobSpec
 status JobStatus
batch.v1.JobCondition
 lastProbeTime time
 lastTransitionTime time
 message string
 reason string
 status! string
 type! string
batch.v1.JobSpec
 activeDeadlineSeconds int64
 backoffLimit int32
 backoffLimitPerIndex int32
 completionMode string = Indexed|NonIndexed
 completions int32
 managedBy string
 manualSelector boolean
 maxFailedIndexes int32
 parallelism int32
 podFailurePolicy PodFailurePolicy
 podReplacementPolicy string = Failed|TerminatingOrFailed
 selector meta.v1.LabelSelector
 successPolicy SuccessPolicy
 suspend boolean
 template! core.v1.PodTemplateSpec
 ttlSecondsAfterFinished int32
batch.v1.JobStatus
 active int32
 completedIndexes string
 completionTime time
 conditions [JobCondition] patch:merge:type
 failed int32
 failedIndexes string
 ready int32
 startTime time
 succeeded int32
 terminating int32
 uncountedTerminatedPods UncountedTerminatedPods
batch.v1.JobTemplateSpec
 metadata meta.v1.ObjectMeta
 spec JobSpec
batch.v1.PodFailurePolicy
 rules! [PodFailurePolicyRule]
batch.v1.PodFailurePolicyOnExitCodesRequirement
 containerName string
 operator! string = In|NotIn
 values! [int32] set
batch.v1.PodFailurePolicyOnPodConditionsPattern
 status string
 type! string
batch.v1.PodFailurePolicyRule
 action! string = Count|FailIndex|FailJob|Ignore
 onExitCodes PodFailurePolicyOnExitCodesRequirement
 onPodConditions [PodFailurePolicyOnPodConditionsPattern]
batch.v1.SuccessPolicy
 rules! [SuccessPolicyRule]
batch.v1.SuccessPolicyRule
 succeededCount int32
 succeededIndexes string
batch.v1.UncountedTerminatedPods
 failed [string] set
 succeeded [string] set
core.v1.AWSElasticBlockStoreVolumeSource
 fsType string
 partition int32
 readOnly boolean
 volumeID! string
core.v1.Affinity
 nodeAffinity NodeAffinity
 podAffinity PodAffinity
 podAntiAffinity PodAntiAffinity
core.v1.AppArmorProfile
 localhostProfile string
 type! string = Localhost|RuntimeDefault|Unconfined
core.v1.AttachedVolume
 devicePath! string
 name! string
core.v1.AzureDiskVolumeSource
 cachingMode string = None|ReadOnly|ReadWrite
 diskName! string
 diskURI! string
 fsType string
 kind string = Dedicated|Managed|Shared
 readOnly boolean
core.v1.AzureFilePersistentVolumeSource
 readOnly boolean
 secretName! string
 secretNamespace string
 shareName! string
core.v1.AzureFileVolumeSource
 readOnly boolean
 secretName! string
 shareName! string
core.v1.CSIPersistentVolumeSource
 controllerExpandSecretRef SecretReference
 controllerPublishSecretRef SecretReference
 driver! string
 fsType string
 nodeExpandSecretRef SecretReference
 nodePublishSecretRef SecretReference
 nodeStageSecretRef SecretReference
 readOnly boolean
 volumeAttributes {string}
 volumeHandle! string
core.v1.CSIVolumeSource
 driver! string
 fsType string
 nodePublishSecretRef LocalObjectReference
 readOnly boolean
 volumeAttributes {string}
core.v1.Capabilities
 add [string]
 drop [string]
core.v1.CephFSPersistentVolumeSource
 monitors! [string]
 path string
 readOnly boolean
 secretFile string
 secretRef SecretReference
 user string
core.v1.CephFSVolumeSource
 monitors! [string]
 path string
 readOnly boolean
 secretFile string
 secretRef LocalObjectReference
 user string
core.v1.CinderPersistentVolumeSource
 fsType string
 readOnly boolean
 secretRef SecretReference
 volumeID! string
core.v1.CinderVolumeSource
 fsType string
 readOnly boolean
 secretRef LocalObjectReference
 volumeID! string
core.v1.ClientIPConfig
 timeoutSeconds int32
core.v1.ClusterTrustBundleProjection
 labelSelector meta.v1.LabelSelector
 name string
 optional boolean
 path! string
 signerName string
core.v1.ConfigMapEnvSource
 name string
 optional boolean
core.v1.ConfigMapKeySelector atomic
 key! string
 name string
 optional boolean
core.v1.ConfigMapNodeConfigSource
 kubeletConfigKey! string
 name! string
 namespace! string
 resourceVersion string
 uid string
core.v1.ConfigMapProjection
 items [KeyToPath]
 name string
 optional boolean
core.v1.ConfigMapVolumeSource
 defaultMode int32
 items [KeyToPath]
 name string
 optional boolean
core.v1.Container
 args [string]
 command [string]
 env [EnvVar] keys:name patch:merge:name
 envFrom [EnvFromSource]
 image string
 imagePullPolicy string = Always|IfNotPresent|Never
 lifecycle Lifecycle
 livenessProbe Probe
 name! string
 ports [ContainerPort] keys:containerPort,protocol patch:merge:containerPort
 readinessProbe Probe
 resizePolicy [ContainerResizePolicy]
 resources ResourceRequirements
 restartPolicy string
 restartPolicyRules [ContainerRestartRule]
 securityContext SecurityContext
 startupProbe Probe
 stdin boolean
 stdinOnce boolean
 terminationMessagePath string
 terminationMessagePolicy string = FallbackToLogsOnError|File
 tty boolean
 volumeDevices [VolumeDevice] keys:devicePath patch:merge:devicePath
 volumeMounts [VolumeMount] keys:mountPath patch:merge:mountPath
 workingDir string
core.v1.ContainerExtendedResourceRequest
 containerName! string
 requestName! string
 resourceName! string
core.v1.ContainerImage
 names [string]
 sizeBytes int64
core.v1.ContainerPort
 containerPort! int32
 hostIP string
 hostPort int32
 name string
 protocol string = SCTP|TCP|UDP
core.v1.ContainerResizePolicy
 resourceName! string
 restartPolicy! string
core.v1.ContainerRestartRule
 action! string
 exitCodes ContainerRestartRuleOnExitCodes
core.v1.ContainerRestartRuleOnExitCodes
 operator! string
 values [int32] set
core.v1.ContainerState
 running ContainerStateRunning
 terminated ContainerStateTerminated
 waiting ContainerStateWaiting
core.v1.ContainerStateRunning
 startedAt time
core.v1.ContainerStateTerminated
 containerID string
 exitCode! int32
 finishedAt time
 message string
 reason string
 signal int32
 startedAt time
core.v1.ContainerStateWaiting
 message string
 reason string
core.v1.ContainerStatus
 allocatedResources {quantity}
 allocatedResourcesStatus [ResourceStatus] keys:name patch:merge:name
 containerID string
 image! string
 imageID! string
 lastState ContainerState
 name! string
 ready! boolean
 resources ResourceRequirements
 restartCount! int32
 started boolean
 state ContainerState
 stopSignal string = SIGABRT|SIGALRM|SIGBUS|SIGCHLD|SIGCLD|SIGCONT|SIGFPE|SIGHUP|SIGILL|SIGINT|SIGIO|SIGIOT|SIGKILL|SIGPIPE|SIGPOLL|SIGPROF|SIGPWR|SIGQUIT|SIGRTMAX|SIGRTMAX-1|SIGRTMAX-10|SIGRTMAX-11|SIGRTMAX-12|SIGRTMAX-13|SIGRTMAX-14|SIGRTMAX-2|SIGRTMAX-3|SIGRTMAX-4|SIGRTMAX-5|SIGRTMAX-6|SIGRTMAX-7|SIGRTMAX-8|SIGRTMAX-9|SIGRTMIN|SIGRTMIN+1|SIGRTMIN+10|SIGRTMIN+11|SIGRTMIN+12|SIGRTMIN+13|SIGRTMIN+14|SIGRTMIN+15|SIGRTMIN+2|SIGRTMIN+3|SIGRTMIN+4|SIGRTMIN+5|SIGRTMIN+6|SIGRTMIN+7|SIGRTMIN+8|SIGRTMIN+9|SIGSEGV|SIGSTKFLT|SIGSTOP|SIGSYS|SIGTERM|SIGTRAP|SIGTSTP|SIGTTIN|SIGTTOU|SIGURG|SIGUSR1|SIGUSR2|SIGVTALRM|SIGWINCH|SIGXCPU|SIGXFSZ
 user ContainerUser
 volumeMounts [VolumeMountStatus] keys:mountPath patch:merge:mountPath
core.v1.ContainerUser
 linux LinuxContainerUser
core.v1.DaemonEndpoint
 Port! int32
core.v1.DownwardAPIProjection
 items [DownwardAPIVolumeFile]
core.v1.DownwardAPIVolumeFile
 fieldRef ObjectFieldSelector
 mode int32
 path! string
 resourceFieldRef ResourceFieldSelector
core.v1.DownwardAPIVolumeSource
 defaultMode int32
 items [DownwardAPIVolumeFile]
core.v1.EmptyDirVolumeSource
 medium string
 sizeLimit quantity
core.v1.EndpointAddress atomic
 hostname string
 ip! string
 nodeName string
 targetRef ObjectReference
core.v1.EndpointPort atomic
 appProtocol string
 name string
 port! int32
 protocol string = SCTP|TCP|UDP
core.v1.EndpointSubset
 addresses [EndpointAddress]
 notReadyAddresses [EndpointAddress]
 ports [EndpointPort]
core.v1.Endpoints
 subsets [EndpointSubset]
core.v1.EnvFromSource
 configMapRef ConfigMapEnvSource
 prefix string
 secretRef SecretEnvSource
core.v1.EnvVar
 name! string
 value string
 valueFrom EnvVarSource
core.v1.EnvVarSource
 configMapKeyRef ConfigMapKeySelector
 fieldRef ObjectFieldSelector
 fileKeyRef FileKeySelector
 resourceFieldRef ResourceFieldSelector
 secretKeyRef SecretKeySelector
core.v1.EphemeralContainer
 args [string]
 command [string]
 env [EnvVar] keys:name patch:merge:name
 envFrom [EnvFromSource]
 image string
 imagePullPolicy string = Always|IfNotPresent|Never
 lifecycle Lifecycle
 livenessProbe Probe
 name! string
 ports [ContainerPort] keys:containerPort,protocol patch:merge:containerPort
 readinessProbe Probe
 resizePolicy [ContainerResizePolicy]
 resources ResourceRequirements
 restartPolicy string
 restartPolicyRules [ContainerRestartRule]
 securityContext SecurityContext
 startupProbe Probe
 stdin boolean
 stdinOnce boolean
 targetContainerName string
 terminationMessagePath string
 terminationMessagePolicy string = FallbackToLogsOnError|File
 tty boolean
 volumeDevices [VolumeDevice] keys:devicePath patch:merge:devicePath
 volumeMounts [VolumeMount] keys:mountPath patch:merge:mountPath
 workingDir string
core.v1.EphemeralVolumeSource
 volumeClaimTemplate PersistentVolumeClaimTemplate
core.v1.ExecAction
 command [string]
core.v1.FCVolumeSource
 fsType string
 lun int32
 readOnly boolean
 targetWWNs [string]
 wwids [string]
core.v1.FileKeySelector atomic
 key! string
 optional boolean
 path! string
 volumeName! string
core.v1.FlexPersistentVolumeSource
 driver! string
 fsType string
 options {string}
 readOnly boolean
 secretRef SecretReference
core.v1.FlexVolumeSource
 driver! string
 fsType string
 options {string}
 readOnly boolean
 secretRef LocalObjectReference
core.v1.FlockerVolumeSource
 datasetName string
 datasetUUID string
core.v1.GCEPersistentDiskVolumeSource
 fsType string
 partition int32
 pdName! string
 readOnly boolean
core.v1.GRPCAction
 port! int32
 service string
core.v1.GitRepoVolumeSource
 directory string
 repository! string
 revision string
core.v1.GlusterfsPersistentVolumeSource
 endpoints! string
 endpointsNamespace string
 path! string
 readOnly boolean
core.v1.GlusterfsVolumeSource
 endpoints! string
 path! string
 readOnly boolean
core.v1.HTTPGetAction
 host string
 httpHeaders [HTTPHeader]
 path string
 port! int-or-string
 scheme string = HTTP|HTTPS
core.v1.HTTPHeader
 name! string
 value! string
core.v1.HostAlias
 hostnames [string]
 ip! string
core.v1.HostIP
 ip! string
core.v1.HostPathVolumeSource
 path! string
 type string = |BlockDevice|CharDevice|Directory|DirectoryOrCreate|File|FileOrCreate|Socket
core.v1.ISCSIPersistentVolumeSource
 chapAuthDiscovery boolean
 chapAuthSession boolean
 fsType string
 initiatorName string
 iqn! string
 iscsiInterface string
 lun! int32
 portals [string]
 readOnly boolean
 secretRef SecretReference
 targetPortal! string
core.v1.ISCSIVolumeSource
 chapAuthDiscovery boolean
 chapAuthSession boolean
 fsType string
 initiatorName string
 iqn! string
 iscsiInterface string
 lun! int32
 portals [string]
 readOnly boolean
 secretRef LocalObjectReference
 targetPortal! string
core.v1.ImageVolumeSource
 pullPolicy string = Always|IfNotPresent|Never
 reference string
core.v1.ImageVolumeStatus
 imageRef! string
core.v1.KeyToPath
 key! string
 mode int32
 path! string
core.v1.Lifecycle
 postStart LifecycleHandler
 preStop LifecycleHandler
 stopSignal string = SIGABRT|SIGALRM|SIGBUS|SIGCHLD|SIGCLD|SIGCONT|SIGFPE|SIGHUP|SIGILL|SIGINT|SIGIO|SIGIOT|SIGKILL|SIGPIPE|SIGPOLL|SIGPROF|SIGPWR|SIGQUIT|SIGRTMAX|SIGRTMAX-1|SIGRTMAX-10|SIGRTMAX-11|SIGRTMAX-12|SIGRTMAX-13|SIGRTMAX-14|SIGRTMAX-2|SIGRTMAX-3|SIGRTMAX-4|SIGRTMAX-5|SIGRTMAX-6|SIGRTMAX-7|SIGRTMAX-8|SIGRTMAX-9|SIGRTMIN|SIGRTMIN+1|SIGRTMIN+10|SIGRTMIN+11|SIGRTMIN+12|SIGRTMIN+13|SIGRTMIN+14|SIGRTMIN+15|SIGRTMIN+2|SIGRTMIN+3|SIGRTMIN+4|SIGRTMIN+5|SIGRTMIN+6|SIGRTMIN+7|SIGRTMIN+8|SIGRTMIN+9|SIGSEGV|SIGSTKFLT|SIGSTOP|SIGSYS|SIGTERM|SIGTRAP|SIGTSTP|SIGTTIN|SIGTTOU|SIGURG|SIGUSR1|SIGUSR2|SIGVTALRM|SIGWINCH|SIGXCPU|SIGXFSZ
core.v1.LifecycleHandler
 exec ExecAction
 httpGet HTTPGetAction
 sleep SleepAction
 tcpSocket TCPSocketAction
core.v1.LimitRange
 spec LimitRangeSpec
core.v1.LimitRangeItem
 default {quantity}
 defaultRequest {quantity}
 max {quantity}
 maxLimitRequestRatio {quantity}
 min {quantity}
 type! string
core.v1.LimitRangeSpec
 limits! [LimitRangeItem]
core.v1.LinuxContainerUser
 gid! int64
 supplementalGroups [int64]
 uid! int64
core.v1.LoadBalancerIngress
 hostname string
 ip string
 ipMode string
 ports [PortStatus]
core.v1.LoadBalancerStatus
 ingress [LoadBalancerIngress]
core.v1.LocalObjectReference atomic
 name string
core.v1.LocalVolumeSource
 fsType string
 path! string
core.v1.ModifyVolumeStatus
 status! string = InProgress|Infeasible|Pending
 targetVolumeAttributesClassName string
core.v1.NFSVolumeSource
 path! string
 readOnly boolean
 server! string
core.v1.Node
 spec NodeSpec
 status NodeStatus
core.v1.NodeAddress
 address! string
 type! string
core.v1.NodeAffinity
 preferredDuringSchedulingIgnoredDuringExecution [PreferredSchedulingTerm]
 requiredDuringSchedulingIgnoredDuringExecution NodeSelector
core.v1.NodeAllocatableResourceClaimStatus
 containers [string] set
 resourceClaimName! string
 resources! {quantity}
core.v1.NodeCondition
 lastHeartbeatTime time
 lastTransitionTime time
 message string
 reason string
 status! string
 type! string
core.v1.NodeConfigSource
 configMap ConfigMapNodeConfigSource
core.v1.NodeConfigStatus
 active NodeConfigSource
 assigned NodeConfigSource
 error string
 lastKnownGood NodeConfigSource
core.v1.NodeDaemonEndpoints
 kubeletEndpoint DaemonEndpoint
core.v1.NodeFeatures
 supplementalGroupsPolicy boolean
core.v1.NodeRuntimeHandler
 features NodeRuntimeHandlerFeatures
 name string
core.v1.NodeRuntimeHandlerFeatures
 recursiveReadOnlyMounts boolean
 userNamespaces boolean
core.v1.NodeSelector atomic
 nodeSelectorTerms! [NodeSelectorTerm]
core.v1.NodeSelectorRequirement
 key! string
 operator! string = DoesNotExist|Exists|Gt|In|Lt|NotIn
 values [string]
core.v1.NodeSelectorTerm atomic
 matchExpressions [NodeSelectorRequirement]
 matchFields [NodeSelectorRequirement]
core.v1.NodeSpec
 configSource NodeConfigSource
 externalID string
 podCIDR string
 podCIDRs [string] set patch:merge
 providerID string
 taints [Taint]
 unschedulable boolean
core.v1.NodeStatus
 addresses [NodeAddress] keys:type patch:merge:type
 allocatable {quantity}
 capacity {quantity}
 conditions [NodeCondition] keys:type patch:merge:type
 config NodeConfigStatus
 daemonEndpoints NodeDaemonEndpoints
 declaredFeatures [string]
 features NodeFeatures
 images [ContainerImage]
 nodeInfo NodeSystemInfo
 phase string = Pending|Running|Terminated
 runtimeHandlers [NodeRuntimeHandler]
 volumesAttached [AttachedVolume]
 volumesInUse [string]
core.v1.NodeSwapStatus
 capacity int64
core.v1.NodeSystemInfo
 architecture! string
 bootID! string
 containerRuntimeVersion! string
 kernelVersion! string
 kubeProxyVersion! string
 kubeletVersion! string
 machineID! string
 operatingSystem! string
 osImage! string
 swap NodeSwapStatus
 systemUUID! string
core.v1.ObjectFieldSelector atomic
 apiVersion string
 fieldPath! string
core.v1.ObjectReference atomic
 apiVersion string
 fieldPath string
 kind string
 name string
 namespace string
 resourceVersion string
 uid string
core.v1.PersistentVolume
 spec PersistentVolumeSpec
 status PersistentVolumeStatus
core.v1.PersistentVolumeClaim
 spec PersistentVolumeClaimSpec
 status PersistentVolumeClaimStatus
core.v1.PersistentVolumeClaimCondition
 lastProbeTime time
 lastTransitionTime time
 message string
 reason string
 status! string
 type! string
core.v1.PersistentVolumeClaimSpec
 accessModes [string] = ReadOnlyMany|ReadWriteMany|ReadWriteOnce|ReadWriteOncePod
 dataSource TypedLocalObjectReference
 dataSourceRef TypedObjectReference
 resources VolumeResourceRequirements
 selector meta.v1.LabelSelector
 storageClassName string
 volumeAttributesClassName string
 volumeMode string = Block|Filesystem
 volumeName string
core.v1.PersistentVolumeClaimStatus
 accessModes [string] = ReadOnlyMany|ReadWriteMany|ReadWriteOnce|ReadWriteOncePod
 allocatedResourceStatuses {string} granular = ControllerResizeInProgress|ControllerResizeInfeasible|NodeResizeInProgress|NodeResizeInfeasible|NodeResizePending
 allocatedResources {quantity}
 capacity {quantity}
 conditions [PersistentVolumeClaimCondition] keys:type patch:merge:type
 currentVolumeAttributesClassName string
 modifyVolumeStatus ModifyVolumeStatus
 phase string = Bound|Lost|Pending
core.v1.PersistentVolumeClaimTemplate
 metadata meta.v1.ObjectMeta
 spec! PersistentVolumeClaimSpec
core.v1.PersistentVolumeClaimVolumeSource
 claimName! string
 readOnly boolean
core.v1.PersistentVolumeSpec
 accessModes [string] = ReadOnlyMany|ReadWriteMany|ReadWriteOnce|ReadWriteOncePod
 awsElasticBlockStore AWSElasticBlockStoreVolumeSource
 azureDisk AzureDiskVolumeSource
 azureFile AzureFilePersistentVolumeSource
 capacity {quantity}
 cephfs CephFSPersistentVolumeSource
 cinder CinderPersistentVolumeSource
 claimRef ObjectReference granular
 csi CSIPersistentVolumeSource
 fc FCVolumeSource
 flexVolume FlexPersistentVolumeSource
 flocker FlockerVolumeSource
 gcePersistentDisk GCEPersistentDiskVolumeSource
 glusterfs GlusterfsPersistentVolumeSource
 hostPath HostPathVolumeSource
 iscsi ISCSIPersistentVolumeSource
 local LocalVolumeSource
 mountOptions [string]
 nfs NFSVolumeSource
 nodeAffinity VolumeNodeAffinity
 persistentVolumeReclaimPolicy string = Delete|Recycle|Retain
 photonPersistentDisk PhotonPersistentDiskVolumeSource
 portworxVolume PortworxVolumeSource
 quobyte QuobyteVolumeSource
 rbd RBDPersistentVolumeSource
 scaleIO ScaleIOPersistentVolumeSource
 storageClassName string
 storageos StorageOSPersistentVolumeSource
 volumeAttributesClassName string
 volumeMode string = Block|Filesystem
 vsphereVolume VsphereVirtualDiskVolumeSource
core.v1.PersistentVolumeStatus
 lastPhaseTransitionTime time
 message string
 phase string = Available|Bound|Failed|Pending|Released
 reason string
core.v1.PhotonPersistentDiskVolumeSource
 fsType string
 pdID! string
core.v1.Pod
 spec PodSpec
 status PodStatus
core.v1.PodAffinity
 preferredDuringSchedulingIgnoredDuringExecution [WeightedPodAffinityTerm]
 requiredDuringSchedulingIgnoredDuringExecution [PodAffinityTerm]
core.v1.PodAffinityTerm
 labelSelector meta.v1.LabelSelector
 matchLabelKeys [string]
 mismatchLabelKeys [string]
 namespaceSelector meta.v1.LabelSelector
 namespaces [string]
 topologyKey! string
core.v1.PodAntiAffinity
 preferredDuringSchedulingIgnoredDuringExecution [WeightedPodAffinityTerm]
 requiredDuringSchedulingIgnoredDuringExecution [PodAffinityTerm]
core.v1.PodCertificateProjection
 certificateChainPath string
 credentialBundlePath string
 keyPath string
 keyType! string
 maxExpirationSeconds int32
 signerName! string
 userAnnotations {string}
core.v1.PodCondition
 lastProbeTime time
 lastTransitionTime time
 message string
 observedGeneration int64
 reason string
 status! string
 type! string
core.v1.PodDNSConfig
 nameservers [string]
 options [PodDNSConfigOption]
 searches [string]
core.v1.PodDNSConfigOption
 name string
 value string
core.v1.PodExtendedResourceClaimStatus
 requestMappings! [ContainerExtendedResourceRequest]
 resourceClaimName! string
core.v1.PodIP
 ip! string
core.v1.PodOS
 name! string
core.v1.PodReadinessGate
 conditionType! string
core.v1.PodResourceClaim
 name! string
 resourceClaimName string
 resourceClaimTemplateName string
core.v1.PodResourceClaimStatus
 name! string
 resourceClaimName string
core.v1.PodSchedulingGate
 name! string
core.v1.PodSchedulingGroup
 podGroupName string
core.v1.PodSecurityContext
 appArmorProfile AppArmorProfile
 fsGroup int64
 fsGroupChangePolicy string = Always|OnRootMismatch
 runAsGroup int64
 runAsNonRoot boolean
 runAsUser int64
 seLinuxChangePolicy string
 seLinuxOptions SELinuxOptions
 seccompProfile SeccompProfile
 supplementalGroups [int64]
 supplementalGroupsPolicy string = Merge|Strict
 sysctls [Sysctl]
 windowsOptions WindowsSecurityContextOptions
core.v1.PodSpec
 activeDeadlineSeconds int64
 affinity Affinity
 automountServiceAccountToken boolean
 containers! [Container] keys:name patch:merge:name
 dnsConfig PodDNSConfig
 dnsPolicy string = ClusterFirst|ClusterFirstWithHostNet|Default|None
 enableServiceLinks boolean
 ephemeralContainers [EphemeralContainer] keys:name patch:merge:name
 hostAliases [HostAlias] keys:ip patch:merge:ip
 hostIPC boolean
 hostNetwork boolean
 hostPID boolean
 hostUsers boolean
 hostname string
 hostnameOverride string
 imagePullSecrets [LocalObjectReference] keys:name patch:merge:name
 initContainers [Container] keys:name patch:merge:name
 nodeName string
 nodeSelector {string} atomic
 os PodOS
 overhead {quantity}
 preemptionPolicy string = Never|PreemptLowerPriority
 priority int32
 priorityClassName string
 readinessGates [PodReadinessGate]
 resourceClaims [PodResourceClaim] keys:name patch:merge,retainKeys:name
 resources ResourceRequirements
 restartPolicy string = Always|Never|OnFailure
 runtimeClassName string
 schedulerName string
 schedulingGates [PodSchedulingGate] keys:name patch:merge:name
 schedulingGroup PodSchedulingGroup
 securityContext PodSecurityContext
 serviceAccount string
 serviceAccountName string
 setHostnameAsFQDN boolean
 shareProcessNamespace boolean
 subdomain string
 terminationGracePeriodSeconds int64
 tolerations [Toleration]
 topologySpreadConstraints [TopologySpreadConstraint] keys:topologyKey,whenUnsatisfiable patch:merge:topologyKey
 volumes [Volume] keys:name patch:merge,retainKeys:name
core.v1.PodStatus
 allocatedResources {quantity}
 conditions [PodCondition] keys:type patch:merge:type
 containerStatuses [ContainerStatus]
 ephemeralContainerStatuses [ContainerStatus]
 extendedResourceClaimStatus PodExtendedResourceClaimStatus
 hostIP string
 hostIPs [HostIP] patch:merge:ip
 initContainerStatuses [ContainerStatus]
 message string
 nodeAllocatableResourceClaimStatuses [NodeAllocatableResourceClaimStatus]
 nominatedNodeName string
 observedGeneration int64
 phase string = Failed|Pending|Running|Succeeded|Unknown
 podIP string
 podIPs [PodIP] keys:ip patch:merge:ip
 qosClass string = BestEffort|Burstable|Guaranteed
 reason string
 resize string
 resourceClaimStatuses [PodResourceClaimStatus] keys:name patch:merge,retainKeys:name
 resources ResourceRequirements
 startTime time
core.v1.PodTemplate
 template PodTemplateSpec
core.v1.PodTemplateSpec
 metadata meta.v1.ObjectMeta
 spec PodSpec
core.v1.PortStatus
 error string
 port! int32
 protocol! string = SCTP|TCP|UDP
core.v1.PortworxVolumeSource
 fsType string
 readOnly boolean
 volumeID! string
core.v1.PreferredSchedulingTerm
 preference! NodeSelectorTerm
 weight! int32
core.v1.Probe
 exec ExecAction
 failureThreshold int32
 grpc GRPCAction
 httpGet HTTPGetAction
 initialDelaySeconds int32
 periodSeconds int32
 successThreshold int32
 tcpSocket TCPSocketAction
 terminationGracePeriodSeconds int64
 timeoutSeconds int32
core.v1.ProjectedVolumeSource
 defaultMode int32
 sources [VolumeProjection]
core.v1.QuobyteVolumeSource
 group string
 readOnly boolean
 registry! string
 tenant string
 user string
 volume! string
core.v1.RBDPersistentVolumeSource
 fsType string
 image! string
 keyring string
 monitors! [string]
 pool string
 readOnly boolean
 secretRef SecretReference
 user string
core.v1.RBDVolumeSource
 fsType string
 image! string
 keyring string
 monitors! [string]
 pool string
 readOnly boolean
 secretRef LocalObjectReference
 user string
core.v1.ReplicationController
 spec ReplicationControllerSpec
 status ReplicationControllerStatus
core.v1.ReplicationControllerCondition
 lastTransitionTime time
 message string
 reason string
 status! string
 type! string
core.v1.ReplicationControllerSpec
 minReadySeconds int32
 replicas int32
 selector {string} atomic
 template PodTemplateSpec
core.v1.ReplicationControllerStatus
 availableReplicas int32
 conditions [ReplicationControllerCondition] keys:type patch:merge:type
 fullyLabeledReplicas int32
 observedGeneration int64
 readyReplicas int32
 replicas! int32
core.v1.ResourceClaim
 name! string
 request string
core.v1.ResourceFieldSelector atomic
 containerName string
 divisor quantity
 resource! string
core.v1.ResourceHealth
 health string
 message string
 resourceID! string
core.v1.ResourceQuota
 spec ResourceQuotaSpec
 status ResourceQuotaStatus
core.v1.ResourceQuotaSpec
 hard {quantity}
 scopeSelector ScopeSelector
 scopes [string] = BestEffort|CrossNamespacePodAffinity|NotBestEffort|NotTerminating|PriorityClass|Terminating|VolumeAttributesClass
core.v1.ResourceQuotaStatus
 hard {quantity}
 used {quantity}
core.v1.ResourceRequirements
 claims [ResourceClaim] keys:name
 limits {quantity}
 requests {quantity}
core.v1.ResourceStatus
 name! string
 resources [ResourceHealth] keys:resourceID
core.v1.SELinuxOptions
 level string
 role string
 type string
 user string
core.v1.ScaleIOPersistentVolumeSource
 fsType string
 gateway! string
 protectionDomain string
 readOnly boolean
 secretRef! SecretReference
 sslEnabled boolean
 storageMode string
 storagePool string
 system! string
 volumeName string
core.v1.ScaleIOVolumeSource
 fsType string
 gateway! string
 protectionDomain string
 readOnly boolean
 secretRef! LocalObjectReference
 sslEnabled boolean
 storageMode string
 storagePool string
 system! string
 volumeName string
core.v1.ScopeSelector atomic
 matchExpressions [ScopedResourceSelectorRequirement]
core.v1.ScopedResourceSelectorRequirement
 operator! string = DoesNotExist|Exists|In|NotIn
 scopeName! string = BestEffort|CrossNamespacePodAffinity|NotBestEffort|NotTerminating|PriorityClass|Terminating|VolumeAttributesClass
 values [string]
core.v1.SeccompProfile
 localhostProfile string
 type! string = Localhost|RuntimeDefault|Unconfined
core.v1.SecretEnvSource
 name string
 optional boolean
core.v1.SecretKeySelector atomic
 key! string
 name string
 optional boolean
core.v1.SecretProjection
 items [KeyToPath]
 name string
 optional boolean
core.v1.SecretReference atomic
 name string
 namespace string
core.v1.SecretVolumeSource
 defaultMode int32
 items [KeyToPath]
 optional boolean
 secretName string
core.v1.SecurityContext
 allowPrivilegeEscalation boolean
 appArmorProfile AppArmorProfile
 capabilities Capabilities
 privileged boolean
 procMount string = Default|Unmasked
 readOnlyRootFilesystem boolean
 runAsGroup int64
 runAsNonRoot boolean
 runAsUser int64
 seLinuxOptions SELinuxOptions
 seccompProfile SeccompProfile
 windowsOptions WindowsSecurityContextOptions
core.v1.Service
 spec ServiceSpec
 status ServiceStatus
core.v1.ServiceAccountTokenProjection
 audience string
 expirationSeconds int64
 path! string
core.v1.ServicePort
 appProtocol string
 name string
 nodePort int32
 port! int32
 protocol string = SCTP|TCP|UDP
 targetPort int-or-string
core.v1.ServiceSpec
 allocateLoadBalancerNodePorts boolean
 clusterIP string
 clusterIPs [string]
 externalIPs [string]
 externalName string
 externalTrafficPolicy string = Cluster|Local
 healthCheckNodePort int32
 internalTrafficPolicy string = Cluster|Local
 ipFamilies [string] = |IPv4|IPv6
 ipFamilyPolicy string = PreferDualStack|RequireDualStack|SingleStack
 loadBalancerClass string
 loadBalancerIP string
 loadBalancerSourceRanges [string]
 ports [ServicePort] keys:port,protocol patch:merge:port
 publishNotReadyAddresses boolean
 selector {string} atomic
 sessionAffinity string = ClientIP|None
 sessionAffinityConfig SessionAffinityConfig
 trafficDistribution string
 type string = ClusterIP|ExternalName|LoadBalancer|NodePort
core.v1.ServiceStatus
 conditions [meta.v1.Condition] keys:type patch:merge:type
 loadBalancer LoadBalancerStatus
core.v1.SessionAffinityConfig
 clientIP ClientIPConfig
core.v1.SleepAction
 seconds! int64
core.v1.StorageOSPersistentVolumeSource
 fsType string
 readOnly boolean
 secretRef ObjectReference
 volumeName string
 volumeNamespace string
core.v1.StorageOSVolumeSource
 fsType string
 readOnly boolean
 secretRef LocalObjectReference
 volumeName string
 volumeNamespace string
core.v1.Sysctl
 name! string
 value! string
core.v1.TCPSocketAction
 host string
 port! int-or-string
core.v1.Taint
 effect! string = NoExecute|NoSchedule|PreferNoSchedule
 key! string
 timeAdded time
 value string
core.v1.Toleration
 effect string = NoExecute|NoSchedule|PreferNoSchedule
 key string
 operator string = Equal|Exists|Gt|Lt
 tolerationSeconds int64
 value string
core.v1.TopologySelectorLabelRequirement
 key! string
 values! [string]
core.v1.TopologySelectorTerm atomic
 matchLabelExpressions [TopologySelectorLabelRequirement]
core.v1.TopologySpreadConstraint
 labelSelector meta.v1.LabelSelector
 matchLabelKeys [string]
 maxSkew! int32
 minDomains int32
 nodeAffinityPolicy string = Honor|Ignore
 nodeTaintsPolicy string = Honor|Ignore
 topologyKey! string
 whenUnsatisfiable! string = DoNotSchedule|ScheduleAnyway
core.v1.TypedLocalObjectReference atomic
 apiGroup string
 kind! string
 name! string
core.v1.TypedObjectReference
 apiGroup string
 kind! string
 name! string
 namespace string
core.v1.Volume
 awsElasticBlockStore AWSElasticBlockStoreVolumeSource
 azureDisk AzureDiskVolumeSource
 azureFile AzureFileVolumeSource
 cephfs CephFSVolumeSource
 cinder CinderVolumeSource
 configMap ConfigMapVolumeSource
 csi CSIVolumeSource
 downwardAPI DownwardAPIVolumeSource
 emptyDir EmptyDirVolumeSource
 ephemeral EphemeralVolumeSource
 fc FCVolumeSource
 flexVolume FlexVolumeSource
 flocker FlockerVolumeSource
 gcePersistentDisk GCEPersistentDiskVolumeSource
 gitRepo GitRepoVolumeSource
 glusterfs GlusterfsVolumeSource
 hostPath HostPathVolumeSource
 image ImageVolumeSource
 iscsi ISCSIVolumeSource
 name! string
 nfs NFSVolumeSource
 persistentVolumeClaim PersistentVolumeClaimVolumeSource
 photonPersistentDisk PhotonPersistentDiskVolumeSource
 portworxVolume PortworxVolumeSource
 projected ProjectedVolumeSource
 quobyte QuobyteVolumeSource
 rbd RBDVolumeSource
 scaleIO ScaleIOVolumeSource
 secret SecretVolumeSource
 storageos StorageOSVolumeSource
 vsphereVolume VsphereVirtualDiskVolumeSource
core.v1.VolumeDevice
 devicePath! string
 name! string
core.v1.VolumeMount
 mountPath! string
 mountPropagation string = Bidirectional|HostToContainer|None
 name! string
 readOnly boolean
 recursiveReadOnly string
 subPath string
 subPathExpr string
core.v1.VolumeMountStatus
 mountPath! string
 name! string
 readOnly boolean
 recursiveReadOnly string
 volumeStatus VolumeStatus
core.v1.VolumeNodeAffinity
 required NodeSelector
core.v1.VolumeProjection
 clusterTrustBundle ClusterTrustBundleProjection
 configMap ConfigMapProjection
 downwardAPI DownwardAPIProjection
 podCertificate PodCertificateProjection
 secret SecretProjection
 serviceAccountToken ServiceAccountTokenProjection
core.v1.VolumeResourceRequirements
 limits {quantity}
 requests {quantity}
core.v1.VolumeStatus
 image ImageVolumeStatus
core.v1.VsphereVirtualDiskVolumeSource
 fsType string
 storagePolicyID string
 storagePolicyName string
 volumePath! string
core.v1.WeightedPodAffinityTerm
 podAffinityTerm! PodAffinityTerm
 weight! int32
core.v1.WindowsSecurityContextOptions
 gmsaCredentialSpec string
 gmsaCredentialSpecName string
 hostProcess boolean
 runAsUserName string
discovery.v1.Endpoint
 addresses! [string] set
 conditions EndpointConditions
 deprecatedTopology {string}
 hints EndpointHints
 hostname string
 nodeName string
 targetRef core.v1.ObjectReference
 zone string
discovery.v1.EndpointConditions
 ready boolean
 serving boolean
 terminating boolean
discovery.v1.EndpointHints
 forNodes [ForNode]
 forZones [ForZone]
discovery.v1.EndpointPort atomic
 appProtocol string
 name string
 port int32
 protocol string = SCTP|TCP|UDP
discovery.v1.EndpointSlice
 addressType! string = FQDN|IPv4|IPv6
 endpoints [Endpoint]
 ports [EndpointPort]
discovery.v1.ForNode
 name! string
discovery.v1.ForZone
 name! string
flowcontrol.v1.ExemptPriorityLevelConfiguration
 lendablePercent int32
 nominalConcurrencyShares int32
flowcontrol.v1.FlowDistinguisherMethod
 type! string
flowcontrol.v1.FlowSchema
 spec FlowSchemaSpec
 status FlowSchemaStatus
flowcontrol.v1.FlowSchemaCondition
 lastTransitionTime time
 message string
 reason string
 status string
 type string
flowcontrol.v1.FlowSchemaSpec
 distinguisherMethod FlowDistinguisherMethod
 matchingPrecedence int32
 priorityLevelConfiguration! PriorityLevelConfigurationReference
 rules [PolicyRulesWithSubjects]
flowcontrol.v1.FlowSchemaStatus
 conditions [FlowSchemaCondition] keys:type patch:merge:type
flowcontrol.v1.GroupSubject
 name! string
flowcontrol.v1.LimitResponse
 queuing QueuingConfiguration
 type! string
flowcontrol.v1.LimitedPriorityLevelConfiguration
 borrowingLimitPercent int32
 lendablePercent int32
 limitResponse LimitResponse
 nominalConcurrencyShares int32
flowcontrol.v1.NonResourcePolicyRule
 nonResourceURLs! [string] set
 verbs! [string] set
flowcontrol.v1.PolicyRulesWithSubjects
 nonResourceRules [NonResourcePolicyRule]
 resourceRules [ResourcePolicyRule]
 subjects! [Subject]
flowcontrol.v1.PriorityLevelConfiguration
 spec PriorityLevelConfigurationSpec
 status PriorityLevelConfigurationStatus
flowcontrol.v1.PriorityLevelConfigurationCondition
 lastTransitionTime time
 message string
 reason string
 status string
 type string
flowcontrol.v1.PriorityLevelConfigurationReference
 name! string
flowcontrol.v1.PriorityLevelConfigurationSpec
 exempt ExemptPriorityLevelConfiguration
 limited LimitedPriorityLevelConfiguration
 type! string
flowcontrol.v1.PriorityLevelConfigurationStatus
 conditions [PriorityLevelConfigurationCondition] keys:type patch:merge:type
flowcontrol.v1.QueuingConfiguration
 handSize int32
 queueLengthLimit int32
 queues int32
flowcontrol.v1.ResourcePolicyRule
 apiGroups! [string] set
 clusterScope boolean
 namespaces [string] set
 resources! [string] set
 verbs! [string] set
flowcontrol.v1.ServiceAccountSubject
 name! string
 namespace! string
flowcontrol.v1.Subject
 group GroupSubject
 kind! string
 serviceAccount ServiceAccountSubject
 user UserSubject
flowcontrol.v1.UserSubject
 name! string
meta.v1.Condition
 lastTransitionTime! time
 message! string
 observedGeneration int64
 reason! string
 status! string
 type! string
meta.v1.LabelSelector atomic
 matchExpressions [LabelSelectorRequirement]
 matchLabels {string}
meta.v1.LabelSelectorRequirement
 key! string
 operator! string
 values [string]
networking.v1.HTTPIngressPath
 backend! IngressBackend
 path string
 pathType! string = Exact|ImplementationSpecific|Prefix
networking.v1.HTTPIngressRuleValue
 paths! [HTTPIngressPath]
networking.v1.IPAddress
 spec! IPAddressSpec
networking.v1.IPAddressSpec
 parentRef! ParentReference
networking.v1.IPBlock
 cidr! string
 except [string]
networking.v1.Ingress
 spec IngressSpec
 status IngressStatus
networking.v1.IngressBackend
 resource core.v1.TypedLocalObjectReference
 service IngressServiceBackend
networking.v1.IngressClass
 spec IngressClassSpec
networking.v1.IngressClassParametersReference
 apiGroup string
 kind! string
 name! string
 namespace string
 scope string
networking.v1.IngressClassSpec
 controller string
 parameters IngressClassParametersReference
networking.v1.IngressLoadBalancerIngress
 hostname string
 ip string
 ports [IngressPortStatus]
networking.v1.IngressLoadBalancerStatus
 ingress [IngressLoadBalancerIngress]
networking.v1.IngressPortStatus
 error string
 port! int32
 protocol! string = SCTP|TCP|UDP
networking.v1.IngressRule
 host string
 http HTTPIngressRuleValue
networking.v1.IngressServiceBackend
 name! string
 port ServiceBackendPort
networking.v1.IngressSpec
 defaultBackend IngressBackend
 ingressClassName string
 rules [IngressRule]
 tls [IngressTLS]
networking.v1.IngressStatus
 loadBalancer IngressLoadBalancerStatus
networking.v1.IngressTLS
 hosts [string]
 secretName string
networking.v1.NetworkPolicy
 spec NetworkPolicySpec
networking.v1.NetworkPolicyEgressRule
 ports [NetworkPolicyPort]
 to [NetworkPolicyPeer]
networking.v1.NetworkPolicyIngressRule
 from [NetworkPolicyPeer]
 ports [NetworkPolicyPort]
networking.v1.NetworkPolicyPeer
 ipBlock IPBlock
 namespaceSelector meta.v1.LabelSelector
 podSelector meta.v1.LabelSelector
networking.v1.NetworkPolicyPort
 endPort int32
 port int-or-string
 protocol string = SCTP|TCP|UDP
networking.v1.NetworkPolicySpec
 egress [NetworkPolicyEgressRule]
 ingress [NetworkPolicyIngressRule]
 podSelector meta.v1.LabelSelector
 policyTypes [string] = Egress|Ingress
networking.v1.ParentReference
 group string
 name! string
 namespace string
 resource! string
networking.v1.ServiceBackendPort atomic
 name string
 number int32
networking.v1.ServiceCIDR
 spec ServiceCIDRSpec
 status ServiceCIDRStatus
networking.v1.ServiceCIDRSpec
 cidrs [string]
networking.v1.ServiceCIDRStatus
 conditions [meta.v1.Condition] keys:type patch:merge:type
node.v1.Overhead
 podFixed {quantity}
node.v1.RuntimeClass
 handler! string
 overhead Overhead
 scheduling Scheduling
node.v1.Scheduling
 nodeSelector {string} atomic
 tolerations [core.v1.Toleration]
policy.v1.PodDisruptionBudget
 spec PodDisruptionBudgetSpec
 status PodDisruptionBudgetStatus
policy.v1.PodDisruptionBudgetSpec
 maxUnavailable int-or-string
 minAvailable int-or-string
 selector meta.v1.LabelSelector patch:replace
 unhealthyPodEvictionPolicy string = AlwaysAllow|IfHealthyBudget
policy.v1.PodDisruptionBudgetStatus
 conditions [meta.v1.Condition] keys:type patch:merge:type
 currentHealthy int32
 desiredHealthy int32
 disruptedPods {time}
 disruptionsAllowed int32
 expectedPods int32
 observedGeneration int64
resource.v1.AllocatedDeviceStatus
 conditions [meta.v1.Condition] keys:type
 data runtime.RawExtension
 device! string
 driver! string
 networkData NetworkDeviceData
 pool! string
 shareID string
resource.v1.AllocationResult
 allocationTimestamp time
 devices DeviceAllocationResult
 nodeSelector core.v1.NodeSelector
resource.v1.CELDeviceSelector
 expression! string
resource.v1.CapacityRequestPolicy
 default quantity
 validRange CapacityRequestPolicyRange
 validValues [quantity]
resource.v1.CapacityRequestPolicyRange
 max quantity
 min! quantity
 step quantity
resource.v1.CapacityRequirements
 requests {quantity}
resource.v1.Counter
 value! quantity
resource.v1.CounterSet
 counters! {Counter}
 name! string
resource.v1.Device
 allNodes boolean
 allowMultipleAllocations boolean
 attributes {DeviceAttribute}
 bindingConditions [string]
 bindingFailureConditions [string]
 bindsToNode boolean
 capacity {DeviceCapacity}
 consumesCounters [DeviceCounterConsumption]
 name! string
 nodeAllocatableResourceMappings {NodeAllocatableResourceMapping}
 nodeName string
 nodeSelector core.v1.NodeSelector
 taints [DeviceTaint]
resource.v1.DeviceAllocationConfiguration
 opaque OpaqueDeviceConfiguration
 requests [string]
 source! string = FromClaim|FromClass
resource.v1.DeviceAllocationResult
 config [DeviceAllocationConfiguration]
 results [DeviceRequestAllocationResult]
resource.v1.DeviceAttribute
 bool boolean
 bools [boolean]
 int int64
 ints [int64]
 string string
 strings [string]
 version string
 versions [string]
resource.v1.DeviceCapacity
 requestPolicy CapacityRequestPolicy
 value! quantity
resource.v1.DeviceClaim
 config [DeviceClaimConfiguration]
 constraints [DeviceConstraint]
 requests [DeviceRequest]
resource.v1.DeviceClaimConfiguration
 opaque OpaqueDeviceConfiguration
 requests [string]
resource.v1.DeviceClass
 spec! DeviceClassSpec
resource.v1.DeviceClassConfiguration
 opaque OpaqueDeviceConfiguration
resource.v1.DeviceClassSpec
 config [DeviceClassConfiguration]
 extendedResourceName string
 selectors [DeviceSelector]
resource.v1.DeviceConstraint
 distinctAttribute string
 matchAttribute string
 requests [string]
resource.v1.DeviceCounterConsumption
 counterSet! string
 counters! {Counter}
resource.v1.DeviceRequest
 exactly ExactDeviceRequest
 firstAvailable [DeviceSubRequest]
 name! string
resource.v1.DeviceRequestAllocationResult
 adminAccess boolean
 bindingConditions [string]
 bindingFailureConditions [string]
 consumedCapacity {quantity}
 device! string
 driver! string
 pool! string
 request! string
 shareID string
 tolerations [DeviceToleration]
resource.v1.DeviceSelector
 cel CELDeviceSelector
resource.v1.DeviceSubRequest
 allocationMode string = All|ExactCount
 capacity CapacityRequirements
 count int64
 deviceClassName! string
 name! string
 selectors [DeviceSelector]
 tolerations [DeviceToleration]
resource.v1.DeviceTaint
 effect! string = NoExecute|NoSchedule|None
 key! string
 timeAdded time
 value string
resource.v1.DeviceToleration
 effect string = NoExecute|NoSchedule|None
 key string
 operator string = Equal|Exists
 tolerationSeconds int64
 value string
resource.v1.ExactDeviceRequest
 adminAccess boolean
 allocationMode string = All|ExactCount
 capacity CapacityRequirements
 count int64
 deviceClassName! string
 selectors [DeviceSelector]
 tolerations [DeviceToleration]
resource.v1.NetworkDeviceData
 hardwareAddress string
 interfaceName string
 ips [string]
resource.v1.NodeAllocatableResourceMapping
 allocationMultiplier quantity
 capacityKey string
resource.v1.OpaqueDeviceConfiguration
 driver! string
 parameters! runtime.RawExtension
resource.v1.ResourceClaim
 spec! ResourceClaimSpec
 status ResourceClaimStatus
resource.v1.ResourceClaimConsumerReference
 apiGroup string
 name! string
 resource! string
 uid! string
resource.v1.ResourceClaimSpec
 devices DeviceClaim
resource.v1.ResourceClaimStatus
 allocation AllocationResult
 devices [AllocatedDeviceStatus] keys:driver,device,pool,shareID
 reservedFor [ResourceClaimConsumerReference] keys:uid patch:merge:uid
resource.v1.ResourceClaimTemplate
 spec! ResourceClaimTemplateSpec
resource.v1.ResourceClaimTemplateSpec
 metadata meta.v1.ObjectMeta
 spec! ResourceClaimSpec
resource.v1.ResourcePool
 generation! int64
 name! string
 resourceSliceCount! int64
resource.v1.ResourceSlice
 spec! ResourceSliceSpec
resource.v1.ResourceSliceSpec
 allNodes boolean
 devices [Device]
 driver! string
 nodeName string
 nodeSelector core.v1.NodeSelector
 perDeviceNodeSelection boolean
 pool! ResourcePool
 sharedCounters [CounterSet]
runtime.RawExtension
scheduling.v1.PriorityClass
 description string
 globalDefault boolean
 preemptionPolicy string = Never|PreemptLowerPriority
 value int32
storage.v1.CSIDriver
 spec! CSIDriverSpec
storage.v1.CSIDriverSpec
 attachRequired boolean
 fsGroupPolicy string
 nodeAllocatableUpdatePeriodSeconds int64
 podInfoOnMount boolean
 preventPodSchedulingIfMissing boolean
 requiresRepublish boolean
 seLinuxMount boolean
 serviceAccountTokenInSecrets boolean
 storageCapacity boolean
 tokenRequests [TokenRequest]
 volumeLifecycleModes [string] set
storage.v1.CSINode
 spec! CSINodeSpec
storage.v1.CSINodeDriver
 allocatable VolumeNodeResources
 name! string
 nodeID! string
 topologyKeys [string]
storage.v1.CSINodeSpec
 drivers! [CSINodeDriver] keys:name patch:merge:name
storage.v1.CSIStorageCapacity
 capacity quantity
 maximumVolumeSize quantity
 nodeTopology meta.v1.LabelSelector
 storageClassName! string
storage.v1.StorageClass
 allowVolumeExpansion boolean
 allowedTopologies [core.v1.TopologySelectorTerm]
 mountOptions [string]
 parameters {string}
 provisioner! string
 reclaimPolicy string = Delete|Recycle|Retain
 volumeBindingMode string = Immediate|WaitForFirstConsumer
storage.v1.TokenRequest
 audience! string
 expirationSeconds int64
storage.v1.VolumeAttachment
 spec! VolumeAttachmentSpec
 status VolumeAttachmentStatus
storage.v1.VolumeAttachmentSource
 inlineVolumeSpec core.v1.PersistentVolumeSpec
 persistentVolumeName string
storage.v1.VolumeAttachmentSpec
 attacher! string
 nodeName! string
 source! VolumeAttachmentSource
storage.v1.VolumeAttachmentStatus
 attachError VolumeError
 attached! boolean
 attachmentMetadata {string}
 detachError VolumeError
storage.v1.VolumeAttributesClass
 driverName! string
 parameters {string}
storage.v1.VolumeError
 errorCode int32
 message string
 time time
storage.v1.VolumeNodeResources
 count int32
`
