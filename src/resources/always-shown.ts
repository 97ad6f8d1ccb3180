/**
 * Fields that Kubernetes serializes even when unset, though no schema requires them: a list or map as null, a struct as empty.
 * Required numbers and booleans are not listed here.
 *
 * @module
 */

type Shown = Readonly<Record<string, unknown>>

const unset = (...members: string[]): Shown => Object.fromEntries(members.map((member) => [member, null]))
const structs = (...members: string[]): Shown => Object.fromEntries(members.map((member) => [member, Object.freeze({})]))
const texts = (...members: string[]): Shown => Object.fromEntries(members.map((member) => [member, '']))

/** By the type that has them: its schema name, starting at the group. */
const ALWAYS_SHOWN: Readonly<Record<string, Shown>> = {
  'apps.v1.ControllerRevision': unset('data'),
  'apps.v1.StatefulSetStatus': { availableReplicas: 0 },
  'autoscaling.v2.HorizontalPodAutoscalerStatus': unset('currentMetrics'),
  'batch.v1.JobTemplateSpec': structs('metadata', 'spec'),
  'batch.v1.PodFailurePolicy': unset('rules'),
  'batch.v1.PodFailurePolicyRule': unset('onPodConditions'),
  'core.v1.ContainerImage': unset('names'),
  'core.v1.ContainerStatus': { ...structs('state', 'lastState'), ...texts('name', 'image', 'imageID') },
  'core.v1.EphemeralContainer': structs('resources'),
  'core.v1.LimitRangeSpec': unset('limits'),
  'core.v1.NodeDaemonEndpoints': structs('kubeletEndpoint'),
  'core.v1.NodeStatus': structs('daemonEndpoints', 'nodeInfo'),
  'core.v1.NodeSystemInfo': texts(
    'machineID',
    'systemUUID',
    'bootID',
    'kernelVersion',
    'osImage',
    'containerRuntimeVersion',
    'kubeletVersion',
    'kubeProxyVersion',
    'operatingSystem',
    'architecture',
  ),
  'core.v1.PersistentVolumeClaimSpec': structs('resources'),
  'core.v1.PersistentVolumeClaimTemplate': structs('metadata', 'spec'),
  'core.v1.PodTemplateSpec': structs('metadata', 'spec'),
  'core.v1.PreferredSchedulingTerm': structs('preference'),
  'core.v1.ProjectedVolumeSource': unset('sources'),
  'core.v1.ServiceStatus': structs('loadBalancer'),
  'discovery.v1.Endpoint': structs('conditions'),
  'discovery.v1.EndpointSlice': unset('endpoints', 'ports'),
  'flowcontrol.v1.LimitedPriorityLevelConfiguration': structs('limitResponse'),
  'flowcontrol.v1.ResourcePolicyRule': unset('namespaces'),
  'networking.v1.IngressStatus': structs('loadBalancer'),
  'networking.v1.NetworkPolicySpec': structs('podSelector'),
  'policy.v1.PodDisruptionBudgetStatus': { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 },
  'resource.v1.AllocationResult': structs('devices'),
  'resource.v1.ResourceClaimSpec': structs('devices'),
  'resource.v1.ResourceClaimTemplateSpec': structs('metadata', 'spec'),
  'storage.v1.CSINodeDriver': unset('topologyKeys'),
  'storage.v1.CSINodeSpec': unset('drivers'),
}

const NOTHING: Shown = Object.freeze({})

/**
 * Finds the fields that values of a type always have, with their values when unset.
 *
 * @param name - Name of the type's schema.
 * @returns Null for a list or map, an empty object for a struct.
 */
export const alwaysShownIn = (name: string): Shown => ALWAYS_SHOWN[name.split('.').slice(-3).join('.')] ?? NOTHING
