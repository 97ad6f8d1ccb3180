import { describe, expect, test } from '@jest/globals'
import { groupMessages } from '../../../src/codec/protobuf/messages/index.js'
import { platformDialect } from '../../../src/meta/index.js'
import { plainFields } from '../../../src/resources/known/plain-fields.js'
import { SCHEMAS } from '../../../src/resources/packaged/generated/schemas.js'
import { type Change, changed, type Kind, kinds, stored } from '../packaged/support.js'
import { update } from '../support.js'

const PROBE = {
  'spec.containers.0.livenessProbe': { httpGet: { port: 80 } },
  'spec.containers.0.ports': [{ containerPort: 80 }],
  'spec.containers.0.env': [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }],
  'spec.volumes': [{ name: 'r', rbd: { monitors: ['a'], image: 'b' } }],
}
const DEVICE = { 'spec.devices': { requests: [{ name: 'a', exactly: { deviceClassName: 'd' } }] } }

describe.each<readonly [kind: Kind, base: Change, zeros: Change]>([
  [
    'Pod',
    PROBE,
    {
      'spec.restartPolicy': '',
      'spec.dnsPolicy': '',
      'spec.schedulerName': '',
      'spec.hostNetwork': false,
      'spec.subdomain': '',
      'spec.containers.0.imagePullPolicy': '',
      'spec.containers.0.terminationMessagePath': '',
      'spec.containers.0.stdin': false,
      'spec.containers.0.ports.0.protocol': '',
      'spec.containers.0.ports.0.hostPort': 0,
      'spec.containers.0.livenessProbe.periodSeconds': 0,
      'spec.containers.0.livenessProbe.successThreshold': 0,
      'spec.containers.0.livenessProbe.httpGet.path': '',
      'spec.containers.0.env.0.valueFrom.fieldRef.apiVersion': '',
      'spec.volumes.0.rbd.pool': '',
    },
  ],
  [
    'Service',
    {},
    {
      'spec.type': '',
      'spec.sessionAffinity': '',
      'spec.externalTrafficPolicy': '',
      'spec.publishNotReadyAddresses': false,
      'spec.ports.0.protocol': '',
      'spec.ports.0.targetPort': 0,
    },
  ],
  ['Service', {}, { 'spec.ports.0.targetPort': '' }],
  ['Deployment', {}, { 'spec.paused': false, 'spec.strategy.type': '', 'spec.template.spec.hostPID': false }],
  ['StatefulSet', {}, { 'spec.podManagementPolicy': '', 'spec.updateStrategy.type': '' }],
  ['DaemonSet', {}, { 'spec.updateStrategy.type': '' }],
  ['CronJob', {}, { 'spec.concurrencyPolicy': '' }],
  ['PersistentVolume', {}, { 'spec.persistentVolumeReclaimPolicy': '', 'spec.storageClassName': '' }],
  ['PersistentVolumeClaim', {}, { 'spec.volumeName': '' }],
  ['FlowSchema', {}, { 'spec.matchingPrecedence': 0 }],
  ['PriorityLevelConfiguration', {}, { 'spec.limited.limitResponse.queuing.queueLengthLimit': 0 }],
  ['ResourceClaim', DEVICE, { 'spec.devices.requests.0.exactly.allocationMode': '', 'spec.devices.requests.0.exactly.count': 0 }],
  ['PriorityClass', {}, { globalDefault: false, description: '' }],
])('a %s with %j', (kind, base, zeros) => {
  test.each(Object.entries(zeros))('is stored with %s: %j as it is without', (path, zero) => {
    expect(stored(kind, { ...base, [path]: zero })).toEqual(stored(kind, base))
  })

  test('is not changed by its zeros', () => {
    const live = stored(kind, base)
    const { object, causes } = update(kinds[kind], live, changed(live, zeros))
    expect(causes).toEqual([])
    expect({ ...object, status: undefined }).toEqual({ ...live, status: undefined })
  })
})

test.each<readonly [Kind, string, unknown]>([
  ['Deployment', 'spec.replicas', 0],
  ['Deployment', 'spec.progressDeadlineSeconds', 0],
  ['ConfigMap', 'immutable', false],
  ['Pod', 'spec.enableServiceLinks', false],
  ['Pod', 'spec.containers.0.securityContext', { privileged: false, runAsUser: 0 }],
  ['PersistentVolumeClaim', 'spec.storageClassName', ''],
  ['EndpointSlice', 'ports.0.name', ''],
])('a %s keeps %s: %j, which is not the same as its absence', (kind, path, zero) => {
  const value = path
    .split('.')
    .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], stored(kind, { [path]: zero }))
  expect(value).toEqual(zero)
})

/** Optional scalar fields by type, as the protobuf messages have them: without a mark, a zero is left out. */
function plainInMessages(type: string): readonly string[] | undefined {
  const [group, , kind = ''] = type.split('.')
  const home = group === 'core' ? 'v1' : new RegExp(`^(?:${group}\\b.*/|v1$)`)
  const sources = groupMessages.filter(({ apiVersion }) => {
    const text = apiVersion(platformDialect.groupDomain)
    return typeof home === 'string' ? text === home : home.test(text)
  })
  const find = (name: string) => sources.map(({ messages }) => messages[name]).find((lines) => lines !== undefined)
  const lines = find(type) ?? find(`${group}.${kind}`) ?? (group === 'core' ? find(kind) : undefined)
  return lines
    ?.trim()
    .split('\n')
    .map((line) => line.trim().split(' '))
    .filter((words) => words.length === 3 && /^(?:string|bool|int32|int64|bytes)$/.test(words[2] ?? ''))
    .map(([, name = '']) => name)
}

test('the plain fields are those that the protobuf messages do not mark, as far as there are messages', () => {
  const required = new Map(
    [...SCHEMAS.matchAll(/^(\S+)(?: atomic)?\n((?: .*\n)*)/gm)].map(([, name = '', lines = '']) => [
      name,
      new Set([...lines.matchAll(/^ (\S+)! /gm)].map(([, field]) => field)),
    ]),
  )
  let compared = 0
  for (const [type, needed] of required) {
    const expected = plainInMessages(type)
    if (!expected) continue
    const optional = expected.filter((name) => !needed.has(name))
    expect([type, optional.filter((name) => !plainFields(type).has(name))]).toEqual([type, []])
    compared += optional.length
  }
  expect(compared).toBeGreaterThan(150)
})
