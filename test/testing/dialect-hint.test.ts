import { describe, expect, test } from '@jest/globals'
import { createControlPlane } from '../../src/public/index.js'
import { testPlane } from '../../src/public/testing.js'

const HINT =
  "the plane is of another dialect; write dialect: 'kubernetes' where it is created, " +
  "and resources: Object.values(packagedKinds({ dialect: 'kubernetes' })) of binnacle/kubernetes for workloads"

describe('a type of Kubernetes that a plane of another dialect does not serve', () => {
  test.each([
    ['apps', 'Deployment'],
    ['rbac.authorization.k8s.io', 'Role'],
  ])('is refused by a client with a hint at the dialect: %s', async (group, kind) => {
    const type = { group, version: 'v1', kind }
    const plane = await createControlPlane()
    const message = `no matches for kind "${kind}" in version "${group}/v1"`
    await expect(plane.client().resource(type).list()).rejects.toThrow(new Error(`${message}: ${HINT}`))
    await plane.close()
    const other = await createControlPlane({ dialect: 'kubernetes' })
    if (group === 'apps') await expect(other.client().resource(type).list()).rejects.toThrow(new Error(message))
    else expect((await other.client().resource(type).list()).items).toEqual(expect.any(Array))
    await other.close()
  })

  test('is refused by a test plane with the same hint', async () => {
    const plane = await testPlane()
    const apply = plane.seed('apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: a }\n')
    await expect(apply).rejects.toThrow(new RangeError(`seed: this plane does not serve Deployment (apps/v1): ${HINT}`))
    expect(() => plane.at().list({ group: 'apps', version: 'v1', kind: 'Deployment' })).toThrow(
      new RangeError(`this plane does not serve Deployment of apps/v1: ${HINT}`),
    )
    expect(() => plane.at().list({ group: 'x.example.com', version: 'v1', kind: 'X' })).toThrow(
      new RangeError('this plane does not serve X of x.example.com/v1'),
    )
    await plane.close()
  })
})
