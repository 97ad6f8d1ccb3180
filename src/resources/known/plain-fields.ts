/**
 * Fields of Kubernetes' kinds whose zero value is absence.
 *
 * The reference holds most optional fields as plain values, which are left out of JSON when they are empty, zero or false: it cannot
 * tell `hostNetwork: false` from no `hostNetwork`, defaults both, and compares them as equal. Fields for which a zero means something,
 * such as `replicas`, are not among these. OpenAPI documents do not say which are which; protobuf messages do.
 *
 * @module
 */

/** One line per type, named without its version: its fields. */
const TABLE = `
admissionregistration.ApplyConfiguration expression
admissionregistration.JSONPatch expression
admissionregistration.MutatingAdmissionPolicyBindingSpec policyName
admissionregistration.MutatingAdmissionPolicySpec reinvocationPolicy
admissionregistration.ParamKind apiVersion kind
admissionregistration.ParamRef name namespace
admissionregistration.ValidatingAdmissionPolicyStatus observedGeneration
admissionregistration.Validation message messageExpression
admissionregistration.WebhookClientConfig caBundle
apps.DaemonSetCondition reason message
apps.DaemonSetSpec minReadySeconds
apps.DaemonSetStatus observedGeneration updatedNumberScheduled numberAvailable numberUnavailable
apps.DaemonSetUpdateStrategy type
apps.DeploymentCondition reason message
apps.DeploymentSpec minReadySeconds paused
apps.DeploymentStatus observedGeneration replicas updatedReplicas availableReplicas unavailableReplicas readyReplicas
apps.DeploymentStrategy type
apps.ReplicaSetCondition reason message
apps.ReplicaSetSpec minReadySeconds
apps.ReplicaSetStatus fullyLabeledReplicas observedGeneration readyReplicas availableReplicas
apps.StatefulSetCondition reason message
apps.StatefulSetPersistentVolumeClaimRetentionPolicy whenDeleted whenScaled
apps.StatefulSetSpec podManagementPolicy minReadySeconds
apps.StatefulSetStatus observedGeneration readyReplicas currentReplicas updatedReplicas currentRevision updateRevision
apps.StatefulSetUpdateStrategy type
autoscaling.CrossVersionObjectReference apiVersion
autoscaling.HorizontalPodAutoscalerCondition reason message
autoscaling.HorizontalPodAutoscalerStatus currentReplicas
batch.CronJobSpec concurrencyPolicy
batch.JobCondition reason message
batch.JobStatus active succeeded failed completedIndexes
core.AWSElasticBlockStoreVolumeSource fsType partition readOnly
core.AzureFilePersistentVolumeSource readOnly
core.AzureFileVolumeSource readOnly
core.CSIPersistentVolumeSource readOnly fsType
core.CephFSPersistentVolumeSource path user secretFile readOnly
core.CephFSVolumeSource path user secretFile readOnly
core.CinderPersistentVolumeSource fsType readOnly
core.CinderVolumeSource fsType readOnly
core.ConfigMapEnvSource name
core.ConfigMapKeySelector name
core.ConfigMapNodeConfigSource uid resourceVersion
core.ConfigMapProjection name
core.ConfigMapVolumeSource name
core.Container image workingDir terminationMessagePath imagePullPolicy stdin stdinOnce tty terminationMessagePolicy
core.ContainerImage sizeBytes
core.ContainerPort name hostPort protocol hostIP
core.ContainerStateTerminated signal reason message containerID
core.ContainerStateWaiting reason message
core.ContainerStatus containerID
core.EmptyDirVolumeSource medium
core.EndpointAddress hostname
core.EndpointPort name protocol
core.EnvFromSource prefix
core.EnvVar value
core.EphemeralContainer image workingDir terminationMessagePath imagePullPolicy stdin stdinOnce tty terminationMessagePolicy targetContainerName
core.FCVolumeSource fsType readOnly
core.FlexPersistentVolumeSource fsType readOnly
core.FlexVolumeSource fsType readOnly
core.FlockerVolumeSource datasetName datasetUUID
core.GCEPersistentDiskVolumeSource fsType partition readOnly
core.GitRepoVolumeSource revision directory
core.GlusterfsPersistentVolumeSource readOnly
core.GlusterfsVolumeSource readOnly
core.HTTPGetAction path host scheme
core.ISCSIPersistentVolumeSource iscsiInterface fsType readOnly chapAuthDiscovery chapAuthSession
core.ISCSIVolumeSource iscsiInterface fsType readOnly chapAuthDiscovery chapAuthSession
core.ImageVolumeSource reference pullPolicy
core.LoadBalancerIngress ip hostname
core.LocalObjectReference name
core.ModifyVolumeStatus targetVolumeAttributesClassName
core.NFSVolumeSource readOnly
core.NodeCondition reason message
core.NodeConfigStatus error
core.NodeSpec podCIDR externalID providerID unschedulable
core.NodeStatus phase
core.ObjectFieldSelector apiVersion
core.ObjectReference kind namespace name uid apiVersion resourceVersion fieldPath
core.PersistentVolumeClaimCondition reason message
core.PersistentVolumeClaimSpec volumeName
core.PersistentVolumeClaimStatus phase
core.PersistentVolumeClaimVolumeSource readOnly
core.PersistentVolumeSpec persistentVolumeReclaimPolicy storageClassName
core.PersistentVolumeStatus phase message reason
core.PhotonPersistentDiskVolumeSource fsType
core.PodCertificateProjection credentialBundlePath keyPath certificateChainPath
core.PodCondition reason message observedGeneration
core.PodDNSConfigOption name
core.PodSpec restartPolicy dnsPolicy serviceAccountName serviceAccount nodeName hostNetwork hostPID hostIPC hostname subdomain schedulerName priorityClassName
core.PodStatus phase message reason hostIP podIP qosClass nominatedNodeName resize observedGeneration
core.PortworxVolumeSource fsType readOnly
core.Probe initialDelaySeconds timeoutSeconds periodSeconds successThreshold failureThreshold
core.QuobyteVolumeSource readOnly user group tenant
core.RBDPersistentVolumeSource fsType pool user keyring readOnly
core.RBDVolumeSource fsType pool user keyring readOnly
core.ReplicationControllerCondition reason message
core.ReplicationControllerSpec minReadySeconds
core.ReplicationControllerStatus fullyLabeledReplicas observedGeneration readyReplicas availableReplicas
core.ResourceClaim request
core.ResourceFieldSelector containerName
core.ResourceHealth health
core.SELinuxOptions user role type level
core.ScaleIOPersistentVolumeSource sslEnabled protectionDomain storagePool storageMode volumeName fsType readOnly
core.ScaleIOVolumeSource sslEnabled protectionDomain storagePool storageMode volumeName fsType readOnly
core.SecretEnvSource name
core.SecretKeySelector name
core.SecretProjection name
core.SecretReference name namespace
core.SecretVolumeSource secretName
core.ServiceAccountTokenProjection audience
core.ServicePort name protocol nodePort targetPort
core.ServiceSpec clusterIP type sessionAffinity loadBalancerIP externalName externalTrafficPolicy healthCheckNodePort publishNotReadyAddresses
core.StorageOSPersistentVolumeSource volumeName volumeNamespace fsType readOnly
core.StorageOSVolumeSource volumeName volumeNamespace fsType readOnly
core.TCPSocketAction host
core.Taint value
core.Toleration key operator value effect
core.VolumeMount readOnly subPath subPathExpr
core.VolumeMountStatus readOnly
core.VsphereVirtualDiskVolumeSource fsType storagePolicyName storagePolicyID
flowcontrol.FlowSchemaCondition type status reason message
flowcontrol.FlowSchemaSpec matchingPrecedence
flowcontrol.PriorityLevelConfigurationCondition type status reason message
flowcontrol.QueuingConfiguration queues handSize queueLengthLimit
flowcontrol.ResourcePolicyRule clusterScope
meta.Condition observedGeneration
networking.HTTPIngressPath path
networking.IngressClassSpec controller
networking.IngressLoadBalancerIngress ip hostname
networking.IngressRule host
networking.IngressTLS secretName
networking.ParentReference group namespace
networking.ServiceBackendPort name number
policy.PodDisruptionBudgetStatus observedGeneration
resource.DeviceSubRequest allocationMode count
resource.DeviceTaint value
resource.DeviceToleration key operator value effect
resource.ExactDeviceRequest allocationMode count
resource.NetworkDeviceData interfaceName hardwareAddress
resource.ResourceClaimConsumerReference apiGroup
scheduling.PriorityClass globalDefault description
storage.VolumeError message
`

const NONE: ReadonlySet<string> = new Set()
let fields: ReadonlyMap<string, ReadonlySet<string>> | undefined

/**
 * The fields of a type whose zero value is absence.
 *
 * @param type - Name of the schema of the type: `core.v1.PodSpec`, or longer, as in documents.
 */
export function plainFields(type: string): ReadonlySet<string> {
  fields ??= new Map(
    TABLE.trim()
      .split('\n')
      .map((line) => line.split(' '))
      .map(([name = '', ...members]) => [name, new Set(members)]),
  )
  const [group, , kind] = type.split('.').slice(-3)
  return fields.get(`${group}.${kind}`) ?? NONE
}
