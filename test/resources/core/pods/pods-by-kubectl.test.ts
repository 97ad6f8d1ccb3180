import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { kubernetesDialect } from '../../../../src/meta/index.js'
import { packagedKinds } from '../../../../src/public/kubernetes.js'
import { simulateWorkloads } from '../../../../src/public/testing.js'
import { type TestServer, testServer } from '../../../../src/testing/index.js'

declare const missingPrograms: readonly string[]
const withKubectl = missingPrograms.includes('kubectl') ? describe.skip : describe

const OBJECTS = `
apiVersion: v1
kind: Pod
metadata: { name: web, namespace: default }
spec: { containers: [{ name: main, image: 'a:1' }] }
---
apiVersion: v1
kind: Node
metadata: { name: n1 }
`

withKubectl('kubectl', () => {
  const home = mkdtempSync(path.join(os.tmpdir(), 'binnacle-pods-'))
  const pods = {
    async *log({ name, options }: { readonly name: string; readonly options: object }) {
      yield `${name} ${JSON.stringify(options)}\n`
    },
    proxy: (request: Request) => new Response(new URL(request.url).pathname),
  }
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ resources: Object.values(packagedKinds({ dialect: kubernetesDialect, pods })) })
    writeFileSync(path.join(home, 'config'), server.kubeconfig)
  })
  afterAll(async () => {
    await server.close()
    rmSync(home, { recursive: true, force: true })
  })

  const kubectl = (args: string, input = '') =>
    new Promise<string>((resolve) => {
      const env = { ...process.env, HOME: home, KUBECONFIG: path.join(home, 'config') }
      const child = execFile('kubectl', args.split(' '), { env }, (_error, out, err) => resolve(out + err))
      child.stdin?.end(input)
    })

  test('reads logs, asks what a pod serves, binds pods and drains nodes', async () => {
    await kubectl('create -f -', OBJECTS)
    expect(await kubectl('logs web -f --tail=3')).toBe('web {"container":"main","follow":true,"tailLines":3}\n')
    const pod = '/api/v1/namespaces/default/pods/web'
    expect(await kubectl(`get --raw ${pod}/proxy/a/b/`)).toBe('/a/b/')
    expect(await kubectl('exec web -- ls')).toContain('pods/exec has no handler')
    const binding = { apiVersion: 'v1', kind: 'Binding', metadata: { name: 'web' }, target: { kind: 'Node', name: 'n1' } }
    await kubectl(`create --raw ${pod}/binding -f -`, JSON.stringify(binding))
    expect(await kubectl('get pod web -o jsonpath={.spec.nodeName}')).toBe('n1')
    // A drain waits until the agent of the node has removed the pods.
    await simulateWorkloads(server.plane.client())
    expect(await kubectl('drain n1 --force')).toContain('pod/web evicted')
    expect(await kubectl('get pods -o name')).toBe('')
  }, 60_000)
})
