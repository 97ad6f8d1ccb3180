/**
 * Pods, templates of pods and replication controllers.
 *
 * @module
 */

import type { GroupMessages } from './group-messages.js'

/** Messages of `v1`. */
export const pods: GroupMessages = {
  apiVersion: () => 'v1',
  kinds: ['Pod', 'PodTemplate', 'ReplicationController'],
  messages: {
    Pod: `
      1 metadata ObjectMeta
      2 spec PodSpec
      3 status PodStatus`,
    PodSpec: `
      1 volumes list Volume
      2 containers list Container
      3 restartPolicy string
      4 terminationGracePeriodSeconds int64?
      5 activeDeadlineSeconds int64?
      6 dnsPolicy string
      7 nodeSelector map string
      8 serviceAccountName string
      9 serviceAccount string
      10 nodeName string
      11 hostNetwork bool
      12 hostPID bool
      13 hostIPC bool
      14 securityContext PodSecurityContext
      15 imagePullSecrets list LocalObjectReference
      16 hostname string
      17 subdomain string
      18 affinity Affinity
      19 schedulerName string
      20 initContainers list Container
      21 automountServiceAccountToken bool?
      22 tolerations list Toleration
      23 hostAliases list HostAlias
      24 priorityClassName string
      25 priority int32?
      26 dnsConfig PodDNSConfig
      27 shareProcessNamespace bool?
      28 readinessGates list PodReadinessGate
      29 runtimeClassName string?
      30 enableServiceLinks bool?
      31 preemptionPolicy string?
      32 overhead map Quantity
      33 topologySpreadConstraints list TopologySpreadConstraint
      34 ephemeralContainers list EphemeralContainer
      35 setHostnameAsFQDN bool?
      36 os PodOS
      37 hostUsers bool?
      38 schedulingGates list PodSchedulingGate
      39 resourceClaims list PodResourceClaim
      40 resources ResourceRequirements
      41 hostnameOverride string?`,
    PodSecurityContext: `
      1 seLinuxOptions SELinuxOptions
      2 runAsUser int64?
      3 runAsNonRoot bool?
      4 supplementalGroups list int64
      5 fsGroup int64?
      6 runAsGroup int64?
      7 sysctls list Sysctl
      8 windowsOptions WindowsSecurityContextOptions
      9 fsGroupChangePolicy string?
      10 seccompProfile SeccompProfile
      11 appArmorProfile AppArmorProfile
      12 supplementalGroupsPolicy string?
      13 seLinuxChangePolicy string?`,
    Sysctl: `
      1 name string!
      2 value string!`,
    Affinity: `
      1 nodeAffinity NodeAffinity
      2 podAffinity PodAffinity
      3 podAntiAffinity PodAntiAffinity`,
    NodeAffinity: `
      1 requiredDuringSchedulingIgnoredDuringExecution NodeSelector
      2 preferredDuringSchedulingIgnoredDuringExecution list PreferredSchedulingTerm`,
    PreferredSchedulingTerm: `
      1 weight int32!
      2 preference NodeSelectorTerm`,
    PodAffinity: `
      1 requiredDuringSchedulingIgnoredDuringExecution list PodAffinityTerm
      2 preferredDuringSchedulingIgnoredDuringExecution list WeightedPodAffinityTerm`,
    PodAffinityTerm: `
      1 labelSelector LabelSelector
      2 namespaces list string
      3 topologyKey string!
      4 namespaceSelector LabelSelector
      5 matchLabelKeys list string
      6 mismatchLabelKeys list string`,
    WeightedPodAffinityTerm: `
      1 weight int32!
      2 podAffinityTerm PodAffinityTerm`,
    PodAntiAffinity: `
      1 requiredDuringSchedulingIgnoredDuringExecution list PodAffinityTerm
      2 preferredDuringSchedulingIgnoredDuringExecution list WeightedPodAffinityTerm`,
    Toleration: `
      1 key string
      2 operator string
      3 value string
      4 effect string
      5 tolerationSeconds int64?`,
    HostAlias: `
      1 ip string!
      2 hostnames list string`,
    PodDNSConfig: `
      1 nameservers list string
      2 searches list string
      3 options list PodDNSConfigOption`,
    PodDNSConfigOption: `
      1 name string
      2 value string?`,
    PodReadinessGate: `
      1 conditionType string!`,
    TopologySpreadConstraint: `
      1 maxSkew int32!
      2 topologyKey string!
      3 whenUnsatisfiable string!
      4 labelSelector LabelSelector
      5 minDomains int32?
      6 nodeAffinityPolicy string?
      7 nodeTaintsPolicy string?
      8 matchLabelKeys list string`,
    PodOS: `
      1 name string!`,
    PodSchedulingGate: `
      1 name string!`,
    PodResourceClaim: `
      1 name string!
      3 resourceClaimName string?
      4 resourceClaimTemplateName string?`,
    PodStatus: `
      1 phase string
      2 conditions list PodCondition
      3 message string
      4 reason string
      5 hostIP string
      6 podIP string
      7 startTime Time
      8 containerStatuses list ContainerStatus
      9 qosClass string
      10 initContainerStatuses list ContainerStatus
      11 nominatedNodeName string
      12 podIPs list PodIP
      13 ephemeralContainerStatuses list ContainerStatus
      14 resize string
      15 resourceClaimStatuses list PodResourceClaimStatus
      16 hostIPs list HostIP
      17 observedGeneration int64
      18 extendedResourceClaimStatus PodExtendedResourceClaimStatus
      19 allocatedResources map Quantity
      20 resources ResourceRequirements`,
    PodCondition: `
      1 type string!
      2 status string!
      3 lastProbeTime Time
      4 lastTransitionTime Time
      5 reason string
      6 message string
      7 observedGeneration int64`,
    ContainerStatus: `
      1 name string!
      2 state ContainerState
      3 lastState ContainerState
      4 ready bool!
      5 restartCount int32!
      6 image string!
      7 imageID string!
      8 containerID string
      9 started bool?
      10 allocatedResources map Quantity
      11 resources ResourceRequirements
      12 volumeMounts list VolumeMountStatus
      13 user ContainerUser
      14 allocatedResourcesStatus list ResourceStatus
      15 stopSignal string?`,
    ContainerState: `
      1 waiting ContainerStateWaiting
      2 running ContainerStateRunning
      3 terminated ContainerStateTerminated`,
    ContainerStateWaiting: `
      1 reason string
      2 message string`,
    ContainerStateRunning: `
      1 startedAt Time`,
    ContainerStateTerminated: `
      1 exitCode int32!
      2 signal int32
      3 reason string
      4 message string
      5 startedAt Time
      6 finishedAt Time
      7 containerID string`,
    VolumeMountStatus: `
      1 name string!
      2 mountPath string!
      3 readOnly bool
      4 recursiveReadOnly string?
      5 volumeStatus VolumeStatus`,
    VolumeStatus: `
      1 image ImageVolumeStatus`,
    ImageVolumeStatus: `
      1 imageRef string`,
    ContainerUser: `
      1 linux LinuxContainerUser`,
    LinuxContainerUser: `
      1 uid int64!
      2 gid int64!
      3 supplementalGroups list int64`,
    ResourceStatus: `
      1 name string!
      2 resources list ResourceHealth`,
    ResourceHealth: `
      1 resourceID string!
      2 health string`,
    PodIP: `
      1 ip string!`,
    PodResourceClaimStatus: `
      1 name string!
      2 resourceClaimName string?`,
    PodExtendedResourceClaimStatus: `
      1 requestMappings list ContainerExtendedResourceRequest
      2 resourceClaimName string!`,
    ContainerExtendedResourceRequest: `
      1 containerName string!
      2 resourceName string!
      3 requestName string!`,
    HostIP: `
      1 ip string!`,
    PodTemplate: `
      1 metadata ObjectMeta
      2 template PodTemplateSpec`,
    PodTemplateSpec: `
      1 metadata ObjectMeta
      2 spec PodSpec`,
    ReplicationController: `
      1 metadata ObjectMeta
      2 spec ReplicationControllerSpec
      3 status ReplicationControllerStatus`,
    ReplicationControllerSpec: `
      1 replicas int32?
      2 selector map string
      3 template PodTemplateSpec
      4 minReadySeconds int32`,
    ReplicationControllerStatus: `
      1 replicas int32!
      2 fullyLabeledReplicas int32
      3 observedGeneration int64
      4 readyReplicas int32
      5 availableReplicas int32
      6 conditions list ReplicationControllerCondition`,
    ReplicationControllerCondition: `
      1 type string!
      2 status string!
      3 lastTransitionTime Time
      4 reason string
      5 message string`,
  },
}
