import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { mutatingAdmissionPolicy, validatingAdmissionPolicy } from '../../src/admission/index.js'
import { kubernetesDialect } from '../../src/meta/index.js'
import { fromOpenAPI } from '../../src/public/index.js'
import { type TestServer, testServer } from '../../src/testing/index.js'

declare const missingPrograms: readonly string[]
const withKubectl = missingPrograms.includes('kubectl') ? describe.skip : describe

const GROUP = 'admissionregistration.k8s.io'
const policy = (reason: string) => `
apiVersion: ${GROUP}/v1
kind: ValidatingAdmissionPolicy
metadata:
  name: few-keys
spec:
  matchConstraints:
    resourceRules:
      - { apiGroups: [''], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [configmaps] }
  validations:
    - expression: "!has(object.data) || size(object.data) < 3"
      messageExpression: "'expected two keys at the most, but there are ' + string(size(object.data))"
      reason: ${reason}
`
const binding = (action: string) => `
apiVersion: ${GROUP}/v1
kind: ValidatingAdmissionPolicyBinding
metadata:
  name: few-keys-here
spec:
  policyName: few-keys
  validationActions: [${action}]
`
const map = (name: string, ...keys: readonly string[]) => `
apiVersion: v1
kind: ConfigMap
metadata: { name: ${name} }
data: { ${keys.map((key) => `${key}: x`).join(', ')} }
`

withKubectl('kubectl', () => {
  let folder: string
  let server: TestServer
  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'binnacle-policies-'))
    const document = new URL('../../../shared/data/openapi-v2.json', import.meta.url)
    server = await testServer({
      dialect: 'kubernetes',
      resources: fromOpenAPI(JSON.parse(readFileSync(document, 'utf8')), { dialect: kubernetesDialect }),
      admission: [mutatingAdmissionPolicy(), validatingAdmissionPolicy()],
    })
    writeFileSync(`${folder}/config`, server.kubeconfig, { mode: 0o600 })
  })
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })

  /** What it prints, and whether it was content. */
  const kubectl = (args: readonly string[], input = '') =>
    new Promise<{ readonly isGood: boolean; readonly out: string; readonly err: string }>((resolve) => {
      const options = { env: { ...process.env, HOME: folder } }
      const whole = ['--kubeconfig', `${folder}/config`, ...args]
      const child = execFile('kubectl', whole, options, (error, out, err) => resolve({ isGood: !error, out, err }))
      child.stdin?.end(input)
    })
  const apply = (...documents: readonly string[]) => kubectl(['apply', '-f', '-'], documents.join('---'))
  const denial =
    "ValidatingAdmissionPolicy 'few-keys' with binding 'few-keys-here' denied request: expected two keys at the most, but there are 3"

  test('applies a policy, and shows the message with which it refuses', async () => {
    expect((await apply(policy('Invalid'), binding('Deny'))).out.split('\n')).toEqual([
      `validatingadmissionpolicy.${GROUP}/few-keys created`,
      `validatingadmissionpolicybinding.${GROUP}/few-keys-here created`,
      '',
    ])
    expect(await apply(map('few', 'a', 'b'))).toEqual({ isGood: true, out: 'configmap/few created\n', err: '' })
    expect(await apply(map('many', 'a', 'b', 'c'))).toEqual({
      isGood: false,
      out: '',
      err: `The configmaps "many" is invalid: : ${denial}\n`,
    })
    expect((await apply(map('few', 'a', 'b', 'c'))).err).toContain(denial)
  })

  test('is refused by a policy with Deny, warned by one with Warn, and unaffected when the policy is deleted', async () => {
    expect((await apply(policy('Forbidden'))).out).toBe(`validatingadmissionpolicy.${GROUP}/few-keys configured\n`)
    expect((await apply(map('many', 'a', 'b', 'c'))).err).toBe(
      `Error from server (Forbidden): error when creating "STDIN": configmaps "many" is forbidden: ${denial}\n`,
    )
    await apply(binding('Warn'))
    const warned = await apply(map('many', 'a', 'b', 'c'))
    expect(warned).toEqual({
      isGood: true,
      out: 'configmap/many created\n',
      err: `Warning: ${denial.replace('ValidatingAdmissionPolicy', 'Validation failed for ValidatingAdmissionPolicy').replace(' denied request', '')}\n`,
    })
    await kubectl(['delete', 'validatingadmissionpolicy', 'few-keys'])
    expect(await apply(map('more', 'a', 'b', 'c'))).toEqual({ isGood: true, out: 'configmap/more created\n', err: '' })
  })

  test('shows the errors of an invalid policy', async () => {
    const { isGood, err } = await apply(policy('Invalid').replace('size(object.data)', 'sizeof(object.data)'))
    expect(isGood).toBe(false)
    expect(err).toContain('The ValidatingAdmissionPolicy "few-keys" is invalid: spec.validations[0].expression: Invalid value')
    expect(err).toContain("undeclared reference to 'sizeof'")
  })
})
