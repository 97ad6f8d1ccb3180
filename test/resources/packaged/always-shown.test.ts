import { expect, test } from '@jest/globals'
import { blankOf } from '../../../src/registry/write/blank-object.js'
import type { ResourceVersion } from '../../../src/resources/index.js'
import { type Change, type Kind, kinds, stored } from './support.js'

const at = (object: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Change | undefined)?.[key], object)

const claim = { spec: { accessModes: ['ReadWriteOnce'] } }

test.each<readonly [kind: Kind, change: Change, path: string, value: unknown]>([
  ['LimitRange', { spec: {} }, 'spec.limits', null],
  ['LimitRange', { 'spec.limits': [] }, 'spec.limits', null],
  ['EndpointSlice', { endpoints: undefined, ports: [] }, 'endpoints', null],
  ['EndpointSlice', { endpoints: undefined, ports: [] }, 'ports', null],
  ['CSINode', { spec: undefined }, 'spec.drivers', null],
  ['CSINode', {}, 'spec.drivers.0.topologyKeys', null],
  ['HorizontalPodAutoscaler', {}, 'status.currentMetrics', null],
  ['Pod', { 'spec.volumes': [{ name: 'v', projected: {} }] }, 'spec.volumes.0.projected.sources', null],
  ['Job', { 'spec.podFailurePolicy': { rules: [{ action: 'Count' }] } }, 'spec.podFailurePolicy.rules.0.onPodConditions', null],
  ['FlowSchema', {}, 'spec.rules.0.resourceRules.0.namespaces', ['*']],
  ['FlowSchema', { 'spec.rules.0.resourceRules.0.namespaces': [] }, 'spec.rules.0.resourceRules.0.namespaces', null],
  ['Node', { status: { images: [{ sizeBytes: 1 }] } }, 'status.images.0.names', null],
  ['ControllerRevision', {}, 'data', null],
])('%s %j: a list or map that Kubernetes always shows is null when there is nothing in it: %s', (kind, change, path, value) => {
  expect(at(stored(kind, change), path)).toEqual(value)
})

test.each<readonly [kind: Kind, change: Change, path: string, value: unknown]>([
  ['CronJob', {}, 'spec.jobTemplate.metadata', {}],
  ['CronJob', {}, 'spec.jobTemplate.spec.template.metadata', {}],
  ['PodTemplate', {}, 'template.metadata', {}],
  ['EndpointSlice', {}, 'endpoints.0.conditions', {}],
  ['ResourceClaim', { spec: undefined }, 'spec', { devices: {} }],
  ['ResourceClaimTemplate', { spec: undefined }, 'spec', { metadata: {}, spec: { devices: {} } }],
  ['CSIDriver', { spec: undefined }, 'spec.attachRequired', true],
  ['StatefulSet', { 'spec.volumeClaimTemplates': [claim] }, 'spec.volumeClaimTemplates.0.spec.resources', {}],
  ['StatefulSet', {}, 'status', { replicas: 0, availableReplicas: 0 }],
  ['Service', {}, 'status', { loadBalancer: {} }],
  ['Node', { status: { nodeInfo: {} } }, 'status.nodeInfo.kubeletVersion', ''],
  ['Node', { status: { daemonEndpoints: {} } }, 'status.daemonEndpoints', { kubeletEndpoint: { Port: 0 } }],
])('%s %j: a struct that Kubernetes always shows has what is always in it: %s', (kind, change, path, value) => {
  expect(at(stored(kind, change), path)).toEqual(value)
})

test.each<readonly [kind: Kind, path: string]>([
  ['LimitRange', 'spec.limits'],
  ['EndpointSlice', 'endpoints'],
  ['EndpointSlice', 'ports'],
  ['CSINode', 'spec.drivers'],
  ['ControllerRevision', 'data'],
])('%s: creating an object without %s makes no manager its owner', (kind, path) => {
  expect(at(blankOf(kinds[kind].versions[0] as ResourceVersion), path)).toBeNull()
})

test('the older version of an autoscaler shows currentReplicas 0, and the newer one omits it', () => {
  const { convert } = kinds.HorizontalPodAutoscaler
  const made = stored('HorizontalPodAutoscaler')
  const old = convert?.(made, 'autoscaling/v1')
  expect(old?.status).toEqual({ currentReplicas: 0, desiredReplicas: 0 })
  expect(old && convert?.(old, 'autoscaling/v2')?.status).toEqual({ desiredReplicas: 0 })
})
