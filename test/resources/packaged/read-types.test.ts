import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type ControlPlane, createControlPlane, type ResourceDefinition } from '../../../src/public/index.js'
import { base64, makeRequest } from '../../support/certificate-requests.js'
import { type Kind, kinds, plain } from './support.js'

const url = new URL('../../../src/resources/packaged/generated/types.ts', import.meta.url)
const [, declared = ''] = /^interface ReadTypes \{\n(.*?)^\}/ms.exec(readFileSync(url, 'utf8')) ?? []
/** The kinds whose types say that objects have more when they are read, and what that is. */
const read = [...declared.matchAll(/^ {2}'[\w.]*?(v\d+)\.(\w+)': \{\n(.*?)^ {2}\}/gms)].map(
  ([, version = '', kind = '', members = '']) => ({
    version,
    kind: kind as Kind,
    members: [...members.matchAll(/^ {4}readonly (spec|status):/gm)].map(([, member = '']) => member),
  }),
)

const pods = { resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }] }
const mutations = [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } }]
const thing = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }
const { request } = await makeRequest()
/** What kinds hold at least that have no such object elsewhere. */
const LEAST: Readonly<Partial<Record<Kind, Readonly<Record<string, unknown>>>>> = {
  MutatingAdmissionPolicy: { spec: { matchConstraints: pods, mutations, reinvocationPolicy: 'Never' } },
  MutatingAdmissionPolicyBinding: { spec: { policyName: 'a' } },
  ValidatingAdmissionPolicy: { spec: { matchConstraints: pods, validations: [{ expression: 'true' }] } },
  CustomResourceDefinition: {
    metadata: { name: 'things.example.com' },
    spec: { group: 'example.com', scope: 'Namespaced', names: { plural: 'things', kind: 'Thing' }, versions: [thing] },
  },
  CertificateSigningRequest: { spec: { request: base64(request), signerName: 'example.com/own', usages: ['client auth'] } },
  ServiceCIDR: { spec: { cidrs: ['10.1.0.0/16'] } },
}

describe('types of packaged kinds for objects that are read', () => {
  let plane: ControlPlane
  beforeAll(async () => {
    plane = await createControlPlane({ resources: Object.values(kinds) })
  })
  afterAll(() => plane.close())

  test('is said of most of them', () => {
    expect(read.length).toBeGreaterThan(30)
  })

  test.each(read)('$kind of $version always has $members', async ({ kind, version, members }) => {
    const definition: ResourceDefinition = kinds[kind]
    const type = plane.client().resource(definition, { version })
    const objects = definition.namespaced ? type.namespace('default') : type
    const { metadata, ...fields } = { ...plain(kind), ...LEAST[kind] }
    const name = metadata.name === 'a' ? `a-${version}` : String(metadata.name)
    const { apiVersion: _, ...sent } = { ...fields, metadata: { name } }
    const there = Object.fromEntries(members.map((member) => [member, expect.any(Object)]))
    expect(await objects.create(sent)).toMatchObject(there)
    const replaced = await objects.updateWithRetry(name, (draft: { metadata: object; status?: unknown }) => {
      draft.metadata = { ...draft.metadata, labels: { is: 'replaced' } }
      delete draft.status
    })
    expect(replaced).toMatchObject(there)
    expect(await objects.get(name)).toMatchObject(there)
  })
})
