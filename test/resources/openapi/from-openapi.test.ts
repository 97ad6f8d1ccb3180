import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { dialects, kubernetesDialect, platformDialect } from '../../../src/meta/index.js'
import { fromOpenAPI } from '../../../src/public/index.js'
import { builtinResources, completeDefinitions, ResourceCatalog } from '../../../src/resources/index.js'
import { create, objectOf, pick } from '../support.js'
import { smallDocument } from './document.js'

const definitions = await completeDefinitions(fromOpenAPI(smallDocument()))
const namesOf = (definitions: ReturnType<typeof fromOpenAPI>) => definitions.map(({ group, names }) => `${group}/${names.plural}`)

describe('the types of a document', () => {
  test('are the kinds that can be created, read and listed, except those that every plane has; with pods, bindings and component statuses', () => {
    expect(namesOf(definitions)).toEqual([
      '/pods',
      'networking.platform.io/networkpolicies',
      'apps/deployments',
      'autoscaling/horizontalpodautoscalers',
      'node.platform.io/runtimeclasses',
      '/bindings',
      '/componentstatuses',
    ])
  })

  test('lack the names and rules that documents lack until a plane is created', () => {
    const [pods, served] = [fromOpenAPI(smallDocument()), definitions].map((some) => pick(some, 'pods').names.shortNames)
    expect({ pods, served }).toEqual({ pods: [], served: ['po'] })
  })

  test('keep what a program has changed in a copy, beside what a plane adds', async () => {
    const readOnly = fromOpenAPI(smallDocument()).map((definition) => ({ ...definition, verbs: ['get'] as const }))
    const { names, verbs } = pick(await completeDefinitions(readOnly), 'pods')
    expect({ shortNames: names.shortNames, verbs }).toEqual({ shortNames: ['po'], verbs: ['get'] })
  })

  test.each([
    { version: 2, written: 'kubernetes', read: 'platform' },
    { version: 2, written: 'platform', read: 'kubernetes' },
    { version: 3, written: 'kubernetes', read: 'kubernetes' },
    { version: 3, written: 'platform', read: 'platform' },
  ] as const)('are the same from OpenAPI $version of the $written dialect, for a $read plane', ({ version, written, read }) => {
    const [from, to] = [written, read].map((name) => dialects.find((dialect) => dialect.name === name) ?? platformDialect)
    const found = fromOpenAPI(smallDocument(version, from), { dialect: to ?? platformDialect })
    expect(namesOf(found)).toEqual(namesOf(definitions).map((name) => name.replace('platform.io', to?.groupDomain ?? '')))
    const document = pick(found, 'networkpolicies', `networking.${to?.groupDomain}`).versions[0]?.schema?.document
    expect(document?.[`${to?.schemaPrefix}group-version-kind`]).toEqual([
      { group: `networking.${to?.groupDomain}`, version: 'v1', kind: 'NetworkPolicy' },
    ])
  })

  test('have their scope, their verbs and their subresources', () => {
    const pods = pick(definitions, 'pods')
    expect(pods.namespaced).toBe(true)
    expect(pods.verbs).toEqual(['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'])
    expect(pods.versions[0]?.subresources.map(({ name }) => name)).toEqual([
      'status',
      'binding',
      'ephemeralcontainers',
      'eviction',
      'resize',
      'log',
      'exec',
      'attach',
      'portforward',
      'proxy',
    ])
    expect(pick(definitions, 'runtimeclasses', 'node.platform.io').namespaced).toBe(false)
    const [status, scale] = pick(definitions, 'deployments', 'apps').versions[0]?.subresources ?? []
    expect(status?.name).toBe('status')
    expect(scale).toMatchObject({ name: 'scale', kind: { group: 'autoscaling', version: 'v1', kind: 'Scale' } })
  })

  test('have their versions in order of preference, and are stored in the first', () => {
    const autoscalers = pick(definitions, 'horizontalpodautoscalers', 'autoscaling')
    expect(autoscalers.versions.map(({ name }) => name)).toEqual(['v2', 'v1'])
    expect(autoscalers.storageVersion).toBe('v2')
  })

  test('have their own schema, not that of options which name many kinds', () => {
    const policies = pick(definitions, 'networkpolicies', 'networking.platform.io')
    expect(policies.versions[0]?.schema?.name).toBe('NetworkPolicy')
    expect(policies.versions[0]?.schema?.prune({ rules: [{ ports: [1], extra: 1 }] }).unknownFields).toEqual(['rules[0].extra'])
  })

  test('leave out empty lists, and show their status even when it is empty', () => {
    const deployments = pick(definitions, 'deployments', 'apps')
    expect(create(deployments, objectOf(deployments, { spec: {}, status: { replicas: 1 } })).object.status).toEqual({})
    const policies = pick(definitions, 'networkpolicies', 'networking.platform.io')
    expect(create(policies, objectOf(policies, { rules: [] })).object).not.toHaveProperty('rules')
  })

  test.each([
    { what: 'text', document: 'openapi' },
    { what: 'another document', document: { kind: 'List' } },
    { what: 'an unknown version', document: { swagger: '1.2', paths: {} } },
    { what: 'no paths', document: { openapi: '3.0.0' } },
  ])('$what is refused in one line', ({ document }) => {
    expect(() => fromOpenAPI(document)).toThrow(/^[^\n]*OpenAPI[^\n]*$/)
  })

  test('a document without operations has no types', () => {
    expect(fromOpenAPI({ swagger: '2.0', paths: { '/api/v1/things': {}, '/other': null } })).toEqual([])
  })
})

describe('the document of a whole cluster', () => {
  const file = new URL('../../../../shared/data/openapi-v2.json', import.meta.url)
  const document = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : smallDocument()

  test.each(dialects)('gives types with schemas, beside those that every plane has: $name', (dialect) => {
    const definitions = fromOpenAPI(document, { dialect })
    const withoutSchema = definitions.filter(({ versions }) => versions.some(({ schema }) => schema === undefined))
    expect(withoutSchema.map(({ names }) => names.kind)).toEqual([])
    const catalog = new ResourceCatalog([...builtinResources(dialect), ...definitions])
    expect(catalog.find(`rbac.authorization.${dialect.groupDomain}`, 'v1', 'roles')).toBeDefined()
    expect(catalog.find('', 'v1', 'pods')).toBeDefined()
    expect(catalog.groups()[0]).toEqual({ group: '', versions: ['v1'] })
    const keys = catalog.all().map(({ group, names }) => `${group}/${names.plural}`)
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('compiles no schema before an object comes', () => {
    let compiled = 0
    const spec = Object.entries(document.definitions).find(([name]) => name.endsWith('.NetworkPolicySpec'))
    const [name, { properties, ...rest }] = spec as unknown as [string, { properties: Record<string, object> }]
    // Only a compiler asks for the type of a member.
    const policyTypes = new Proxy(properties.policyTypes ?? {}, {
      get(target, member, receiver) {
        if (member === 'type') compiled += 1
        return Reflect.get(target, member, receiver)
      },
    })
    const definition = { ...rest, properties: { ...properties, policyTypes } }
    const definitions = fromOpenAPI(
      { ...document, definitions: { ...document.definitions, [name]: definition } },
      { dialect: kubernetesDialect },
    )
    expect(compiled).toBe(0)
    const policies = pick(definitions, 'networkpolicies', `networking.${kubernetesDialect.groupDomain}`)
    policies.versions[0]?.schema?.prune({ spec: { policyTypes: ['Ingress'] } })
    expect(compiled).toBeGreaterThan(0)
  })
})
