import { describe, expect, test } from '@jest/globals'
import type { AdmissionAttributes } from '../../../src/admission/index.js'
import { type MatchCriteria, RequestMatch } from '../../../src/admission/matching/index.js'
import { fakePlane } from '../fake-plane.js'
import { write } from '../support.js'

const type = (version: string) => ({
  group: 'example.com',
  version,
  resource: 'widgets',
  kind: 'Widget',
  namespaced: true,
  schema: undefined,
})

function match(criteria: MatchCriteria, more: Partial<AdmissionAttributes> = {}) {
  const plane = fakePlane({ types: [type('v1'), type('v2')] })
  plane.put('namespaces', { metadata: { name: 'default', labels: { team: 'red' } } })
  return new RequestMatch(plane.sources, criteria).match(write(more))
}

const rule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }

describe('a rule', () => {
  test.each([
    [rule, {}, true],
    [rule, { operation: 'UPDATE' }, false],
    [{ ...rule, operations: ['*'] }, { operation: 'DELETE' }, true],
    [{ ...rule, apiGroups: ['apps'] }, {}, false],
    [{ ...rule, apiGroups: ['*'], apiVersions: ['*'] }, {}, true],
    [rule, { subresource: 'status' }, false],
    [{ ...rule, resources: ['configmaps/status'] }, { subresource: 'status' }, true],
    [{ ...rule, resources: ['configmaps/*'] }, { subresource: 'status' }, true],
    [{ ...rule, resources: ['configmaps/*'] }, {}, true],
    [{ ...rule, resources: ['*'] }, { subresource: 'status' }, false],
    [{ ...rule, resources: ['*/status'] }, { subresource: 'status' }, true],
    [{ ...rule, resources: ['*/*'] }, { subresource: 'status' }, true],
    [{ ...rule, scope: 'Namespaced' }, {}, true],
    [{ ...rule, scope: 'Cluster' }, {}, false],
    [{ ...rule, resources: ['*'], scope: 'Cluster' }, { resource: 'nodes', namespace: '' }, true],
    [{ ...rule, resources: ['*'], scope: 'Namespaced' }, { resource: 'namespaces', namespace: 'x' }, false],
    [{ ...rule, resourceNames: ['a'] }, {}, true],
    [{ ...rule, resourceNames: ['b'] }, {}, false],
  ] as const)('%j for %j', (resourceRule, more, expected) => {
    expect(match({ resourceRules: [resourceRule] }, more) !== undefined).toBe(expected)
  })

  test('that is an exclusion wins', () => {
    expect(match({ resourceRules: [rule], excludeResourceRules: [{ ...rule, resourceNames: ['a'] }] })).toBeUndefined()
  })

  test('of several that match, the first one decides in which version the request is seen', () => {
    const about = (...versions: readonly string[]) => ({
      resourceRules: versions.map((version) => ({
        operations: ['*'],
        apiGroups: ['example.com'],
        apiVersions: [version],
        resources: ['widgets'],
      })),
    })
    const request = { group: 'example.com', version: 'v3', resource: 'widgets', kind: 'Widget', object: undefined }
    expect(match(about('v1', 'v2'), request)).toMatchObject({ resource: { version: 'v1' } })
    expect(match(about('v2', 'v1'), request)).toMatchObject({ resource: { version: 'v2' } })
  })

  test('about one version matches the other versions, converted to it, unless matchPolicy is Exact', () => {
    const about = {
      resourceRules: [{ operations: ['*'], apiGroups: ['example.com'], apiVersions: ['v1'], resources: ['widgets'] }],
    }
    const request = { group: 'example.com', version: 'v2', resource: 'widgets', kind: 'Widget', object: undefined }
    expect(match(about, request)).toMatchObject({ resource: { version: 'v1' }, kind: { version: 'v1', kind: 'Widget' } })
    expect(match({ ...about, matchPolicy: 'Exact' }, request)).toBeUndefined()
  })

  test('leaves the kind of a subresource what it is', () => {
    const about = {
      resourceRules: [{ operations: ['*'], apiGroups: ['example.com'], apiVersions: ['v1'], resources: ['widgets/scale'] }],
    }
    const scale = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: {} }
    const request = {
      group: 'example.com',
      version: 'v2',
      resource: 'widgets',
      subresource: 'scale',
      kind: 'Scale',
      object: scale,
    }
    expect(match(about, request)?.kind).toEqual({ group: 'autoscaling', version: 'v1', kind: 'Scale' })
  })
})

describe('selectors', () => {
  const red = { matchLabels: { team: 'red' } }
  const labelled = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', labels: { team: 'red' } } }

  test('of objects look at the new and the old state', () => {
    expect(match({ objectSelector: red })).toBeUndefined()
    expect(match({ objectSelector: red }, { object: labelled })).toBeDefined()
    expect(match({ objectSelector: red }, { oldObject: labelled })).toBeDefined()
  })

  test('of namespaces look at that of the request', () => {
    expect(match({ namespaceSelector: red })).toBeDefined()
    expect(match({ namespaceSelector: { matchLabels: { team: 'blue' } } })).toBeUndefined()
    expect(() => match({ namespaceSelector: red }, { namespace: 'none' })).toThrow('namespaces "none" not found')
  })

  test('of namespaces leave out nothing of the cluster, and look at a namespace itself', () => {
    const blue = { namespaceSelector: { matchLabels: { team: 'blue' } } }
    expect(match(blue, { resource: 'nodes', namespace: '' })).toBeDefined()
    const namespace = (team: string) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'n', labels: { team } } })
    const request = { resource: 'namespaces', kind: 'Namespace', namespace: '', name: 'n' }
    expect(match(blue, { ...request, object: namespace('blue') })).toBeDefined()
    expect(match(blue, { ...request, object: namespace('red') })).toBeUndefined()
    expect(match(blue, { ...request, operation: 'DELETE', object: undefined, oldObject: namespace('blue') })).toBeDefined()
  })
})
