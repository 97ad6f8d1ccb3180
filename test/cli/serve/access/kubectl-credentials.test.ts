import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { CLIENT_AUTH, type Issued, SERVER_AUTH, selfSigned } from '../../../support/certificates.js'
import { build, freePort, killAll, startCommand } from '../../run-command.js'

declare const missingPrograms: readonly string[]

/** The ways in which kubectl shows who asks, as its users set them up. */
const folder = mkdtempSync(path.join(os.tmpdir(), 'binnacle-kubectl-'))
const put = (name: string, text: string) => {
  const file = path.join(folder, name)
  writeFileSync(file, text)
  return file
}

const env = { ...process.env, KUBECONFIG: path.join(folder, 'config'), HOME: folder }
const kubectl = async (line: string): Promise<string> => (await promisify(execFile)('kubectl', line.split(' '), { env })).stdout
/** Who kubectl is in a context. */
const whoAmI = async (context: string) =>
  JSON.parse(await kubectl(`--context ${context} auth whoami -o json`)).status.userInfo as {
    readonly username: string
    readonly groups: readonly string[]
  }
const context = (user: string) => kubectl(`config set-context ${user} --cluster plane --user ${user} --namespace default`)

/** Credentials that a program prints, as kubectl asks for them: here by printing a file. */
async function credentialsOf(user: string, status: object): Promise<void> {
  const apiVersion = 'client.authentication.k8s.io/v1beta1'
  const file = put(`${user}.json`, JSON.stringify({ apiVersion, kind: 'ExecCredential', status }))
  await kubectl(`config set-credentials ${user} --exec-api-version ${apiVersion} --exec-command cat --exec-arg ${file}`)
  await context(user)
}

const describeWithKubectl = missingPrograms.includes('kubectl') ? describe.skip : describe

describeWithKubectl('kubectl', () => {
  let people: Issued
  const issued = (subject: string) => people.issue({ subject, usages: [CLIENT_AUTH] })

  beforeAll(async () => {
    await build()
    people = await selfSigned({ subject: 'CN=people' })
    const hosts = await selfSigned({ subject: 'CN=hosts' })
    const pair = await hosts.issue({ hosts: ['127.0.0.1'], usages: [SERVER_AUTH] })
    const port = await freePort()
    const server = startCommand([
      ...['serve', '--dialect', 'kubernetes', '--secure-port', String(port), '--authorization-mode', 'RBAC'],
      ...['--tls-cert-file', put('tls.pem', pair.cert), '--tls-private-key-file', put('tls.key', pair.key)],
      ...['--client-ca-file', put('people.pem', people.cert)],
    ])
    await server.printed('binnacle is ready on')
    await kubectl(
      `config set-cluster plane --server https://127.0.0.1:${port} --certificate-authority ${put('hosts.pem', hosts.cert)}`,
    )
    const root = await issued('O=system:masters,CN=root')
    const files = `--client-certificate ${put('root.pem', root.cert)} --client-key ${put('root.key', root.key)}`
    await kubectl(`config set-credentials root ${files}`)
    await context('root')
  }, 120_000)
  afterAll(() => {
    killAll()
    rmSync(folder, { recursive: true, force: true })
  })

  test('is the user of its client certificate, in files and inside its configuration', async () => {
    expect(await whoAmI('root')).toMatchObject({ username: 'root', groups: ['system:masters', 'system:authenticated'] })
    const jane = await issued('O=dev,CN=jane')
    const files = `--client-certificate ${put('jane.pem', jane.cert)} --client-key ${put('jane.key', jane.key)}`
    await kubectl(`config set-credentials jane ${files} --embed-certs`)
    await context('jane')
    rmSync(path.join(folder, 'jane.key'))
    expect(await whoAmI('jane')).toMatchObject({ username: 'jane', groups: ['dev', 'system:authenticated'] })
  }, 60_000)

  test('is the service account whose token it was given, with the rights of that', async () => {
    await kubectl('--context root create serviceaccount robot')
    await kubectl('--context root create role reader --verb get,list --resource configmaps')
    await kubectl('--context root create configmap settings --from-literal a=b')
    await kubectl('--context root create rolebinding reader --role reader --serviceaccount default:robot')
    const token = (await kubectl('--context root create token robot')).trim()
    await kubectl(`config set-credentials robot --token ${token}`)
    await context('robot')
    expect(await whoAmI('robot')).toMatchObject({ username: 'system:serviceaccount:default:robot' })
    expect(await kubectl('--context robot auth can-i --list')).toMatch(/^configmaps +\[\] +\[\] +\[get list\]$/m)
    expect(await kubectl('--context robot get configmaps -o name')).toContain('configmap/settings')
  }, 60_000)

  test('is the user of a credential plugin, by a token or by a certificate', async () => {
    const token = (await kubectl('--context root create token default')).trim()
    await credentialsOf('by-token', { token })
    expect(await whoAmI('by-token')).toMatchObject({ username: 'system:serviceaccount:default:default' })
    const { cert, key } = await issued('O=ops,CN=zoe')
    await credentialsOf('by-certificate', { clientCertificateData: cert, clientKeyData: key })
    expect(await whoAmI('by-certificate')).toMatchObject({ username: 'zoe', groups: ['ops', 'system:authenticated'] })
  }, 60_000)
})
