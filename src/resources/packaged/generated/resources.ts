/**
 * The resources of the packaged kinds. Made by `tools/kinds.mjs`; see `../tables.ts` for how it is read.
 *
 * @module
 */

export const RESOURCES = `
core v1 endpoints core.v1.Endpoints namespaced
core v1 limitranges core.v1.LimitRange namespaced
core v1 persistentvolumeclaims core.v1.PersistentVolumeClaim namespaced status
core v1 pods core.v1.Pod namespaced status
core v1 podtemplates core.v1.PodTemplate namespaced
core v1 replicationcontrollers core.v1.ReplicationController namespaced scale status
core v1 resourcequotas core.v1.ResourceQuota namespaced status
core v1 services core.v1.Service namespaced status
core v1 nodes core.v1.Node cluster status
core v1 persistentvolumes core.v1.PersistentVolume cluster status
admissionregistration. v1 mutatingadmissionpolicies admissionregistration.v1.MutatingAdmissionPolicy cluster
admissionregistration. v1 mutatingadmissionpolicybindings admissionregistration.v1.MutatingAdmissionPolicyBinding cluster
admissionregistration. v1 mutatingwebhookconfigurations admissionregistration.v1.MutatingWebhookConfiguration cluster
admissionregistration. v1 validatingadmissionpolicies admissionregistration.v1.ValidatingAdmissionPolicy cluster status
admissionregistration. v1 validatingadmissionpolicybindings admissionregistration.v1.ValidatingAdmissionPolicyBinding cluster
admissionregistration. v1 validatingwebhookconfigurations admissionregistration.v1.ValidatingWebhookConfiguration cluster
apiregistration. v1 apiservices apiregistration.v1.APIService cluster status
apps v1 controllerrevisions apps.v1.ControllerRevision namespaced
apps v1 daemonsets apps.v1.DaemonSet namespaced status
apps v1 deployments apps.v1.Deployment namespaced scale status
apps v1 replicasets apps.v1.ReplicaSet namespaced scale status
apps v1 statefulsets apps.v1.StatefulSet namespaced scale status
autoscaling v1 horizontalpodautoscalers autoscaling.v1.HorizontalPodAutoscaler namespaced status
autoscaling v2 horizontalpodautoscalers autoscaling.v2.HorizontalPodAutoscaler namespaced status
batch v1 cronjobs batch.v1.CronJob namespaced status
batch v1 jobs batch.v1.Job namespaced status
discovery. v1 endpointslices discovery.v1.EndpointSlice namespaced
flowcontrol.apiserver. v1 flowschemas flowcontrol.v1.FlowSchema cluster status
flowcontrol.apiserver. v1 prioritylevelconfigurations flowcontrol.v1.PriorityLevelConfiguration cluster status
networking. v1 ingressclasses networking.v1.IngressClass cluster
networking. v1 ingresses networking.v1.Ingress namespaced status
networking. v1 ipaddresses networking.v1.IPAddress cluster
networking. v1 networkpolicies networking.v1.NetworkPolicy namespaced
networking. v1 servicecidrs networking.v1.ServiceCIDR cluster status
node. v1 runtimeclasses node.v1.RuntimeClass cluster
policy v1 poddisruptionbudgets policy.v1.PodDisruptionBudget namespaced status
resource. v1 deviceclasses resource.v1.DeviceClass cluster
resource. v1 resourceclaims resource.v1.ResourceClaim namespaced status
resource. v1 resourceclaimtemplates resource.v1.ResourceClaimTemplate namespaced
resource. v1 resourceslices resource.v1.ResourceSlice cluster
scheduling. v1 priorityclasses scheduling.v1.PriorityClass cluster
storage. v1 csidrivers storage.v1.CSIDriver cluster
storage. v1 csinodes storage.v1.CSINode cluster
storage. v1 csistoragecapacities storage.v1.CSIStorageCapacity namespaced
storage. v1 storageclasses storage.v1.StorageClass cluster
storage. v1 volumeattachments storage.v1.VolumeAttachment cluster status
storage. v1 volumeattributesclasses storage.v1.VolumeAttributesClass cluster
`
