import { expect, test } from '@jest/globals'
import { type Change, kinds, plain } from '../../../packaged/support.js'
import { create, update } from '../../../support.js'

const causesOf = (change: Change) => create(kinds.Pod, plain('Pod', change)).causes
const container = (more: object): Change => ({ 'spec.containers': [{ name: 'main', image: 'x', ...more }] })
const variable = (valueFrom: object, more: object = {}) => ({ env: [{ name: 'A', valueFrom, ...more }] })
const field = (fieldPath: string, more: object = {}) => variable({ fieldRef: { fieldPath, ...more } })
const get = (more: object) => ({ livenessProbe: { httpGet: { port: 80, ...more } } })
const preStop = (step: object) => ({ lifecycle: { preStop: step } })
const windows = (given: object) => ({ securityContext: { windowsOptions: given } })
const restarts = (...restartPolicyRules: readonly object[]) => ({ restartPolicy: 'Never', restartPolicyRules })
const user = (name: string, detail: string): readonly [object, readonly string[]] => [
  windows({ runAsUserName: name }),
  [`securityContext.windowsOptions.runAsUserName: Invalid value: ${JSON.stringify(name)}: ${detail}`],
]

const OF_VARIABLES =
  '"metadata.name", "metadata.namespace", "metadata.uid", "spec.nodeName", "spec.serviceAccountName", "status.hostIP", "status.hostIPs", "status.podIP", "status.podIPs"'
const NAME_PART =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
const SUBDOMAIN =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
const HEADER =
  "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')"
const WITHIN_30 = 'must be non-negative and less than terminationGracePeriodSeconds (30)'
const ONE_HANDLER = 'Forbidden: may not specify more than 1 handler type'

test.each<readonly [more: object, causes: readonly string[]]>([
  [field('metadata.name'), []],
  [field('spec.host'), []],
  [field("metadata.labels['example.com/a']"), []],
  [field("metadata.annotations['Example.com/A']"), []],
  [
    field('status.phase'),
    [`env[0].valueFrom.fieldRef.fieldPath: Unsupported value: "status.phase": supported values: ${OF_VARIABLES}`],
  ],
  [
    field('metadata.labels'),
    [`env[0].valueFrom.fieldRef.fieldPath: Unsupported value: "metadata.labels": supported values: ${OF_VARIABLES}`],
  ],
  [field("metadata.labels['a b']"), [`env[0].valueFrom.fieldRef: Invalid value: "a b": ${NAME_PART}`]],
  [
    field("metadata.name['a']"),
    [
      `env[0].valueFrom.fieldRef.fieldPath: Invalid value: "metadata.name['a']": error converting fieldPath: field label does not support subscript: metadata.name['a']`,
    ],
  ],
  [
    field('metadata.name', { apiVersion: 'v2' }),
    [
      'env[0].valueFrom.fieldRef.fieldPath: Invalid value: "metadata.name": error converting fieldPath: unsupported pod version: v2',
    ],
  ],
  [variable({ configMapKeyRef: { key: 'k' } }), [`env[0].valueFrom.configMapKeyRef.name: Invalid value: "": ${SUBDOMAIN}`]],
  [
    variable({ resourceFieldRef: { resource: 'x', divisor: '1' } }),
    [
      'env[0].valueFrom.resourceFieldRef.resource: Unsupported value: "x": supported values: "limits.cpu", "limits.ephemeral-storage", "limits.memory", "requests.cpu", "requests.ephemeral-storage", "requests.memory"',
    ],
  ],
  [
    variable({ secretKeyRef: { name: 's', key: 'k' }, configMapKeyRef: { name: 'c', key: 'k' } }, { value: 'v' }),
    ['env[0].valueFrom: Invalid value: "": may not be specified when `value` is not empty'],
  ],
  [{ envFrom: [{ prefix: 'P' }] }, ['envFrom: Invalid value: "": must specify one of: `configMapRef` or `secretRef`']],
  [get({}), []],
  [get({ httpHeaders: [{ name: 'X-A', value: '' }] }), []],
  [get({ httpHeaders: [{ name: 'a b', value: '' }] }), [`livenessProbe.httpGet.httpHeaders: Invalid value: "a b": ${HEADER}`]],
  [preStop({ sleep: { seconds: 0 } }), []],
  [preStop({ sleep: { seconds: 30 } }), []],
  [preStop({ sleep: { seconds: -1 } }), [`lifecycle.preStop.sleep: Invalid value: -1: ${WITHIN_30}`]],
  [preStop({ sleep: { seconds: 31 } }), [`lifecycle.preStop.sleep: Invalid value: 31: ${WITHIN_30}`]],
  [preStop({ exec: { command: ['a'] }, sleep: { seconds: 31 } }), [`lifecycle.preStop.sleep: ${ONE_HANDLER}`]],
  [preStop({}), ['lifecycle.preStop: Required value: must specify a handler type']],
  [windows({ gmsaCredentialSpecName: 'spec', gmsaCredentialSpec: '{}', runAsUserName: 'DOMAIN\\user' }), []],
  [
    windows({ gmsaCredentialSpecName: 'A_' }),
    [`securityContext.windowsOptions.gmsaCredentialSpecName: Invalid value: "A_": ${SUBDOMAIN}`],
  ],
  [
    windows({ gmsaCredentialSpec: '' }),
    ['securityContext.windowsOptions.gmsaCredentialSpec: Invalid value: "": gmsaCredentialSpec cannot be an empty string'],
  ],
  user('', 'runAsUserName cannot be an empty string'),
  user('a\nb', 'runAsUserName cannot contain control characters'),
  user('a\\b\\c', 'runAsUserName cannot contain more than one backslash'),
  user('.a\\b', "runAsUserName's Domain doesn't match the NetBios nor the DNS format"),
  user('a\\', "runAsUserName's User cannot be empty"),
  user('a'.repeat(105), "runAsUserName's User length must not be longer than 104 characters"),
  user('. .', "runAsUserName's User cannot contain only periods or spaces"),
  user('a*', 'runAsUserName\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]'),
  [{ image: ' x' }, ['image: Invalid value: " x": must not have leading or trailing whitespace']],
  [
    variable({ fileKeyRef: { volumeName: '', path: '/../f', key: 'a=' } }),
    [
      `env[0].valueFrom.fileKeyRef.key: Invalid value: "a=": a valid environment variable name must consist only of printable ASCII characters other than '='`,
      'env[0].valueFrom.fileKeyRef.volumeName: Required value',
      `env[0].valueFrom.fileKeyRef.path: Invalid value: "/../f": must not contain '..'`,
      'env[0].valueFrom.fileKeyRef.volumeName: Not found: ""',
    ],
  ],
  [
    variable({}),
    [
      'env[0].valueFrom: Invalid value: "": must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`',
    ],
  ],
  [restarts({ action: 'Restart', exitCodes: { operator: 'NotIn', values: [1] } }), []],
  [
    restarts({ action: 'Stop' }),
    [
      'restartPolicyRules[0].action: Unsupported value: "Stop": supported values: "Restart", "RestartAllContainers"',
      'restartPolicyRules[0].exitCodes: Required value: must be specified',
    ],
  ],
  [
    restarts({ action: 'Restart', exitCodes: { operator: 'Is', values: Array.from({ length: 256 }, (_, i) => i) } }),
    [
      'restartPolicyRules[0].exitCodes.operator: Unsupported value: "Is": supported values: "In", "NotIn"',
      'restartPolicyRules[0].exitCodes.values: Too many: 256: must have at most 255 items',
    ],
  ],
  [
    restarts(...Array(21).fill({ action: 'Restart', exitCodes: { operator: 'In', values: [1] } })),
    ['restartPolicyRules: Too many: 21: must have at most 20 items'],
  ],
  [
    { restartPolicyRules: [{ action: 'Restart', exitCodes: { operator: 'In', values: [1] } }] },
    ['restartPolicy: Required value: must specify restartPolicy when restart rules are used'],
  ],
  [
    { securityContext: { procMount: 'Unmasked' } },
    ['securityContext.procMount: Invalid value: "Unmasked": `hostUsers` must be false to use `Unmasked`'],
  ],
  [
    { securityContext: { allowPrivilegeEscalation: false, capabilities: { add: ['CAP_SYS_ADMIN'] } } },
    [
      'securityContext: Invalid value: {"allowPrivilegeEscalation":false,"capabilities":{"add":["CAP_SYS_ADMIN"]}}: cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN',
    ],
  ],
])('a container with %j has the errors %j', (more, causes) => {
  expect(causesOf(container(more)).map((cause) => cause.replace('spec.containers[0].', ''))).toEqual(causes)
})

test('initial containers that end are resized without a restart', () => {
  const resizePolicy = ['NotRequired', 'RestartContainer'].map((restartPolicy, i) => ({
    resourceName: i === 0 ? 'cpu' : 'memory',
    restartPolicy,
  }))
  const initial = (more: object) => causesOf({ 'spec.initContainers': [{ name: 'first', image: 'x', resizePolicy, ...more }] })
  expect(initial({ restartPolicy: 'Always' })).toEqual([])
  expect(initial({})).toEqual([
    `spec.initContainers[0].resizePolicy[1].restartPolicy: Invalid value: "RestartContainer": must not be set to 'RestartContainer' for non-sidecar initContainers`,
  ])
})

test('an update of a pod brings no image with spaces around it', () => {
  const live = create(kinds.Pod, plain('Pod')).object
  const changed = plain('Pod', { 'spec.containers': [{ name: 'main', image: 'x ' }] })
  expect(update(kinds.Pod, live, changed).causes).toContain(
    'spec.containers[0].image: Invalid value: "x ": must not have leading or trailing whitespace',
  )
})

test('a variable is read from a file of an empty directory', () => {
  const from = (volumeName: string) => ({
    ...container(variable({ fileKeyRef: { volumeName, path: 'f', key: 'K' } })),
    'spec.volumes': [
      { name: 'dir', emptyDir: {} },
      { name: 'host', hostPath: { path: '/' } },
    ],
  })
  const field = 'spec.containers[0].env[0].valueFrom.fileKeyRef.volumeName'
  expect(causesOf(from('dir'))).toEqual([])
  expect(causesOf(from('other'))).toEqual([`${field}: Not found: "other"`])
  expect(causesOf(from('host'))).toEqual([`${field}: Invalid value: "host": referenced volume must be of type emptyDir`])
})

test('a pod in its own user namespace may mount proc unmasked', () => {
  expect(causesOf({ ...container({ securityContext: { procMount: 'Unmasked' } }), 'spec.hostUsers': false })).toEqual([])
})

test('containers that are never restarted are resized without a restart', () => {
  const resized = (restartPolicy: string) => container({ resizePolicy: [{ resourceName: 'cpu', restartPolicy }] })
  expect(causesOf({ ...resized('NotRequired'), 'spec.restartPolicy': 'Never' })).toEqual([])
  expect(causesOf(resized('RestartContainer'))).toEqual([])
  expect(causesOf({ ...resized('RestartContainer'), 'spec.restartPolicy': 'Never' })).toEqual([
    `spec.containers[0].resizePolicy: Invalid value: "RestartContainer": must be 'NotRequired' when pod \`restartPolicy\` is 'Never'`,
  ])
})

test('the image in a template may have spaces around it: its controller may replace it', () => {
  const template = plain('PodTemplate', { 'template.spec.containers': [{ name: 'main', image: ' ' }] })
  expect(create(kinds.PodTemplate, template).causes).toEqual([])
})

const HOST_PROCESS = windows({ hostProcess: true })
const ALL_OR_NONE =
  'spec: Invalid value: "": If pod contains any hostProcess containers then all containers must be HostProcess containers'
const ON_HOST = 'spec.hostNetwork: Invalid value: false: hostNetwork must be true if pod contains any hostProcess containers'

test.each<readonly [change: Change, causes: readonly string[]]>([
  [{ ...container(HOST_PROCESS), 'spec.hostNetwork': true }, []],
  [container(HOST_PROCESS), [ON_HOST]],
  [{ 'spec.securityContext': HOST_PROCESS.securityContext }, [ON_HOST]],
  [container(windows({ hostProcess: false })), []],
  [
    { ...container(HOST_PROCESS), 'spec.initContainers': [{ name: 'first', image: 'x' }], 'spec.hostNetwork': true },
    [ALL_OR_NONE],
  ],
  [
    { ...container(windows({ hostProcess: false })), 'spec.securityContext': HOST_PROCESS.securityContext },
    [
      'spec.containers[0].securityContext.windowsOptions.hostProcess: Invalid value: false: pod hostProcess value must be identical if both are specified, was true',
    ],
  ],
])('a pod with processes of the host, %j, has the errors %j', (change, causes) => {
  expect(causesOf(change)).toEqual(causes)
})
