import { expect, jest, test } from '@jest/globals'
import { type AdmissionAttributes, ownerReferencesPermissionEnforcement } from '../../../src/admission/index.js'
import type { Authorizer } from '../../../src/authz/index.js'
import type { ApiObject, OwnerReference } from '../../../src/meta/index.js'
import { fakePlane } from '../fake-plane.js'
import { write } from '../support.js'
import { planeWith } from './plane-with.js'

const owner = (more: Partial<OwnerReference> = {}): OwnerReference => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name: 'o',
  uid: 'u',
  ...more,
})
const blocking = owner({ blockOwnerDeletion: true })
const owned = (...ownerReferences: readonly OwnerReference[]): ApiObject =>
  ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', ownerReferences } }) as ApiObject

/** Judges a new object with owners whose deletion it blocks; the user has the right to their finalizers, one by one. */
async function askFor(owners: readonly Partial<OwnerReference>[], onAsk = () => {}) {
  const asked: string[] = []
  const authorizer: Authorizer = {
    authorize({ resource, subresource, name }) {
      asked.push(name)
      onAsk()
      return { decision: resource === '*' || subresource !== 'finalizers' ? 'noOpinion' : 'allow' }
    },
  }
  const { judged } = await planeWith(ownerReferencesPermissionEnforcement(), fakePlane({ authorizer }))
  const result = await judged(write({ object: owned(...owners.map((one) => ({ ...blocking, ...one }))) }))
  return { result, asked }
}

/** Validates a write by a user with some rights, such as `update configmaps/finalizers o`. */
async function judge(rights: readonly string[], attributes: Partial<AdmissionAttributes>): Promise<string> {
  const authorizer: Authorizer = {
    authorize: ({ verb, resource, subresource, name }) =>
      rights.includes([verb, subresource ? `${resource}/${subresource}` : resource, name].join(' '))
        ? { decision: 'allow' }
        : { decision: 'noOpinion', reason: 'no right' },
  }
  const { judged } = await planeWith(ownerReferencesPermissionEnforcement(), fakePlane({ authorizer }))
  return judged(write(attributes))
}

const update = { operation: 'UPDATE' } as const
const REFUSED = '403 configmaps "a" is forbidden: '
const NO_DELETE = `${REFUSED}cannot set an ownerRef on a resource you can't delete: no right, <nil>`
const NO_FINALIZERS = `${REFUSED}cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on: no right, <nil>`

test.each([
  ['a new object may have owners', [], { object: owned(owner()) }, 'passes'],
  ['an update without a change of owners passes', [], { ...update, object: owned(owner()), oldObject: owned(owner()) }, 'passes'],
  ['a change needs the right to delete', [], { ...update, object: owned(owner()), oldObject: owned() }, NO_DELETE],
  ['so does taking an owner away', [], { ...update, object: owned(), oldObject: owned(owner()) }, NO_DELETE],
  ['who may delete may change', ['delete configmaps a'], { ...update, object: owned(owner()), oldObject: owned() }, 'passes'],
  ['holding up an owner needs the right to its finalizers', [], { object: owned(blocking) }, NO_FINALIZERS],
  ['which may be had', ['update configmaps/finalizers o'], { object: owned(blocking) }, 'passes'],
  ['of all owners', ['update */finalizers *'], { object: owned(blocking) }, 'passes'],
  [
    'an existing blockOwnerDeletion needs no further right',
    ['delete configmaps a'],
    { ...update, object: owned(blocking, owner({ uid: 'v' })), oldObject: owned(blocking) },
    'passes',
  ],
  [
    'a new blockOwnerDeletion needs the right',
    ['delete configmaps a'],
    { ...update, object: owned(blocking), oldObject: owned(owner()) },
    NO_FINALIZERS,
  ],
  [
    'an owner of an unknown kind cannot be held up',
    [],
    { object: owned(owner({ blockOwnerDeletion: true, kind: 'Ghost' })) },
    `${REFUSED}cannot set blockOwnerDeletion in this case because cannot find RESTMapping for APIVersion v1 Kind Ghost: no matches for kind "Ghost" in version "v1"`,
  ],
  ['the status of a pod is not looked at', [], { resource: 'pods', subresource: 'status', object: owned(blocking) }, 'passes'],
] as const)('%s', async (_, rights, attributes, expected) => {
  expect(await judge(rights, attributes)).toBe(expected)
})

test('each distinct question about owners is asked once', async () => {
  const owners = Array.from({ length: 1_000 }, (_, i) => ({ name: `o${i % 3}`, uid: `u${i}` }))
  expect(await askFor(owners)).toEqual({ result: 'passes', asked: ['*', 'o0', 'o1', 'o2'] })
})

test('questions about owners are asked in turns, though the authorizer answers at once', async () => {
  // Each decision takes 1.5 ms, as with a role of many thousand rules; a share of a turn is 2 ms.
  let now = 0
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now)
  let turns = 0
  const look = () => {
    turns += 1
    if (!isOver) setImmediate(look)
  }
  let isOver = false
  setImmediate(look)
  const { result, asked } = await askFor(
    Array.from({ length: 200 }, (_, i) => ({ name: `o${i}`, uid: `u${i}` })),
    () => {
      now += 1.5
    },
  )
  isOver = true
  clock.mockRestore()
  expect([result, asked.length]).toEqual(['passes', 201])
  expect(turns).toBeGreaterThanOrEqual(99)
})
