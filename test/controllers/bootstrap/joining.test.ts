import { expect, test } from '@jest/globals'
import { allowJoining, requestNodeCertificate } from '../../../src/controllers/library/index.js'
import { RBAC, rbacPlane } from '../../plane/access/rbac-plane.js'

test('a node that joined may renew its certificate, which others may not even list', async () => {
  const { plane, as } = await rbacPlane({ controllers: ['csrapproving', 'csrsigning'] })
  await allowJoining(plane.client(), plane.dialect, { server: 'https://plane.example', certificates: '' })
  expect((await as('root', 'GET', `${RBAC}/clusterrolebindings/binnacle:nodes`)).status).toBe(200)
  const user = { username: 'system:node:n1', groups: ['system:nodes', 'system:authenticated'] }
  const client = plane.client({ user })
  const signal = AbortSignal.timeout(20_000)
  const made = await requestNodeCertificate(client, plane.dialect, 'n1', signal)
  expect(made.certificatePem).toContain('BEGIN CERTIFICATE')
  const requests = { group: 'certificates.platform.io', version: 'v1', resource: 'certificatesigningrequests' }
  const other = plane.client({ user: { ...user, username: 'jane', groups: ['system:authenticated'] } })
  await expect(other.resource(requests).list()).rejects.toThrow('cannot list resource')
  await plane.close()
})

test('a request for a certificate that is aborted before it is made does not wait for its answer', async () => {
  const { plane } = await rbacPlane({ controllers: [] })
  const aborted = AbortSignal.abort(new Error('too late'))
  await expect(requestNodeCertificate(plane.client(), plane.dialect, 'n1', aborted)).rejects.toThrow('too late')
  await plane.close()
})
