import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, expect, jest, test } from '@jest/globals'
import { loadCertificate } from '../../../src/cli/files/certificate-files.js'
import { createSelfSignedCertificate } from '../../../src/crypto/index.js'
import { until } from '../../adapters/until.js'
import { temporaryFolder } from '../../client/node/servers.js'
import { ManualClock } from '../../support/manual-clock.js'

afterEach(() => {
  jest.restoreAllMocks()
})

test('a renewed pair is passed on once both of its files are replaced', async () => {
  const said: string[] = []
  jest.spyOn(console, 'error').mockImplementation((line: unknown) => void said.push(String(line)))
  const make = () => createSelfSignedCertificate({ hosts: ['127.0.0.1'] })
  const [first, second] = [await make(), await make()]
  const folder = await temporaryFolder()
  const [certificateFile, privateKeyFile] = [path.join(folder, 'tls.crt'), path.join(folder, 'tls.key')]
  await writeFile(certificateFile, first.certificatePem)
  await writeFile(privateKeyFile, first.privateKeyPem)
  const clock = new ManualClock()
  const certificate = await loadCertificate({ certificateFile, privateKeyFile, host: '127.0.0.1', clock })
  expect(certificate.pair).toEqual(first)
  const renewed: unknown[] = []
  certificate.onRenewal((pair) => renewed.push(pair))
  const look = async () => {
    clock.advance(5_000)
    await until(() => clock.pending === 1)
  }
  await look()
  await writeFile(certificateFile, second.certificatePem)
  await look()
  await look()
  expect(renewed).toEqual([])
  await writeFile(privateKeyFile, second.privateKeyPem)
  await look()
  await look()
  expect(renewed).toEqual([second])
  expect(said).toEqual([
    `binnacle: --tls-private-key-file ${privateKeyFile}: is not the key of the certificate in --tls-cert-file ${certificateFile}; what was read before goes on to count`,
    `binnacle: --tls-private-key-file ${privateKeyFile} has changed and was read again`,
  ])
})
