/**
 * Containers: environment, ports, probes, security contexts, and their states.
 *
 * @module
 */

import type { GroupMessages } from './group-messages.js'

/** Messages of `v1`. */
export const containers: GroupMessages = {
  apiVersion: () => 'v1',
  kinds: [],
  messages: {
    Container: `
      1 name string!
      2 image string
      3 command list string
      4 args list string
      5 workingDir string
      6 ports list ContainerPort
      7 env list EnvVar
      8 resources ResourceRequirements
      9 volumeMounts list VolumeMount
      10 livenessProbe Probe
      11 readinessProbe Probe
      12 lifecycle Lifecycle
      13 terminationMessagePath string
      14 imagePullPolicy string
      15 securityContext SecurityContext
      16 stdin bool
      17 stdinOnce bool
      18 tty bool
      19 envFrom list EnvFromSource
      20 terminationMessagePolicy string
      21 volumeDevices list VolumeDevice
      22 startupProbe Probe
      23 resizePolicy list ContainerResizePolicy
      24 restartPolicy string?
      25 restartPolicyRules list ContainerRestartRule`,
    ContainerPort: `
      1 name string
      2 hostPort int32
      3 containerPort int32!
      4 protocol string
      5 hostIP string`,
    EnvVar: `
      1 name string!
      2 value string
      3 valueFrom EnvVarSource`,
    EnvVarSource: `
      1 fieldRef ObjectFieldSelector
      2 resourceFieldRef ResourceFieldSelector
      3 configMapKeyRef ConfigMapKeySelector
      4 secretKeyRef SecretKeySelector
      5 fileKeyRef FileKeySelector`,
    ConfigMapKeySelector: `
      1 localObjectReference inline LocalObjectReference
      2 key string!
      3 optional bool?`,
    SecretKeySelector: `
      1 localObjectReference inline LocalObjectReference
      2 key string!
      3 optional bool?`,
    FileKeySelector: `
      1 volumeName string!
      2 path string!
      3 key string!
      4 optional bool?`,
    ResourceRequirements: `
      1 limits map Quantity
      2 requests map Quantity
      3 claims list ResourceClaim`,
    ResourceClaim: `
      1 name string!
      2 request string`,
    VolumeMount: `
      1 name string!
      2 readOnly bool
      3 mountPath string!
      4 subPath string
      5 mountPropagation string?
      6 subPathExpr string
      7 recursiveReadOnly string?`,
    Probe: `
      1 handler inline ProbeHandler
      2 initialDelaySeconds int32
      3 timeoutSeconds int32
      4 periodSeconds int32
      5 successThreshold int32
      6 failureThreshold int32
      7 terminationGracePeriodSeconds int64?`,
    ProbeHandler: `
      1 exec ExecAction
      2 httpGet HTTPGetAction
      3 tcpSocket TCPSocketAction
      4 grpc GRPCAction`,
    ExecAction: `
      1 command list string`,
    HTTPGetAction: `
      1 path string
      2 port IntOrString
      3 host string
      4 scheme string
      5 httpHeaders list HTTPHeader`,
    HTTPHeader: `
      1 name string!
      2 value string!`,
    TCPSocketAction: `
      1 port IntOrString
      2 host string`,
    GRPCAction: `
      1 port int32!
      2 service string?`,
    Lifecycle: `
      1 postStart LifecycleHandler
      2 preStop LifecycleHandler
      3 stopSignal string?`,
    LifecycleHandler: `
      1 exec ExecAction
      2 httpGet HTTPGetAction
      3 tcpSocket TCPSocketAction
      4 sleep SleepAction`,
    SleepAction: `
      1 seconds int64!`,
    SecurityContext: `
      1 capabilities Capabilities
      2 privileged bool?
      3 seLinuxOptions SELinuxOptions
      4 runAsUser int64?
      5 runAsNonRoot bool?
      6 readOnlyRootFilesystem bool?
      7 allowPrivilegeEscalation bool?
      8 runAsGroup int64?
      9 procMount string?
      10 windowsOptions WindowsSecurityContextOptions
      11 seccompProfile SeccompProfile
      12 appArmorProfile AppArmorProfile`,
    Capabilities: `
      1 add list string
      2 drop list string`,
    SELinuxOptions: `
      1 user string
      2 role string
      3 type string
      4 level string`,
    WindowsSecurityContextOptions: `
      1 gmsaCredentialSpecName string?
      2 gmsaCredentialSpec string?
      3 runAsUserName string?
      4 hostProcess bool?`,
    SeccompProfile: `
      1 type string!
      2 localhostProfile string?`,
    AppArmorProfile: `
      1 type string!
      2 localhostProfile string?`,
    EnvFromSource: `
      1 prefix string
      2 configMapRef ConfigMapEnvSource
      3 secretRef SecretEnvSource`,
    ConfigMapEnvSource: `
      1 localObjectReference inline LocalObjectReference
      2 optional bool?`,
    SecretEnvSource: `
      1 localObjectReference inline LocalObjectReference
      2 optional bool?`,
    VolumeDevice: `
      1 name string!
      2 devicePath string!`,
    ContainerResizePolicy: `
      1 resourceName string!
      2 restartPolicy string!`,
    ContainerRestartRule: `
      1 action string
      2 exitCodes ContainerRestartRuleOnExitCodes`,
    ContainerRestartRuleOnExitCodes: `
      1 operator string
      2 values list int32`,
    // Fields shared with other containers have the same numbers.
    EphemeralContainer: `
      1 ephemeralContainerCommon inline Container
      2 targetContainerName string`,
  },
}
