import { mkdir, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { KubeconfigError, mergeKubeconfigs, selectContext } from '../../../src/client/node/index.js'
import { connect, loadKubeconfig, parseKubeconfig } from '../../../src/public/client/node.js'
import { temporaryFolder } from '../node/servers.js'

const WHOLE = `
apiVersion: v1
kind: Config
current-context: main
preferences: {}
contexts:
- name: main
  context: {cluster: near, user: alice, namespace: shop}
- name: other
  context: {cluster: far, user: ''}
clusters:
- name: near
  cluster:
    server: https://near.example.com:6443
    tls-server-name: plane
    certificate-authority: ca.pem
    proxy-url: http://proxy:3128
- name: far
  cluster: {server: http://far.example.com, insecure-skip-tls-verify: true}
users:
- name: alice
  user:
    client-certificate-data: AAAA
    client-key: keys/alice.pem
    token: secret
    as: bob
    as-uid: u1
    as-groups: [devs]
    as-user-extra: {scope: [a, b]}
`

describe('a kubeconfig', () => {
  test('is read with all its parts', async () => {
    const kubeconfig = await parseKubeconfig(WHOLE, { folder: '/etc/plane' })
    expect(selectContext(kubeconfig)).toEqual({
      name: 'main',
      namespace: 'shop',
      cluster: {
        server: 'https://near.example.com:6443',
        tlsServerName: 'plane',
        insecureSkipTlsVerify: false,
        certificateAuthority: 'ca.pem',
        proxyUrl: 'http://proxy:3128',
        folder: '/etc/plane',
      },
      user: {
        clientCertificateData: 'AAAA',
        clientKey: 'keys/alice.pem',
        token: 'secret',
        impersonate: { username: 'bob', uid: 'u1', groups: ['devs'], extra: { scope: ['a', 'b'] } },
        folder: '/etc/plane',
      },
    })
    expect(selectContext(kubeconfig, 'other')).toMatchObject({ namespace: undefined, user: { folder: undefined } })
  })

  test('may be JSON, and have members that are null', async () => {
    const text = JSON.stringify({ clusters: null, users: null, contexts: null, 'current-context': '' })
    expect(await parseKubeconfig(text)).toMatchObject({ currentContext: '' })
  })

  test('of several the first one that sets a value is used', async () => {
    const first = await parseKubeconfig('clusters: [{name: a, cluster: {server: "http://one"}}]')
    const second = await parseKubeconfig(
      '{current-context: x, clusters: [{name: a, cluster: {server: "http://two"}}, {name: b}]}',
    )
    const merged = mergeKubeconfigs([first, second])
    expect(merged.currentContext).toBe('x')
    expect(merged.clusters.get('a')?.server).toBe('http://one')
    expect([...merged.clusters.keys()].sort()).toEqual(['a', 'b'])
  })

  test('is loaded from files, of which some may be missing; relative paths start at the folder of each', async () => {
    const folder = await temporaryFolder()
    await mkdir(path.join(folder, 'sub'))
    await writeFile(path.join(folder, 'a'), '{users: [{name: u, user: {tokenFile: t}}]}')
    await writeFile(path.join(folder, 'sub/b'), '{current-context: c, clusters: [{name: k, cluster: {server: "http://x"}}]}')
    const paths = [path.join(folder, 'a'), path.join(folder, 'missing'), '', path.join(folder, 'sub/b')]
    const kubeconfig = await loadKubeconfig({ paths })
    expect(kubeconfig.users.get('u')?.folder).toBe(folder)
    expect(kubeconfig.clusters.get('k')?.folder).toBe(path.join(folder, 'sub'))
  })
})

describe('without paths', () => {
  const { KUBECONFIG: before } = process.env
  afterEach(() => {
    jest.restoreAllMocks()
    if (before === undefined) delete process.env.KUBECONFIG
    else process.env.KUBECONFIG = before
  })

  test('KUBECONFIG names the files', async () => {
    const folder = await temporaryFolder()
    const [first, second] = [path.join(folder, 'first'), path.join(folder, 'second')]
    await writeFile(first, '{current-context: one}')
    await writeFile(second, '{current-context: two, clusters: [{name: k, cluster: {server: "http://x"}}]}')
    process.env.KUBECONFIG = [first, path.join(folder, 'missing'), second].join(path.delimiter)
    const { currentContext, clusters } = await loadKubeconfig()
    expect([currentContext, ...clusters.keys()]).toEqual(['one', 'k'])
  })

  test.each([undefined, ''])('it is ~/.kube/config where KUBECONFIG is %p', async (list) => {
    const home = await temporaryFolder()
    jest.spyOn(os, 'homedir').mockReturnValue(home)
    if (list === undefined) delete process.env.KUBECONFIG
    else process.env.KUBECONFIG = list
    await expect(loadKubeconfig()).rejects.toThrow(`there is no kubeconfig at ${path.join(home, '.kube', 'config')}`)

    await mkdir(path.join(home, '.kube'))
    await writeFile(path.join(home, '.kube', 'config'), '{current-context: home}')
    expect((await loadKubeconfig()).currentContext).toBe('home')
  })
})

describe('errors of a kubeconfig are reported in one line', () => {
  test.each([
    { text: 'a: [', message: /^plane\.yaml: / },
    { text: '[]', message: /^plane\.yaml: the document: / },
    { text: '{kind: Pod}', message: 'plane.yaml: kind: has to be "Config"' },
    { text: '{clusters: [{name: a, cluster: {server: 5}}]}', message: /^plane\.yaml: clusters\[0\]\.cluster\.server: / },
    { text: '{users: [{user: {}}]}', message: /^plane\.yaml: users\[0\]\.name: / },
  ])('$text', async ({ text, message }) => {
    const error = await parseKubeconfig(text, { name: 'plane.yaml' }).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(KubeconfigError)
    expect((error as Error).message).not.toContain('\n')
    if (typeof message === 'string') expect((error as Error).message).toBe(message)
    else expect((error as Error).message).toMatch(message)
  })

  const exec = (members: object = {}) => ({
    exec: { apiVersion: 'client.authentication.platform.io/v1', command: 'x', interactiveMode: 'Never', ...members },
  })
  const withEntries = (cluster: object, user: object = {}) =>
    parseKubeconfig(
      JSON.stringify({
        'current-context': 'c',
        contexts: [{ name: 'c', context: { cluster: 'k', user: 'u' } }],
        clusters: [{ name: 'k', cluster }],
        users: [{ name: 'u', user }],
      }),
    )

  test.each([
    {
      user: { token: 't', username: 'u' },
      message: 'user "u": only one way to be known is allowed, and there are: token, username',
    },
    { user: { token: 't', ...exec() }, message: 'only one way to be known is allowed, and there are: token, exec' },
    { user: { 'auth-provider': { name: 'gcp' } }, message: 'user "u": auth-provider "gcp" is not supported; use an exec plugin' },
    { user: { 'client-key': 'k' }, message: 'user "u": a client certificate is missing beside the other of the pair' },
    { user: { 'client-certificate': 'c' }, message: 'user "u": a client key is missing beside the other of the pair' },
    { user: exec({ command: '' }), message: 'user "u": exec.command is missing' },
    {
      user: exec({ interactiveMode: '' }),
      message: 'exec.interactiveMode is required by client.authentication.platform.io/v1: Never, IfAvailable, Always',
    },
    {
      user: exec({ interactiveMode: 'Sometimes' }),
      message: 'exec.interactiveMode: "Sometimes" is none of Never, IfAvailable, Always',
    },
    {
      user: exec({ apiVersion: 'client.authentication.platform.io/v2' }),
      message: 'exec.apiVersion: "client.authentication.platform.io/v2" is none of',
    },
    { user: exec({ env: [{ name: '', value: 'x' }] }), message: 'exec.env: a variable has no name' },
  ])('user: $user', async ({ user, message }) => {
    const kubeconfig = await withEntries({ server: 'http://x' }, user)
    expect(() => selectContext(kubeconfig)).toThrow(message)
  })

  test.each([
    { text: '{}', message: 'no current context, and none was named; its contexts: none' },
    { text: '{current-context: gone, contexts: [{name: a}, {name: b}]}', message: 'no context "gone"; its contexts: "a", "b"' },
    {
      text: '{current-context: a, contexts: [{name: a, context: {cluster: k}}]}',
      message: 'context "a": the kubeconfig has no cluster "k"',
    },
    {
      text: '{current-context: a, contexts: [{name: a, context: {cluster: k, user: u}}], clusters: [{name: k}]}',
      message: 'context "a": the kubeconfig has no user "u"',
    },
    {
      text: '{current-context: a, contexts: [{name: a, context: {cluster: k}}], clusters: [{name: k}]}',
      message: 'cluster "k": server is missing',
    },
    {
      text: '{current-context: a, contexts: [{name: a, context: {cluster: k}}], clusters: [{name: k, cluster: {server: x, insecure-skip-tls-verify: true, certificate-authority: ca.pem}}]}',
      message: 'cluster "k": insecure-skip-tls-verify and a certificate authority contradict each other',
    },
  ])('context of $text', async ({ text, message }) => {
    const kubeconfig = await parseKubeconfig(text)
    expect(() => selectContext(kubeconfig)).toThrow(message)
  })

  test.each([
    { cluster: { server: 'nonsense' }, message: 'server: "nonsense" is no address of a server' },
    { cluster: { server: 'ftp://x' }, message: 'server: "ftp://x" is no address of a server' },
    { cluster: { server: 'http://x', 'proxy-url': 'gopher://y' }, message: 'proxy-url: "gopher://y" is no address of a proxy' },
    {
      cluster: { server: 'http://x', 'certificate-authority-data': '***' },
      message: 'certificate-authority-data: is not base64',
    },
    { cluster: { server: 'http://x', 'certificate-authority': 'ca.pem' }, message: 'ca.pem: is a relative path' },
  ])('cluster: $cluster', async ({ cluster, message }) => {
    const kubeconfig = await withEntries(cluster)
    expect(() => connect(kubeconfig)).toThrow(message)
  })

  test('a relative plugin of a text without a folder', async () => {
    const kubeconfig = await withEntries({ server: 'http://x' }, exec({ command: './x' }))
    expect(() => connect(kubeconfig)).toThrow(
      './x: is a relative path, and the kubeconfig has no folder that it could start from',
    )
  })

  test('no file at all', async () => {
    await expect(loadKubeconfig({ paths: ['/nowhere/a', '/nowhere/b'] })).rejects.toThrow(
      'there is no kubeconfig at /nowhere/a, /nowhere/b',
    )
    await expect(loadKubeconfig({ paths: [] })).rejects.toThrow('(no path was given)')
  })
})
