/**
 * kubectl of an old release and of today, against planes that are the releases that they were made for, on one directory.
 */

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { build, freePort, killAll, startCommand } from './run-command.js'

const TODAY = 'kubectl'
/** Where `.ci/run` puts the one that Debian has. */
const CACHED = fileURLToPath(new URL('../../node_modules/.cache/kubectl-1.20/usr/bin/kubectl', import.meta.url))
const OLD = process.env.OLD_KUBECTL ?? (existsSync(CACHED) ? CACHED : TODAY)

let folder: string
beforeAll(async () => {
  await build()
  folder = await mkdtemp(path.join(os.tmpdir(), 'binnacle-kubectl-'))
}, 300_000)
afterAll(async () => {
  killAll()
  await rm(folder, { recursive: true })
})

const run = promisify(execFile)

interface Said {
  readonly stdout: string
  readonly stderr: string
}

/** Works with a plane that is a release, by a kubectl. */
async function atRelease(
  release: string,
  program: string,
  work: (kubectl: (line: string) => Promise<Said>) => Promise<void>,
): Promise<void> {
  const kubeconfig = path.join(folder, `kubeconfig-${release}`)
  const { child, ended, printed } = startCommand([
    ...['serve', '--secure-port', String(await freePort()), '--emulated-version', release, '--write-kubeconfig', kubeconfig],
    ...['--storage', `lmdb:${path.join(folder, 'state')}`, '--resources', 'kubernetes'],
  ])
  await printed('is ready')
  // A home of its own, so that nothing is read or kept that other runs have left there.
  const env = { ...process.env, HOME: await mkdtemp(path.join(folder, 'home-')), KUBECONFIG: kubeconfig }
  try {
    await work((line) => run(program, line.split(' '), { env, cwd: folder }))
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

const INGRESS = `apiVersion: extensions/v1beta1
kind: Ingress
metadata: { name: shop, namespace: default }
spec:
  rules:
  - host: shop.example.com
    http: { paths: [{ path: /, pathType: ImplementationSpecific, backend: { serviceName: web, servicePort: 80 } }] }
`
const CRON_JOB = `apiVersion: batch/v1beta1
kind: CronJob
metadata: { name: nightly, namespace: default }
spec:
  schedule: "0 0 * * *"
  jobTemplate: { spec: { template: { spec: { restartPolicy: Never, containers: [{ name: c, image: i }] } } } }
`

async function minorOf(program: string): Promise<number> {
  const { stdout } = await run(program, ['version', '--client', '--output=json'])
  return Number.parseInt(JSON.parse(stdout).clientVersion.minor, 10)
}

describe('on one directory', () => {
  test('a plane of release 1.20 serves the versions of its time, and warns of those that will be removed', async () => {
    await writeFile(path.join(folder, 'old.yaml'), `${INGRESS}---\n${CRON_JOB}`)
    await atRelease('1.20', OLD, async (kubectl) => {
      expect(JSON.parse((await kubectl('version --output=json')).stdout).serverVersion).toMatchObject({ major: '1', minor: '20' })
      const versions = (await kubectl('api-versions')).stdout.split('\n')
      expect(versions).toEqual(
        expect.arrayContaining(['extensions/v1beta1', 'batch/v1beta1', 'networking.k8s.io/v1', 'policy/v1beta1']),
      )
      expect(versions).not.toContain('policy/v1')
      // Clients of then check what they send by the plane's own document.
      const applied = await kubectl('apply -f old.yaml')
      expect(applied.stdout).toBe('ingress.extensions/shop created\ncronjob.batch/nightly created\n')
      expect(applied.stderr).toContain(
        'Warning: extensions/v1beta1 Ingress is deprecated in v1.14+, unavailable in v1.22+; use networking.k8s.io/v1 Ingress',
      )
      expect((await kubectl('apply -f old.yaml')).stdout).toBe(
        'ingress.extensions/shop unchanged\ncronjob.batch/nightly unchanged\n',
      )
      expect((await kubectl('get cronjobs.v1beta1.batch')).stdout).toMatch(/nightly +0 0 \* \* \*/)
      expect(
        (await kubectl('get ingresses.v1beta1.extensions shop -o jsonpath={.spec.rules[0].http.paths[0].backend}')).stdout,
      ).toBe('{"serviceName":"web","servicePort":80}')
      await kubectl('create deployment web --image=i --replicas=2')
      expect((await kubectl('scale deployment web --replicas=3')).stdout).toBe('deployment.apps/web scaled\n')
      expect((await kubectl('get podsecuritypolicies.v1beta1.policy')).stderr).toContain('No resources found')
      expect((await kubectl('explain ingress.spec')).stdout).toContain('rules')
    })
  }, 120_000)

  test('a plane of the latest release shows the same objects in the versions that remain', async () => {
    const minor = Math.min(await minorOf(TODAY), 36)
    // A client that is as old as the plane before has seen all of this already.
    const release = minor < 25 ? '1.25' : `1.${minor}`
    await atRelease(release, TODAY, async (kubectl) => {
      expect(JSON.parse((await kubectl('version --output=json')).stdout).serverVersion.gitVersion).toContain(`v${release}`)
      const versions = (await kubectl('api-versions')).stdout.split('\n')
      for (const gone of ['extensions/v1beta1', 'batch/v1beta1', 'policy/v1beta1']) expect(versions).not.toContain(gone)
      const backend = '-o jsonpath={.spec.rules[0].http.paths[0].backend}'
      const shown = await kubectl(`get ingresses.v1.networking.k8s.io shop ${backend}`)
      expect([shown.stdout, shown.stderr]).toEqual(['{"service":{"name":"web","port":{"number":80}}}', ''])
      expect((await kubectl('get cronjobs.v1.batch')).stdout).toMatch(/nightly +0 0 \* \* \*/)
      expect((await kubectl('get deployment web -o jsonpath={.spec.replicas}')).stdout).toBe('3')
      expect((await kubectl('label ingresses.v1.networking.k8s.io shop season=spring')).stdout).toBe(
        'ingress.networking.k8s.io/shop labeled\n',
      )
      await expect(kubectl('get podsecuritypolicies')).rejects.toThrow(
        /the server doesn't have a resource type "podsecuritypolicies"/,
      )
    })
    await atRelease('1.20', OLD, async (kubectl) => {
      const { stdout } = await kubectl('get ingresses.v1beta1.extensions shop --show-labels')
      expect(stdout).toContain('season=spring')
    })
  }, 120_000)
})
