import { describe, expect, test } from '@jest/globals'
import type { ApiObject } from '../../../src/meta/index.js'
import {
  mutatingBindingStrategy,
  mutatingPolicyStrategy,
  validatingBindingStrategy,
  validatingPolicyStrategy,
} from '../../../src/resources/admissionregistration/index.js'
import type { AskedRight, ChangeContext } from '../../../src/resources/definition/strategy.js'
import type { Strategy } from '../../../src/resources/index.js'

const GROUP = 'admissionregistration.k8s.io'
const SECRETS = { apiVersion: 'v1', kind: 'Secret' }
const objectOf = (spec: object): ApiObject => ({ apiVersion: `${GROUP}/v1`, kind: 'Policy', metadata: { name: 'p' }, spec })

/** The rights that a change needs, and whether it is refused without them. */
async function asked({ authorizeChange }: Strategy, spec: object, before?: object, paramKind: object | undefined = SECRETS) {
  const rights: AskedRight[] = []
  const contextThat = (allows: boolean): ChangeContext =>
    ({
      user: { username: 'bob', groups: [] },
      async allows(right: AskedRight) {
        rights.push(right)
        return allows
      },
      find: ({ group, resource }: { group: string; resource: string }, name: string) =>
        group === GROUP && resource.endsWith('admissionpolicies') && name === 'p' ? objectOf({ paramKind }) : undefined,
      typeOf: (apiVersion: string, kind: string) =>
        apiVersion === 'v1' && kind === 'Secret' ? { group: '', resource: 'secrets' } : undefined,
    }) as unknown as ChangeContext
  const live = before && objectOf(before)
  await authorizeChange?.(objectOf(spec), live, contextThat(true))
  const refusal = await authorizeChange?.(objectOf(spec), live, contextThat(false)).then(
    () => undefined,
    (error) => error.status,
  )
  return { right: rights[0], refusal }
}

const get = { verb: 'get', group: '', version: 'v1', resource: 'secrets' }

describe.each([validatingPolicyStrategy, mutatingPolicyStrategy])('who writes a policy', (strategy) => {
  test('needs the right to get all objects of its paramKind', async () => {
    expect(await asked(strategy, { paramKind: SECRETS })).toEqual({
      right: { ...get, name: '*', namespace: '*' },
      refusal: expect.objectContaining({
        code: 422,
        message: `Policy.${GROUP} "p" is invalid: spec.paramKind: Forbidden: user "bob" must have "get" permission on all objects of the referenced paramKind (kind=Secret, apiVersion=v1)`,
      }),
    })
  })

  test.each([
    [{}, undefined, undefined],
    [{ paramKind: SECRETS }, { paramKind: SECRETS }, undefined],
    [{ paramKind: SECRETS }, { paramKind: { ...SECRETS, kind: 'ConfigMap' } }, 'secrets'],
    [{ paramKind: { apiVersion: 'a.example/v1', kind: 'Unknown' } }, undefined, '*'],
  ])('%j after %j: resource %j', async (spec, before, resource) => {
    expect((await asked(strategy, spec, before)).right?.resource).toBe(resource)
  })
})

describe.each([validatingBindingStrategy, mutatingBindingStrategy])('who binds a policy', (strategy) => {
  const paramRef = { name: 'top', namespace: 'vault' }
  test('needs the right to get the parameters', async () => {
    expect(await asked(strategy, { policyName: 'p', paramRef })).toEqual({
      right: { ...get, ...paramRef },
      refusal: expect.objectContaining({
        code: 422,
        message: expect.stringContaining('user "bob" does not have "get" permission on the object referenced by paramRef'),
      }),
    })
  })

  test.each([
    { what: 'no parameters', spec: { policyName: 'p' }, right: undefined },
    { what: 'a whole namespace', spec: { policyName: 'p', paramRef: { selector: {}, namespace: 'vault' } }, right: { name: '' } },
    { what: 'what was bound', spec: { policyName: 'p', paramRef }, before: { policyName: 'p', paramRef }, right: undefined },
    { what: 'another policy', spec: { policyName: 'p', paramRef }, before: { policyName: 'q', paramRef }, right: get },
    { what: 'a policy to come', spec: { policyName: 'q', paramRef }, right: { group: '*', version: '*', resource: '*' } },
  ])('$what', async ({ spec, before, right }) => {
    const needed = (await asked(strategy, spec, before)).right
    if (right) expect(needed).toMatchObject(right)
    else expect(needed).toBeUndefined()
  })
})
