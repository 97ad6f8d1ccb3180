import { describe, expect, test } from '@jest/globals'
import { type AdmissionAttributes, priority, runtimeClass, serviceAccount } from '../../../../src/admission/index.js'
import type { ApiObject } from '../../../../src/meta/index.js'
import { write } from '../../support.js'
import { planeWith } from '../plane-with.js'

const podOf = (spec: object, metadata: object = {}): ApiObject =>
  ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', ...metadata }, spec }) as ApiObject
const pod = (spec: object, more: Partial<AdmissionAttributes> = {}, metadata: object = {}) =>
  write({ resource: 'pods', kind: 'Pod', object: podOf(spec, metadata), ...more })
const update = (spec: object, before: object) => pod(spec, { operation: 'UPDATE', oldObject: podOf(before) })
const refused = (reason: string) => `403 pods "a" is forbidden: ${reason}`

describe('ServiceAccount', () => {
  const account = (name: string, more: object = {}, metadata: object = {}) => ({
    metadata: { name, namespace: 'default', ...metadata },
    ...more,
  })
  const withAccounts = async (...accounts: readonly object[]) => {
    const all = await planeWith(serviceAccount())
    for (const one of [account('default'), ...accounts]) all.plane.put('serviceaccounts', one)
    return all
  }

  test('gives a pod the account `default` and its token, in every container without a mount at its path', async () => {
    const { changed } = await withAccounts()
    const mountPath = '/var/run/secrets/platform.io/serviceaccount'
    const own = { name: 'own', mountPath }
    const spec = (await changed(
      pod({ initContainers: [{ name: 'i' }], containers: [{ name: 'a' }, { name: 'b', volumeMounts: [own] }] }),
    )) as { volumes: { name: string }[] }
    const name = spec.volumes[0]?.name
    expect(name).toMatch(/^api-access-[a-z0-9]{5}$/)
    const token = { name, readOnly: true, mountPath }
    expect(spec).toEqual({
      serviceAccount: 'default',
      serviceAccountName: 'default',
      initContainers: [{ name: 'i', volumeMounts: [token] }],
      containers: [
        { name: 'a', volumeMounts: [token] },
        { name: 'b', volumeMounts: [own] },
      ],
      volumes: [
        {
          name,
          projected: {
            defaultMode: 420,
            sources: [
              { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
              { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
              {
                downwardAPI: { items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }] },
              },
            ],
          },
        },
      ],
    })
    expect(await changed(pod(spec))).toEqual(spec)
  })

  test.each([
    ['the pod', { automountServiceAccountToken: false }, {}],
    ['the account', {}, { automountServiceAccountToken: false }],
  ])('mounts nothing when %s does not want it', async (_, spec, fields) => {
    const { changed } = await withAccounts(account('robot', fields))
    const asked = { serviceAccountName: 'robot', containers: [{ name: 'a' }], ...spec }
    expect(await changed(pod(asked))).toEqual(asked)
  })

  test('automountServiceAccountToken of the pod takes precedence', async () => {
    const { changed } = await withAccounts(account('robot', { automountServiceAccountToken: false }))
    const spec = { serviceAccountName: 'robot', automountServiceAccountToken: true, containers: [{ name: 'a' }] }
    expect(await changed(pod(spec))).toHaveProperty('volumes')
  })

  test('gives a pod without pull secrets those of the account', async () => {
    const { changed } = await withAccounts(account('robot', { imagePullSecrets: [{ name: 's' }] }))
    expect(await changed(pod({ serviceAccountName: 'robot' }))).toHaveProperty('imagePullSecrets', [{ name: 's' }])
    const own = { serviceAccountName: 'robot', imagePullSecrets: [{ name: 'own' }] }
    expect(await changed(pod(own))).toHaveProperty('imagePullSecrets', [{ name: 'own' }])
  })

  test('refuses a service account that does not exist, and ignores existing pods', async () => {
    const { changed, judged } = await withAccounts()
    const absent = refused('error looking up service account default/robot: serviceaccount "robot" not found')
    expect(await changed(pod({ serviceAccountName: 'robot' }))).toBe(absent)
    expect(await judged(pod({ serviceAccountName: 'robot' }))).toBe(absent)
    expect(await judged(pod({}))).toBe(refused('no service account specified for pod default/a'))
    const spec = { serviceAccountName: 'robot' }
    expect(await changed(update(spec, spec))).toBe(spec)
    expect(await judged(update(spec, spec))).toBe('passes')
  })

  const mirror = { annotations: { 'platform.io/config.mirror': 'x' } }
  test.each([
    [{ serviceAccountName: 'default' }, 'a mirror pod may not reference service accounts'],
    [{ volumes: [{ name: 'v', secret: { secretName: 's' } }] }, 'a mirror pod may not reference secrets'],
    [
      { containers: [{ name: 'a', env: [{ name: 'e', valueFrom: { secretKeyRef: { name: 's' } } }] }] },
      'a mirror pod may not reference secrets',
    ],
    [
      { volumes: [{ name: 'v', projected: { sources: [{ serviceAccountToken: { path: 't' } }] } }] },
      'a mirror pod may not use ServiceAccountToken volume projections',
    ],
  ])('refuses %j in a pod that stands for one of its node', async (spec, reason) => {
    const { changed, judged } = await withAccounts()
    expect(await judged(pod(spec, {}, mirror))).toBe(refused(reason))
    expect(await changed(pod({}, {}, mirror))).toEqual({})
    expect(await judged(pod({}, {}, mirror))).toBe('passes')
  })

  test.each([
    [{ volumes: [{ name: 'v', secret: { secretName: 's' } }] }, 'passes'],
    [
      { volumes: [{ name: 'v', secret: { secretName: 't' } }] },
      refused('volume with secret.secretName="t" is not allowed because service account robot does not reference that secret'),
    ],
    [
      { containers: [{ name: 'c', env: [{ name: 'E', valueFrom: { secretKeyRef: { name: 't' } } }] }] },
      refused(
        'container c with envVar E referencing secret.secretName="t" is not allowed because service account robot does not reference that secret',
      ),
    ],
    [
      { initContainers: [{ name: 'c', envFrom: [{ secretRef: { name: 's' } }, { secretRef: { name: 't' } }] }] },
      refused(
        'init container c with envFrom referencing secret.secretName="t" is not allowed because service account robot does not reference that secret',
      ),
    ],
    [
      { imagePullSecrets: [{ name: 't' }] },
      refused(
        'imagePullSecrets[0].name="t" is not allowed because service account robot does not reference that imagePullSecret',
      ),
    ],
  ])('an account that lists its secrets and %j', async (spec, expected) => {
    const annotations = { 'platform.io/enforce-mountable-secrets': 'true' }
    const { judged } = await withAccounts(account('robot', { secrets: [{ name: 's' }] }, { annotations }))
    expect(await judged(pod({ serviceAccountName: 'robot', ...spec }))).toBe(expected)
  })

  test('an account that lists its secrets does so for containers that are added to a pod, and for these alone', async () => {
    const annotations = { 'platform.io/enforce-mountable-secrets': 'true' }
    const { judged, changed } = await withAccounts(account('robot', { secrets: [{ name: 's' }] }, { annotations }))
    const before = { serviceAccountName: 'robot', imagePullSecrets: [{ name: 't' }] }
    const adding = (secret: string) => {
      const ephemeralContainers = [{ name: 'e', env: [{ name: 'E', valueFrom: { secretKeyRef: { name: secret } } }] }]
      return { ...update({ ...before, ephemeralContainers }, before), subresource: 'ephemeralcontainers' }
    }
    expect(await judged(adding('s'))).toBe('passes')
    expect(await judged(adding('t'))).toBe(
      refused(
        'ephemeral container e with envVar E referencing secret.secretName="t" is not allowed because service account robot does not reference that secret',
      ),
    )
    expect(await changed(adding('s'))).not.toHaveProperty('volumes')
  })
})

describe('Priority', () => {
  const classes = 'priorityclasses.scheduling.platform.io'
  const withClasses = async (...more: readonly object[]) => {
    const all = await planeWith(priority())
    for (const one of [{ metadata: { name: 'high' }, value: 9, preemptionPolicy: 'Never' }, ...more]) all.plane.put(classes, one)
    return all
  }

  test.each([
    [{}, { priority: 0, preemptionPolicy: 'PreemptLowerPriority' }],
    [{ priorityClassName: 'high' }, { priorityClassName: 'high', priority: 9, preemptionPolicy: 'Never' }],
    [
      { priorityClassName: 'high', priority: 9 },
      { priorityClassName: 'high', priority: 9, preemptionPolicy: 'Never' },
    ],
    [
      { priorityClassName: 'system-node-critical' },
      { priorityClassName: 'system-node-critical', priority: 2000001000, preemptionPolicy: 'PreemptLowerPriority' },
    ],
    [{ priorityClassName: 'absent' }, refused('no PriorityClass with name absent was found')],
    [
      { priority: 3 },
      refused(
        'the integer value of priority (3) must not be provided in pod spec; priority admission controller computed 0 from the given PriorityClass name',
      ),
    ],
    [
      { priorityClassName: 'high', preemptionPolicy: 'PreemptLowerPriority' },
      refused(
        'the string value of PreemptionPolicy (PreemptLowerPriority) must not be provided in pod spec; priority admission controller computed Never from the given PriorityClass name',
      ),
    ],
  ])('a pod with %j', async (spec, expected) => {
    const { changed } = await withClasses()
    expect(await changed(pod(spec))).toEqual(expected)
  })

  test('a pod without a class gets the default one', async () => {
    const { changed, plane } = await withClasses({ metadata: { name: 'usual' }, value: 5, globalDefault: true })
    expect(await changed(pod({}))).toEqual({ priorityClassName: 'usual', priority: 5 })
    plane.remove(classes, 'usual')
    expect(await changed(pod({}))).toHaveProperty('priority', 0)
  })

  test('an update keeps what it leaves out', async () => {
    const { changed } = await withClasses()
    expect(await changed(update({}, { priority: 3, preemptionPolicy: 'Never' }))).toEqual({
      priority: 3,
      preemptionPolicy: 'Never',
    })
  })

  test('a second default class is refused', async () => {
    const { judged } = await withClasses({ metadata: { name: 'usual' }, value: 5, globalDefault: true })
    const ofClass = (name: string, globalDefault: boolean, operation: 'CREATE' | 'UPDATE') =>
      write({
        operation,
        group: 'scheduling.platform.io',
        resource: 'priorityclasses',
        kind: 'PriorityClass',
        namespace: '',
        name,
        object: {
          apiVersion: 'scheduling.platform.io/v1',
          kind: 'PriorityClass',
          metadata: { name },
          globalDefault,
        } as ApiObject,
      })
    const refusal =
      '403 priorityclasses.scheduling.platform.io "high" is forbidden: PriorityClass usual is already marked as default. Only one default can exist'
    expect(await judged(ofClass('high', true, 'CREATE'))).toBe(refusal)
    expect(await judged(ofClass('high', true, 'UPDATE'))).toBe(refusal)
    expect(await judged(ofClass('high', false, 'CREATE'))).toBe('passes')
    expect(await judged(ofClass('usual', true, 'UPDATE'))).toBe('passes')
  })
})

describe('RuntimeClass', () => {
  const toleration = { key: 'k', operator: 'Exists' }
  const withClasses = async () => {
    const all = await planeWith(runtimeClass())
    all.plane.put('runtimeclasses.node.platform.io', {
      metadata: { name: 'heavy' },
      overhead: { podFixed: { cpu: '500m' } },
      scheduling: { nodeSelector: { disk: 'fast' }, tolerations: [toleration] },
    })
    all.plane.put('runtimeclasses.node.platform.io', { metadata: { name: 'plain' } })
    return all
  }

  test.each([
    [{}, {}],
    [{ runtimeClassName: 'plain' }, { runtimeClassName: 'plain' }],
    [
      { runtimeClassName: 'heavy', overhead: { cpu: '0.5' }, nodeSelector: { zone: 'a' }, tolerations: [toleration] },
      {
        runtimeClassName: 'heavy',
        overhead: { cpu: '500m' },
        nodeSelector: { zone: 'a', disk: 'fast' },
        tolerations: [toleration],
      },
    ],
    [{ runtimeClassName: 'absent' }, refused('pod rejected: RuntimeClass "absent" not found')],
    [
      { runtimeClassName: 'heavy', overhead: { cpu: '1' } },
      refused("pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead"),
    ],
    [
      { runtimeClassName: 'heavy', nodeSelector: { disk: 'slow' } },
      refused('conflict: runtimeClass.scheduling.nodeSelector[disk] = fast; pod.spec.nodeSelector[disk] = slow'),
    ],
  ])('changes a pod with %j', async (spec, expected) => {
    const { changed } = await withClasses()
    expect(await changed(pod(spec))).toEqual(expected)
  })

  test.each([
    [{ overhead: { cpu: '1' } }, refused('pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead')],
    [{ runtimeClassName: 'heavy' }, refused("pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead")],
    [{ runtimeClassName: 'heavy', overhead: { cpu: '500m' } }, 'passes'],
    [{ runtimeClassName: 'plain' }, 'passes'],
  ])('validates a pod with %j', async (spec, expected) => {
    const { judged } = await withClasses()
    expect(await judged(pod(spec))).toBe(expected)
  })

  test('does not look at updates', async () => {
    const { judged } = await withClasses()
    expect(await judged(update({ runtimeClassName: 'absent' }, {}))).toBe('passes')
  })
})
