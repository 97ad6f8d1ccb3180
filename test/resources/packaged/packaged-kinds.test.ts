import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { dialects, kubernetesDialect, platformDialect } from '../../../src/meta/index.js'
import { createControlPlane, fromOpenAPI, type ResourceDefinition, type Stored } from '../../../src/public/index.js'
import { type PackagedKinds, type PackagedTypes, packagedKinds } from '../../../src/public/kubernetes.js'
import { completeDefinitions } from '../../../src/resources/index.js'
// @ts-expect-error A tool without types.
import { generate } from '../../../tools/kinds.mjs'

const file = new URL('../../../../shared/data/openapi-v2.json', import.meta.url)
/** The document that the tables were made from lies beside this repository; what compares with it needs it. */
const withDocument = existsSync(file) ? describe : describe.skip

describe('the packaged kinds', () => {
  test('are exported by name, and the values are those that a plane does not have by default', () => {
    const kinds = packagedKinds({ dialect: kubernetesDialect })
    const groups = new Set(Object.values(kinds).map(({ group }) => group))
    expect([...groups]).toEqual(expect.arrayContaining(['', 'apps', 'batch', 'networking.k8s.io', 'policy', 'storage.k8s.io']))
    expect(Object.keys(kinds)).toEqual(expect.arrayContaining(['Pod', 'Deployment', 'Service', 'PodDisruptionBudget']))
    expect(Object.keys(kinds)).not.toContain('ConfigMap')
    expect(kinds.ConfigMap.names.plural).toBe('configmaps')
    expect(kinds.Event.group).toBe('')
    expect(kinds.HorizontalPodAutoscaler.storageVersion).toBe('v2')
  })

  test('have the names of the dialect, in markers of schemas, too', () => {
    const { Ingress, Pod } = packagedKinds({ dialect: platformDialect })
    expect(Ingress.group).toBe('networking.platform.io')
    expect(JSON.stringify(Pod.versions[0]?.schema?.components)).toContain(
      '"x-platform-list-map-keys":["containerPort","protocol"]',
    )
    expect(JSON.stringify(Pod.versions[0]?.schema?.components)).not.toMatch(/kubernetes|k8s/)
  })

  test('have a description', () => {
    const silent = Object.values(packagedKinds()).filter(
      ({ names, versions }) => !String(versions[0]?.schema?.document.description).startsWith(`${names.kind} `),
    )
    expect(silent.map(({ names }) => names.kind)).toEqual([])
  })

  test('are served, with typed clients', async () => {
    const kinds = packagedKinds()
    const plane = await createControlPlane({ resources: Object.values(kinds) })
    const pods = plane.client().resource(kinds.Pod).namespace('default')
    const spec: PackagedTypes['core.v1.PodSpec'] = { containers: [{ name: 'main', image: 'example.com/app:1' }] }
    const made: Stored<PackagedKinds['Pod']> = await pods.create({ metadata: { name: 'a' }, spec })
    expect(made.spec.containers[0]?.imagePullPolicy).toBe('IfNotPresent')
    // @ts-expect-error Only three policies can be written.
    await expect(pods.create({ metadata: { name: 'b' }, spec: { ...spec, restartPolicy: 'Sometimes' } })).rejects.toThrow(
      'spec.restartPolicy',
    )
    const namespace: string = made.metadata.namespace
    expect([namespace, made.status.phase]).toEqual(['default', 'Pending'])
    const maps = plane.client().resource(kinds.ConfigMap).namespace('default')
    expect((await maps.create({ metadata: { name: 'a' }, data: { k: 'v' } })).data?.k).toBe('v')
    await plane.close()
  })

  test('that are cluster-scoped have clients without namespace(), and each version has types of its own', async () => {
    const kinds = packagedKinds()
    const plane = await createControlPlane({ resources: Object.values(kinds) })
    // @ts-expect-error Nodes have no namespaces.
    await expect(plane.client().resource(kinds.Node).namespace?.('default').get('n')).rejects.toThrow()
    const scaler = { scaleTargetRef: { kind: 'Deployment', name: 'd' }, maxReplicas: 3 }
    const old = plane.client().resource(kinds.HorizontalPodAutoscaler, { version: 'v1' }).namespace('default')
    const made = await old.create({ metadata: { name: 'a' }, spec: { ...scaler, targetCPUUtilizationPercentage: 50 } })
    expect(made.spec.targetCPUUtilizationPercentage).toBe(50)
    const present = plane.client().resource(kinds.HorizontalPodAutoscaler).namespace('default')
    const { spec } = await present.get('a')
    // @ts-expect-error A field of the older version.
    expect([spec.targetCPUUtilizationPercentage, spec.metrics?.length]).toEqual([undefined, 1])
    // @ts-expect-error A version that there is not.
    expect(() => plane.client().resource(kinds.Pod, { version: 'v2' })).toThrow('v2')
    await plane.close()
  })

  test('are replaced by what may be created: neither a status nor what has a default has to be in it', async () => {
    const kinds = packagedKinds()
    const plane = await createControlPlane({ resources: Object.values(kinds) })
    const quotas = plane.client().resource(kinds.ResourceQuota).namespace('default')
    await quotas.create({ metadata: { name: 'a' }, spec: { hard: { pods: '1' } } })
    const replaced = await quotas.update({ metadata: { name: 'a' }, spec: { hard: { pods: '2' } } })
    expect([replaced.spec.hard?.pods, replaced.status.used]).toEqual(['2', undefined])
    await plane.close()
  })
})

withDocument('the document that they were made from', () => {
  const document = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}

  test('generates the existing files', () => {
    for (const [name, text] of Object.entries<string>(generate(document))) {
      const url = new URL(`../../../src/resources/packaged/generated/${name}`, import.meta.url)
      // What the formatter did to types makes no difference.
      const plain = (source: string) => source.replace(/[\s|'"]+/g, '')
      expect(plain(readFileSync(url, 'utf8')) === plain(text) ? name : `${name} is out of date`).toBe(name)
    }
  })

  test.each(dialects)('has the same kinds, with the same scopes, versions and subresources: $name', async (dialect) => {
    const outline = (definitions: readonly ResourceDefinition[]) =>
      definitions.map(({ group, names, namespaced, storageVersion, verbs, versions }) => ({
        ...{ group, names, namespaced, storageVersion, verbs },
        versions: versions.map(({ name, subresources }) => ({ name, subresources: subresources.map((part) => part.name) })),
      }))
    const packaged = outline(Object.values(packagedKinds({ dialect })))
    expect(packaged).toEqual(outline(await completeDefinitions(fromOpenAPI(document, { dialect }))))
  })

  test('has the same structures, markers and choices', async () => {
    const kinds = Object.values(packagedKinds({ dialect: kubernetesDialect }))
    const given = await completeDefinitions(fromOpenAPI(document, { dialect: kubernetesDialect }))
    const compared = kinds.map((kind, i) => {
      const [own, theirs] = [kind, given[i]].map((definition) => definition?.versions[0]?.schema)
      expect(structureOf(own?.document)).toEqual(structureOf(theirs?.document))
      const components = Object.entries(theirs?.components ?? {}).filter(([name]) => !OWN.test(name))
      for (const [name, schema] of components) {
        expect([name, structureOf(own?.components[shortName(name)])]).toEqual([name, structureOf(schema)])
      }
      return components.length
    })
    expect(Math.max(...compared)).toBeGreaterThan(100)
  })
})

/** What every plane describes itself: object metadata, and the times in it. */
const OWN = /\.(Time|ObjectMeta|ManagedFieldsEntry|FieldsV1|OwnerReference)$/

const shortName = (name: string): string => /([a-z]+(?:\.v\d\w*)?\.[A-Z]\w*)$/.exec(name)?.[1] ?? name

/** A schema without texts and unions, with short names and references that stand alone. */
function structureOf(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(structureOf)
  if (typeof schema !== 'object' || schema === null) return schema
  const { allOf, ...members } = schema as Readonly<Record<string, unknown>>
  if (Array.isArray(allOf)) return structureOf(allOf[0])
  return Object.fromEntries(
    Object.entries(members)
      // A list type says nothing about bytes.
      .filter(([key]) => key !== 'x-kubernetes-list-type' || members.type === 'array')
      .filter(([key, value]) => !(key === 'description' && typeof value === 'string') && key !== 'x-kubernetes-unions')
      .map(([key, value]) => [key, key === 'required' && Array.isArray(value) ? [...value].sort() : value] as const)
      .map(([key, value]) => [key, key === '$ref' && typeof value === 'string' ? shortName(value) : structureOf(value)]),
  )
}
