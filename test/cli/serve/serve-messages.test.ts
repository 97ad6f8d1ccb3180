import { expect, test } from '@jest/globals'
import type { ServeValues } from '../../../src/cli/serve/serve-flags.js'
import { readyLines } from '../../../src/cli/serve/serve-messages.js'
import { kubernetesDialect } from '../../../src/meta/index.js'

const URL = 'https://127.0.0.1:6443'
const VALUES = { dialect: kubernetesDialect, resources: [] } as unknown as ServeValues
const linesOf = (token: string | undefined, kubeconfig?: string) =>
  readyLines([URL], { ...VALUES, 'write-kubeconfig': kubeconfig }, token)

test('the printed commands contain the token of this run, and work as printed', () => {
  expect(linesOf('secret')).toContain(`kubectl --server ${URL} --token secret --insecure-skip-tls-verify get namespaces`)
  expect(linesOf('secret', 'kc')).toContain('kubectl --kubeconfig kc get namespaces')
})

test('with other flags for authentication, a configuration file without a credential is announced', () => {
  expect(linesOf(undefined, 'kc')).toContain('kc gets no credential')
  expect(linesOf(undefined)).not.toContain('credential')
})

test('a plane with two listeners prints both addresses, HTTPS first', () => {
  const text = readyLines(['http://127.0.0.1:8080', URL], VALUES, 'secret')
  expect(text).toContain(`binnacle is ready on ${URL}\nIt listens on http://127.0.0.1:8080 as well.\n`)
  expect(text).toContain(`kubectl --server ${URL} `)
})

test('who has chosen no types is told how to get Pods', () => {
  expect(linesOf('secret')).toContain('--resources kubernetes adds Pods, Deployments and others.')
  expect(readyLines([URL], { ...VALUES, resources: ['kubernetes'] }, 'secret')).not.toContain('--resources')
})
