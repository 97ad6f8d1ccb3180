import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { ApiError } from '../../../../../src/public/index.js'
import { packagedKinds } from '../../../../../src/public/kubernetes.js'
import { type TestPlane, testPlane } from '../../../../../src/public/testing.js'

const { Pod, Deployment } = packagedKinds()
let plane: TestPlane
beforeEach(async () => {
  plane = await testPlane({ resources: [Pod, Deployment] })
})
afterEach(() => plane.close())

const pods = () => plane.client().resource(Pod).namespace('default')
const part = () => pods().subresource('ephemeralcontainers')
const causesOf = (work: Promise<unknown>) =>
  work.then(
    () => [],
    ({ status }: ApiError) => status.details?.causes?.map(({ reason, field }) => `${reason} ${field}`) ?? [status.message],
  )

const make = (more: object = {}, metadata: object = {}) =>
  pods().create({ metadata: { name: 'a', ...metadata }, spec: { containers: [{ name: 'c', image: 'i' }], ...more } } as never)
const add = (...containers: readonly object[]) =>
  part().patch('a', { strategic: { spec: { ephemeralContainers: containers } } } as never)
const debugger1 = { name: 'd', image: 'tools', targetContainerName: 'c', stdin: true, tty: true }

describe('ephemeral containers', () => {
  test('are added to a running pod, with their defaults, and increment its generation', async () => {
    await make()
    const added = await add(debugger1)
    expect(added).toMatchObject({
      kind: 'Pod',
      metadata: { generation: 2 },
      spec: {
        ephemeralContainers: [{ ...debugger1, imagePullPolicy: 'Always', terminationMessagePath: '/dev/termination-log' }],
      },
    })
    expect(await part().get('a')).toEqual(added)
    expect(await pods().get('a')).toEqual(added)
    expect((await add({ ...debugger1, name: 'e' })).spec?.ephemeralContainers?.map(({ name }) => name).sort()).toEqual(['d', 'e'])
  })

  test('are all that the subresource changes, whatever is sent', async () => {
    const made = await make()
    const sent = { ...made, metadata: { ...made.metadata, labels: { a: 'b' } }, status: { phase: 'Failed' } }
    const spec = { ...made.spec, nodeName: 'n', ephemeralContainers: [debugger1] }
    const put = await part().update({ ...sent, spec } as never)
    expect(put.metadata.labels).toBeUndefined()
    expect(put.status).toEqual(made.status)
    expect(put.spec).toEqual({ ...made.spec, ephemeralContainers: [expect.objectContaining(debugger1)] })
  })

  test('stay as they are, and are not taken away', async () => {
    await make()
    await add(debugger1)
    expect(await causesOf(add({ name: 'd', image: 'other' }))).toEqual(['FieldValueForbidden spec.ephemeralContainers'])
    const merge = { spec: { ephemeralContainers: null } } as never
    expect(await causesOf(part().patch('a', { merge }))).toEqual(['FieldValueForbidden spec.ephemeralContainers'])
    expect(await causesOf(pods().patch('a', { merge }))).toEqual(['FieldValueForbidden spec'])
  })

  test.each([
    [{ name: 'c', image: 'i' }, ['FieldValueDuplicate name']],
    [{ name: 'd' }, ['FieldValueRequired image']],
    [{ ...debugger1, targetContainerName: 'other' }, ['FieldValueNotFound targetContainerName']],
    [{ ...debugger1, ports: [{ containerPort: 80 }] }, ['FieldValueForbidden ports']],
    [{ ...debugger1, resources: { requests: { cpu: '1' } } }, ['FieldValueForbidden resources']],
    [{ ...debugger1, lifecycle: { preStop: { exec: { command: ['a'] } } } }, ['FieldValueForbidden lifecycle']],
    [
      { ...debugger1, livenessProbe: { exec: { command: ['a'] } }, startupProbe: { exec: { command: ['a'] } } },
      ['FieldValueForbidden livenessProbe', 'FieldValueForbidden startupProbe'],
    ],
    [
      { ...debugger1, volumeMounts: [{ name: 'v', mountPath: '/v', subPath: 'x' }] },
      ['FieldValueForbidden volumeMounts[0].subPath'],
    ],
  ])('%j is refused: %j', async (container, causes) => {
    await make({ volumes: [{ name: 'v', emptyDir: {} }] })
    const expected = causes.map((cause) => cause.replace(' ', ' spec.ephemeralContainers[0].'))
    expect(await causesOf(add(container))).toEqual(expected)
  })

  test('are refused for static pods, new pods and templates', async () => {
    await make({ nodeName: 'n' }, { annotations: { 'platform.io/config.mirror': 'x' } })
    expect(await causesOf(add(debugger1))).toEqual(['FieldValueForbidden '])
    const spec = { containers: [{ name: 'c', image: 'i' }], ephemeralContainers: [debugger1] }
    expect(await causesOf(pods().create({ metadata: { name: 'b' }, spec } as never))).toEqual([
      'FieldValueForbidden spec.ephemeralContainers',
    ])
    const template = { metadata: { labels: { a: 'b' } }, spec }
    const deployment = { metadata: { name: 'b' }, spec: { selector: { matchLabels: { a: 'b' } }, template } }
    expect(
      await causesOf(
        plane
          .client()
          .resource(Deployment)
          .namespace('default')
          .create(deployment as never),
      ),
    ).toEqual(['FieldValueForbidden spec.template.spec.ephemeralContainers'])
  })
})
