import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type ApiError, type ControlPlane, createControlPlane } from '../../../src/public/index.js'
import { packagedKinds } from '../../../src/public/kubernetes.js'

const kinds = packagedKinds()
const { ResourceClaim, ResourceClaimTemplate } = kinds
let plane: ControlPlane

beforeAll(async () => {
  plane = await createControlPlane({ resources: Object.values(kinds), authorizer: { authorize: () => ({ decision: 'allow' }) } })
  const namespaces = plane.client().resource(kinds.Namespace)
  await namespaces.create({ metadata: { name: 'plain', labels: { 'resource.platform.io/admin-access': 'yes' } } })
  await namespaces.create({ metadata: { name: 'admins', labels: { 'resource.platform.io/admin-access': 'true' } } })
})
afterAll(() => plane.close())

const spec = (adminAccess: boolean) => ({
  devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'fast', adminAccess } }] },
})
const answer = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ status }: ApiError) => status.message,
  )
const claim = (namespace: string, name: string, adminAccess: boolean) => () =>
  plane
    .client({ user: 'ada' })
    .resource(ResourceClaim)
    .namespace(namespace)
    .create({ metadata: { name }, spec: spec(adminAccess) })
const template = (namespace: string, name: string) => () =>
  plane
    .client({ user: 'ada' })
    .resource(ResourceClaimTemplate)
    .namespace(namespace)
    .create({ metadata: { name }, spec: { spec: spec(true) } })
const REFUSED =
  'is invalid: : Forbidden: admin access to devices requires the `resource.platform.io/admin-access: true` label on the containing namespace'

test.each<readonly [string, () => Promise<unknown>, string]>([
  ['a claim with admin access', claim('plain', 'a', true), `ResourceClaim.resource.platform.io "a" ${REFUSED}`],
  ['a template of such claims', template('plain', 'a'), `ResourceClaimTemplate.resource.platform.io "a" ${REFUSED}`],
  ['a claim without admin access', claim('plain', 'b', false), 'done'],
  ['a claim with admin access in a labelled namespace', claim('admins', 'a', true), 'done'],
  ['a template of such claims in a labelled namespace', template('admins', 'a'), 'done'],
])('%s: the namespace decides', async (_, create, expected) => {
  expect(await answer(create())).toBe(expected)
})

test('a status may grant admin access only where the namespace is labelled', async () => {
  const results = [{ request: 'r', driver: 'd.example.com', pool: 'p', device: 'gpu-1', adminAccess: true }]
  const grant = async (namespace: string) => {
    await claim(namespace, 'granted', namespace === 'admins')()
    const claims = plane.client({ user: 'ada' }).resource(ResourceClaim).namespace(namespace)
    const live = await claims.get('granted')
    return answer(claims.status.update({ ...live, status: { allocation: { devices: { results } } } }))
  }
  expect(await grant('plain')).toContain(REFUSED)
  expect(await grant('admins')).toBe('done')
})
