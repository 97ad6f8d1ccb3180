import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { type ApiObject, formatApiVersion, kubernetesDialect, platformDialect } from '../../../src/meta/index.js'
import { builtinResources, convertObject, type ResourceDefinition } from '../../../src/resources/index.js'
import { atRelease, withOlderVersions } from '../../../src/resources/lifecycle/at-release.js'
import { sameForm } from '../../../src/resources/lifecycle/forms/same.js'
import { type Conversions, lossless } from '../../../src/resources/lifecycle/lossless.js'
import { type Removal, removalsOf } from '../../../src/resources/lifecycle/removals.js'
import { kinds } from '../../admission/kinds.js'

const removals = removalsOf(platformDialect)
const ANNOTATION = 'conversion.platform.io/lost-fields'
const named = (removal: Removal): [string, Removal] => [`${removal.group}/${removal.version} ${removal.resource}`, removal]
const objectOf = (content: object, annotations?: Record<string, string>): ApiObject => ({
  apiVersion: 'v1',
  kind: 'Any',
  metadata: { name: 'a', ...(annotations && { annotations }) },
  ...content,
})

const text = fc.string({ minLength: 1, maxLength: 5 })
const number = fc.integer({ min: 0, max: 100 })
const labels = fc.dictionary(fc.constantFrom('a', 'b', 'topology.platform.io/zone', 'platform.io/hostname', 'x'), text, {
  maxKeys: 3,
})
const selector = fc.record({ matchLabels: labels }, { requiredKeys: [] })
const some = <T extends object>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(model, { requiredKeys: [] })
const target = some({
  type: fc.constantFrom('Utilization', 'AverageValue', 'Value'),
  averageUtilization: number,
  averageValue: text,
  value: text,
})
const metricName = some({ name: text, selector })
const metric = fc.oneof(
  some({ type: fc.constant('Resource'), resource: some({ name: text, target }) }),
  some({ type: fc.constant('ContainerResource'), containerResource: some({ name: text, container: text, target }) }),
  some({ type: fc.constant('Pods'), pods: some({ metric: metricName, target }) }),
  some({
    type: fc.constant('Object'),
    object: some({ describedObject: some({ kind: text, name: text }), metric: metricName, target }),
  }),
  some({ type: fc.constant('External'), external: some({ metric: metricName, target }) }),
)
const backend = fc.oneof(
  some({ service: some({ name: text, port: fc.oneof(some({ number }), some({ name: text })) }) }),
  some({ resource: some({ kind: text, name: text }) }),
)
const version = some({
  name: text,
  served: fc.boolean(),
  schema: some({ openAPIV3Schema: some({ type: text, description: text }) }),
  subresources: some({ status: fc.constant({}) }),
  additionalPrinterColumns: fc.array(some({ name: text, type: text, jsonPath: text }), { maxLength: 2 }),
})

/** What objects of the present form hold, by resource: everything that the older forms say in another way, and more. */
const contents: Readonly<Record<string, fc.Arbitrary<object>>> = {
  ingresses: some({
    spec: some({
      defaultBackend: backend,
      ingressClassName: text,
      rules: fc.array(
        some({ host: text, http: some({ paths: fc.array(some({ path: text, pathType: text, backend }), { maxLength: 2 }) }) }),
        {
          maxLength: 2,
        },
      ),
    }),
    status: some({ loadBalancer: labels }),
  }),
  endpointslices: some({
    addressType: text,
    endpoints: fc.array(
      some({ addresses: fc.array(text), zone: text, nodeName: text, deprecatedTopology: labels, hints: labels }),
    ),
  }),
  horizontalpodautoscalers: some({
    spec: some({
      metrics: fc.array(metric, { maxLength: 3 }),
      maxReplicas: number,
      behavior: some({ scaleUp: some({ policies: fc.array(number) }) }),
    }),
    // The present form leaves out a 0, so no autoscaler has one.
    status: some({ currentReplicas: fc.integer({ min: 1, max: 100 }), conditions: fc.array(labels) }),
  }),
  poddisruptionbudgets: some({ spec: some({ selector, minAvailable: number, unhealthyPodEvictionPolicy: text }) }),
  mutatingwebhookconfigurations: some({ webhooks: fc.array(some({ name: text, failurePolicy: text, timeoutSeconds: number })) }),
  customresourcedefinitions: some({
    spec: some({
      group: text,
      scope: text,
      versions: fc.array(version, { maxLength: 3 }),
      preserveUnknownFields: fc.boolean(),
      conversion: some({ strategy: text, webhook: some({ clientConfig: labels, conversionReviewVersions: fc.array(text) }) }),
    }),
  }),
  deployments: some({
    spec: some({ selector, strategy: some({ type: text, rollingUpdate: labels }), progressDeadlineSeconds: number }),
  }),
  daemonsets: some({ spec: some({ selector, updateStrategy: some({ type: text }) }) }),
  statefulsets: some({ spec: some({ selector, updateStrategy: some({ type: text }) }) }),
  prioritylevelconfigurations: some({
    spec: some({ limited: some({ nominalConcurrencyShares: number, lendablePercent: number }) }),
  }),
  certificatesigningrequests: some({ spec: some({ signerName: text, request: text }) }),
  subjectaccessreviews: some({ spec: some({ groups: fc.array(text), user: text }) }),
}
const anything = some({ spec: fc.object({ maxDepth: 2 }), status: fc.object({ maxDepth: 1 }) })
const presentOf = ({ resource }: Removal) => (contents[resource] ?? anything).map((content) => objectOf(content))

/** JSON as a store keeps it: nothing is undefined, and minus zero is zero. */
const stored = (object: ApiObject): ApiObject => JSON.parse(JSON.stringify(object))

describe('an object is unchanged after a conversion to an older version and back', () => {
  test.each(removals.map(named))('%s', (_, removal) => {
    const form = lossless(removal.form, ANNOTATION)
    fc.assert(
      fc.property(presentOf(removal), (object) => {
        const present = stored(object)
        expect(stored(form.toPresent(stored(form.fromPresent(present))))).toEqual(present)
      }),
      { numRuns: 60 },
    )
  })
})

describe('the schema of an older version knows the fields of its form', () => {
  const types = withOlderVersions([...builtinResources(platformDialect), ...kinds], platformDialect)
  const schemaOf = (group: string, version: string, resource: string) =>
    types
      .find(
        (type) => type.group === group && type.names.plural === resource && type.versions.some(({ name }) => name === version),
      )
      ?.versions.find(({ name }) => name === version)?.schema
  const changed = removals.filter(({ form, resource }) => form !== sameForm && !resource.endsWith('reviews'))
  test.each(changed.map(named))('%s', (_, { group, version, resource, replacement, form }) => {
    const older = schemaOf(group, version, resource)
    const present = schemaOf(replacement?.group ?? '', replacement?.version ?? '', resource)
    fc.assert(
      fc.property(contents[resource.replace('validatingw', 'mutatingw')] ?? anything, (content) => {
        const known = present?.prune(objectOf(content)).value ?? objectOf({})
        expect(older?.prune(stored(form.fromPresent(known))).unknownFields).toEqual([])
      }),
      { numRuns: 60 },
    )
  })
})

describe('between every two versions of a kind nothing is lost', () => {
  const definitions = withOlderVersions([...builtinResources(platformDialect), ...kinds], platformDialect)
  const storedAs = ({ storedAs: { group, resource } }: ResourceDefinition) => `${resource} of ${group || 'core'}`
  const families = [...new Set(definitions.map(storedAs))].flatMap((name) => {
    const family = definitions.filter((definition) => storedAs(definition) === name)
    const versions = family.flatMap(({ group, versions }) => versions.map((version) => formatApiVersion(group, version.name)))
    return versions.length > 1 && family[0] ? [[name, family[0], versions] as const] : []
  })

  test.each(families)('%s', (_, definition, versions) => {
    const inVersion = (object: ApiObject, apiVersion: string) => stored(convertObject(definition, object, apiVersion))
    const own = formatApiVersion(definition.storedAs.group, definition.storageVersion)
    fc.assert(
      fc.property(contents[definition.storedAs.resource] ?? anything, (content) => {
        const present = stored({ ...objectOf(content), apiVersion: own })
        // Some show members that are empty, which then stay.
        const whole = versions.reduce((object, version) => inVersion(inVersion(object, version), own), present)
        expect(whole).toMatchObject({ ...present })
        for (const from of versions) {
          const object = inVersion(whole, from)
          for (const to of versions) expect(inVersion(inVersion(object, to), from)).toEqual(object)
        }
      }),
      { numRuns: 25 },
    )
  })

  test('these are all versions of the table', () => {
    const known = new Set(families.flatMap(([, , versions]) => versions))
    const missing = removals.filter(({ group, version, resource }) => {
      return !resource.endsWith('reviews') && !known.has(formatApiVersion(group, version))
    })
    expect(missing).toEqual([])
  })
})

describe('the older version', () => {
  const formOf = (group: string, version: string, resource: string): Conversions => {
    const found = removals.find((one) => one.group === group && one.version === version && one.resource === resource)
    if (!found) throw new Error(`there is no ${group}/${version} ${resource}`)
    return lossless(found.form, ANNOTATION)
  }

  test.each<[string, [string, string, string], object, object]>([
    [
      'of an Ingress names service and port',
      ['networking.platform.io', 'v1beta1', 'ingresses'],
      {
        spec: {
          backend: { serviceName: 's', servicePort: 80 },
          rules: [{ http: { paths: [{ path: '/', backend: { serviceName: 't', servicePort: 'web' } }] } }],
        },
      },
      {
        spec: {
          defaultBackend: { service: { name: 's', port: { number: 80 } } },
          rules: [
            {
              http: {
                paths: [
                  { path: '/', pathType: 'ImplementationSpecific', backend: { service: { name: 't', port: { name: 'web' } } } },
                ],
              },
            },
          ],
        },
      },
    ],
    [
      'of an EndpointSlice has a topology',
      ['discovery.platform.io', 'v1beta1', 'endpointslices'],
      { endpoints: [{ topology: { 'topology.platform.io/zone': 'z', 'platform.io/hostname': 'n', rack: '1' } }] },
      { endpoints: [{ zone: 'z', nodeName: 'n', deprecatedTopology: { rack: '1' } }] },
    ],
    [
      'of an autoscaler has targets of its own names',
      ['autoscaling', 'v2beta1', 'horizontalpodautoscalers'],
      {
        spec: {
          metrics: [
            { type: 'Resource', resource: { name: 'cpu', targetAverageUtilization: 80 } },
            { type: 'Pods', pods: { metricName: 'm', targetAverageValue: '5' } },
            { type: 'Object', object: { target: { kind: 'Service', name: 's' }, metricName: 'm', targetValue: '1' } },
            { type: 'External', external: { metricName: 'm', metricSelector: { matchLabels: { a: 'b' } }, targetValue: '1' } },
          ],
        },
      },
      {
        spec: {
          metrics: [
            { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
            { type: 'Pods', pods: { metric: { name: 'm' }, target: { type: 'AverageValue', averageValue: '5' } } },
            {
              type: 'Object',
              object: {
                describedObject: { kind: 'Service', name: 's' },
                metric: { name: 'm' },
                target: { type: 'Value', value: '1' },
              },
            },
            {
              type: 'External',
              external: { metric: { name: 'm', selector: { matchLabels: { a: 'b' } } }, target: { type: 'Value', value: '1' } },
            },
          ],
        },
      },
    ],
    [
      'of a priority level calls its shares assured',
      ['flowcontrol.apiserver.platform.io', 'v1beta2', 'prioritylevelconfigurations'],
      { spec: { limited: { assuredConcurrencyShares: 5 } } },
      { spec: { limited: { nominalConcurrencyShares: 5 } } },
    ],
    [
      'of a disruption budget selects nothing by an empty selector',
      ['policy', 'v1beta1', 'poddisruptionbudgets'],
      { spec: { selector: {} } },
      {
        spec: {
          selector: {
            matchExpressions: [{ key: 'pdb.platform.io/deprecated-v1beta1-empty-selector-match', operator: 'Exists' }],
          },
        },
      },
    ],
    [
      'of a definition has schema and columns beside the versions',
      ['apiextensions.platform.io', 'v1beta1', 'customresourcedefinitions'],
      {
        spec: {
          scope: 'Namespaced',
          version: 'v1',
          validation: { openAPIV3Schema: { type: 'object' } },
          additionalPrinterColumns: [{ name: 'C', JSONPath: '.spec.c' }],
          preserveUnknownFields: false,
          conversion: { strategy: 'Webhook', webhookClientConfig: { url: 'u' }, conversionReviewVersions: ['v1'] },
        },
      },
      {
        spec: {
          scope: 'Namespaced',
          versions: [
            {
              name: 'v1',
              served: true,
              storage: true,
              schema: { openAPIV3Schema: { type: 'object' } },
              additionalPrinterColumns: [{ name: 'C', jsonPath: '.spec.c' }],
            },
          ],
          conversion: { strategy: 'Webhook', webhook: { clientConfig: { url: 'u' }, conversionReviewVersions: ['v1'] } },
        },
      },
    ],
    [
      'of a review names groups in one member',
      ['authorization.platform.io', 'v1beta1', 'subjectaccessreviews'],
      { spec: { group: ['a'], user: 'u' } },
      { spec: { user: 'u', groups: ['a'] } },
    ],
    [
      'of a webhook has other defaults',
      ['admissionregistration.platform.io', 'v1beta1', 'validatingwebhookconfigurations'],
      { webhooks: [{ name: 'w' }] },
      {
        webhooks: [
          {
            name: 'w',
            failurePolicy: 'Ignore',
            matchPolicy: 'Exact',
            timeoutSeconds: 30,
            sideEffects: 'Unknown',
            admissionReviewVersions: ['v1beta1'],
          },
        ],
      },
    ],
    [
      'of a Deployment selects by its template, one after the other',
      ['extensions', 'v1beta1', 'deployments'],
      { spec: { template: { metadata: { labels: { a: 'b' } } }, revisionHistoryLimit: 3 } },
      {
        spec: {
          template: { metadata: { labels: { a: 'b' } } },
          selector: { matchLabels: { a: 'b' } },
          progressDeadlineSeconds: 2 ** 31 - 1,
          revisionHistoryLimit: 3,
          strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } },
        },
      },
    ],
    [
      'of a DaemonSet waits for deletions',
      ['extensions', 'v1beta1', 'daemonsets'],
      { spec: {} },
      { spec: { updateStrategy: { type: 'OnDelete' } } },
    ],
    [
      'of a signing request names no signer and no usages',
      ['certificates.platform.io', 'v1beta1', 'certificatesigningrequests'],
      { spec: { request: 'r' } },
      {
        spec: {
          request: 'r',
          signerName: 'platform.io/legacy-unknown',
          usages: ['digital signature', 'key encipherment'],
        },
      },
    ],
  ])('%s', (_, place, older, present) => {
    expect(stored(formOf(...place).toPresent(objectOf(older)))).toEqual(objectOf(present))
  })

  test('keeps fields that it does not have in an annotation', () => {
    const form = formOf('extensions', 'v1beta1', 'deployments')
    const older = objectOf({ spec: { rollbackTo: { revision: 3 } } })
    const present = form.toPresent(older)
    expect(present.metadata.annotations).toEqual({ 'deprecated.deployment.rollback.to': '{"revision":3}' })
    expect(form.fromPresent(present).spec).toMatchObject({ rollbackTo: { revision: 3 } })
  })

  test('can be changed by a client: unchanged fields are restored, changed ones are taken over', () => {
    const form = formOf('autoscaling', 'v2beta1', 'horizontalpodautoscalers')
    const present = objectOf({ spec: { maxReplicas: 3, behavior: { scaleUp: { policies: [1] } }, metrics: [] } })
    const older = form.fromPresent(present)
    expect(Object.keys(older.metadata.annotations ?? {})).toEqual([ANNOTATION])
    const changed = { ...older, spec: { ...(older.spec as object), maxReplicas: 9 } }
    expect(stored(form.toPresent(changed))).toEqual(objectOf({ spec: { ...(present.spec as object), maxReplicas: 9 } }))
  })

  test.each(['{', '7', '[{"at":"x"}]', '[{"at":[{}]}]', '[{"at":["__proto__","x"],"is":1}]', '[{"at":["spec",9],"is":1}]'])(
    'with a forged annotation, %s, is harmless',
    (value) => {
      const form = formOf('policy', 'v1beta1', 'poddisruptionbudgets')
      const present = form.toPresent(objectOf({ spec: { minAvailable: 1 } }, { [ANNOTATION]: value }))
      expect(present).toMatchObject({ kind: 'Any', metadata: { name: 'a' }, spec: { minAvailable: 1 } })
      expect(({} as { x?: unknown }).x).toBeUndefined()
    },
  )
})

/** The table of the specification, "API versions removed by release". */
const ROWS: readonly [release: string, group: string, version: string, resources: string][] = [
  ['1.29', 'flowcontrol.apiserver.platform.io', 'v1beta2', 'flowschemas prioritylevelconfigurations'],
  ['1.27', 'storage.platform.io', 'v1beta1', 'csistoragecapacities'],
  ['1.26', 'flowcontrol.apiserver.platform.io', 'v1beta1', 'flowschemas prioritylevelconfigurations'],
  ['1.26', 'autoscaling', 'v2beta2', 'horizontalpodautoscalers'],
  ['1.25', 'batch', 'v1beta1', 'cronjobs'],
  ['1.25', 'discovery.platform.io', 'v1beta1', 'endpointslices'],
  ['1.25', 'events.platform.io', 'v1beta1', 'events'],
  ['1.25', 'autoscaling', 'v2beta1', 'horizontalpodautoscalers'],
  ['1.25', 'policy', 'v1beta1', 'poddisruptionbudgets podsecuritypolicies'],
  ['1.25', 'node.platform.io', 'v1beta1', 'runtimeclasses'],
  ['1.22', 'admissionregistration.platform.io', 'v1beta1', 'mutatingwebhookconfigurations validatingwebhookconfigurations'],
  ['1.22', 'apiextensions.platform.io', 'v1beta1', 'customresourcedefinitions'],
  ['1.22', 'apiregistration.platform.io', 'v1beta1', 'apiservices'],
  ['1.22', 'authentication.platform.io', 'v1beta1', 'tokenreviews'],
  [
    '1.22',
    'authorization.platform.io',
    'v1beta1',
    'localsubjectaccessreviews selfsubjectaccessreviews selfsubjectrulesreviews subjectaccessreviews',
  ],
  ['1.22', 'certificates.platform.io', 'v1beta1', 'certificatesigningrequests'],
  ['1.22', 'coordination.platform.io', 'v1beta1', 'leases'],
  ['1.22', 'extensions', 'v1beta1', 'ingresses'],
  ['1.22', 'networking.platform.io', 'v1beta1', 'ingressclasses ingresses'],
  ['1.22', 'rbac.authorization.platform.io', 'v1beta1', 'clusterrolebindings clusterroles rolebindings roles'],
  ['1.22', 'scheduling.platform.io', 'v1beta1', 'priorityclasses'],
  ['1.22', 'storage.platform.io', 'v1beta1', 'csidrivers csinodes storageclasses volumeattachments'],
  ['1.16', 'extensions', 'v1beta1', 'daemonsets deployments networkpolicies podsecuritypolicies replicasets'],
  ['1.16', 'apps', 'v1beta1', 'deployments replicasets statefulsets'],
  ['1.16', 'apps', 'v1beta2', 'daemonsets deployments replicasets statefulsets'],
]

test.each(ROWS)('in %s %s/%s goes: %s', (release, group, version, resources) => {
  const found = removals.filter((one) => one.removed === release && one.group === group && one.version === version)
  expect(found.map(({ resource }) => resource).sort()).toEqual(resources.split(' '))
})

test('no row has groups of another dialect', () => {
  expect(removalsOf(kubernetesDialect).filter(({ group }) => group.endsWith('.platform.io'))).toEqual([])
})

test('a release converts from versions that it does not serve: a storage may hold objects that an older release wrote', () => {
  const [cronJobs] = atRelease(
    kinds.filter(({ names }) => names.plural === 'cronjobs'),
    '1.34',
    platformDialect,
  )
  expect(cronJobs?.versions.map(({ name }) => name)).toEqual(['v1'])
  const old = { ...objectOf({ spec: { schedule: '@daily' } }), apiVersion: 'batch/v1beta1' }
  expect(cronJobs?.convert?.(old, 'batch/v1')).toEqual({ ...old, apiVersion: 'batch/v1' })
})
