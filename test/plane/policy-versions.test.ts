import { describe, expect, test } from '@jest/globals'
import { fetchHandler } from '../../src/adapters/index.js'
import { mutatingAdmissionPolicy, validatingAdmissionPolicy } from '../../src/admission/index.js'
import { type ControlPlaneOptions, createControlPlane } from '../../src/public/index.js'
import { kinds } from '../admission/kinds.js'

const GROUP = 'admissionregistration.platform.io'
const resourceRules = [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }]

/** What a plane answers to a policy in some version, and to a write that the policy refuses. */
async function answers(version: string, options: ControlPlaneOptions): Promise<readonly number[]> {
  const plane = await createControlPlane({
    resources: kinds,
    admission: [mutatingAdmissionPolicy(), validatingAdmissionPolicy()],
    logger: { error() {}, info() {} },
    ...options,
  })
  const post = async (path: string, object: object) => {
    const init = { method: 'POST', body: JSON.stringify(object), headers: { 'content-type': 'application/json' } }
    return (await fetchHandler(plane)(new Request(`http://plane${path}`, init))).status
  }
  const of = `/apis/${GROUP}/${version}`
  const make = (plural: string, kind: string, spec: object) =>
    post(`${of}/${plural}`, { apiVersion: `${GROUP}/${version}`, kind, metadata: { name: 'p' }, spec })
  const codes = [
    await make('validatingadmissionpolicies', 'ValidatingAdmissionPolicy', {
      matchConstraints: { resourceRules },
      validations: [{ expression: 'false' }],
    }),
    await make('validatingadmissionpolicybindings', 'ValidatingAdmissionPolicyBinding', {
      policyName: 'p',
      validationActions: ['Deny'],
    }),
    await post('/api/v1/namespaces/default/configmaps', { metadata: { name: 'a' } }),
  ]
  await plane.close()
  return codes
}

const gate = { featureGates: { ValidatingAdmissionPolicy: true } }
const serving = (version: string) => ({ runtimeConfig: { [`${GROUP}/${version}`]: true } })

describe('a policy', () => {
  test.each<[string, string, ControlPlaneOptions, readonly number[]]>([
    ['judges by default today', 'v1', {}, [201, 201, 422]],
    [
      'of 1.27 judges with its gate and its API on',
      'v1alpha1',
      { release: '1.27', ...gate, ...serving('v1alpha1') },
      [201, 201, 422],
    ],
    [
      'of 1.27 is kept without its gate, and judges nothing',
      'v1alpha1',
      { release: '1.27', ...serving('v1alpha1') },
      [201, 201, 201],
    ],
    ['of 1.27 is not there without its API', 'v1alpha1', { release: '1.27', ...gate }, [404, 404, 201]],
    ['of 1.27 has no stable version', 'v1', { release: '1.27', ...gate, ...serving('v1alpha1') }, [404, 404, 201]],
    ['of 1.29 is off in beta', 'v1beta1', { release: '1.29', ...serving('v1beta1') }, [201, 201, 201]],
    ['of 1.29 judges in beta with its gate on', 'v1beta1', { release: '1.29', ...gate, ...serving('v1beta1') }, [201, 201, 422]],
    [
      'of 1.31 judges also when it is written in an old version',
      'v1beta1',
      { release: '1.31', ...serving('v1beta1') },
      [201, 201, 422],
    ],
  ])('%s', async (_what, version, options, expected) => {
    expect(await answers(version, options)).toEqual(expected)
  })

  test('that changes objects has a gate and a stable version of its own since 1.36', async () => {
    const names = async (release: string) => {
      const plane = await createControlPlane({ resources: kinds, release, logger: { error() {}, info() {} } })
      const answer = await fetchHandler(plane)(new Request(`http://plane/apis/${GROUP}/v1`))
      const { resources = [] } = (await answer.json()) as { resources?: { name: string }[] }
      const isOn = plane.features.isEnabled('MutatingAdmissionPolicy')
      await plane.close()
      return [resources.some(({ name }) => name === 'mutatingadmissionpolicies'), isOn]
    }
    expect([await names('1.35'), await names('1.36')]).toEqual([
      [false, false],
      [true, true],
    ])
  })
})

test('a plugin of an embedder may have a gate of its own', async () => {
  const asked: string[] = []
  for (const isOn of [false, true]) {
    const plane = await createControlPlane({
      admission: [{ name: 'mine', featureGate: 'Mine', validate: ({ name }) => void asked.push(name) }],
      ownFeatureGates: [{ name: 'Mine', steps: [{ since: '1.30', stage: 'ALPHA' }] }],
      featureGates: { Mine: isOn },
    })
    await plane
      .client()
      .resource({ group: '', version: 'v1', kind: 'ConfigMap' })
      .namespace('default')
      .create({ metadata: { name: `on-${isOn}` } } as never)
    await plane.close()
  }
  expect(asked).toEqual(['on-true'])
})
