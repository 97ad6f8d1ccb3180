import { expect, test } from '@jest/globals'
import type { ApiObject } from '../../../src/meta/index.js'
import { faultOfCertificate, faultOfRequest } from '../../../src/resources/certificates/pem-content.js'
import { makeRequest } from '../../support/certificate-requests.js'
import { selfSigned } from '../../support/certificates.js'

const COUNT = 12

const objectWith = (content: object): ApiObject => ({
  apiVersion: 'certificates.platform.io/v1',
  kind: 'CertificateSigningRequest',
  metadata: { name: 'a' },
  ...content,
})

test.each([
  [
    'requests',
    async () => {
      const { request } = await makeRequest()
      return [faultOfRequest, objectWith({ spec: { request: btoa(request) } })] as const
    },
  ],
  [
    'certificates',
    async () => {
      const { cert } = await selfSigned()
      return [faultOfCertificate, objectWith({ status: { certificate: btoa(cert) } })] as const
    },
  ],
])('%s that arrive together are read in turns of their own', async (_what, make) => {
  const [check, object] = await make()
  // Loads the package.
  await check(object)
  let turns = 0
  const count = () => {
    turns += 1
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  const turnsOfEnds: number[] = []
  const faults = await Promise.all(
    Array.from({ length: COUNT }, async () => {
      const fault = await check(object)
      turnsOfEnds.push(turns)
      return fault
    }),
  )
  clearImmediate(next)
  expect(new Set(faults)).toEqual(new Set([undefined]))
  expect(new Set(turnsOfEnds).size).toBe(COUNT)
})

test('a request that cannot be read does not stop those behind it', async () => {
  const bad = objectWith({ spec: { request: btoa('x') } })
  const { request } = await makeRequest()
  const good = objectWith({ spec: { request: btoa(request) } })
  expect(await Promise.all([faultOfRequest(bad), faultOfRequest(good)])).toEqual([
    'PEM block type must be CERTIFICATE REQUEST',
    undefined,
  ])
})
