import { describe, expect, test } from '@jest/globals'
import { valueAt } from '../../../../src/resources/fields/fields.js'
import { type Change, type Kind, kinds, plain, refused, refusedUpdate, stored } from '../../packaged/support.js'
import { create, warningsOf } from '../../support.js'

const BETA = 'container.apparmor.security.beta.platform.io'
const onPod = (key: string, profile: string): Change => ({ 'metadata.annotations': { [key]: profile } })

describe('an annotation with the AppArmor profile of a container', () => {
  test.each([
    [`${BETA}/main`, 'runtime/default', true],
    [`${BETA}/main`, 'unconfined', true],
    [`${BETA}/main`, 'localhost/mine', true],
    [`${BETA}/main`, '', true],
    [`${BETA}/main`, 'strict', false],
    [`${BETA}/other`, 'unconfined', false],
    ['example.com/other', 'strict', true],
  ] as const)('%s: %j is accepted: %j', (key, profile, isAccepted) => {
    expect(refused('Pod', onPod(key, profile))).toEqual(isAccepted ? [] : [`metadata.annotations[${key}]`])
  })

  test.each<readonly [kind: Kind, path: string]>([
    ['Deployment', 'spec.template'],
    ['PodTemplate', 'template'],
  ])('is judged in the template of a %s', (kind, path) => {
    const change = (profile: string): Change => ({
      [`${path}.metadata`]: { labels: { app: 'a' }, annotations: { [`${BETA}/main`]: profile } },
    })
    expect(refused(kind, change('strict'))).toEqual([`${path}.annotations[${BETA}/main]`])
    expect(refused(kind, change('unconfined'))).toEqual([])
  })
})

test('the annotations with AppArmor profiles of a pod can be neither added, changed nor removed', () => {
  const key = `${BETA}/main`
  const live = stored('Pod', onPod(key, 'unconfined'))
  const refusal = [`metadata.annotations[${key}]`]
  expect(refusedUpdate('Pod', live, onPod(key, 'unconfined'))).toEqual([])
  expect(refusedUpdate('Pod', live, { 'metadata.annotations': { [key]: 'unconfined', other: 'new' } })).toEqual([])
  expect(refusedUpdate('Pod', live, onPod(key, 'runtime/default'))).toEqual(refusal)
  expect(refusedUpdate('Pod', live, { 'metadata.annotations': {} })).toEqual(refusal)
  expect(refusedUpdate('Pod', stored('Pod'), onPod(key, 'unconfined'))).toEqual(refusal)
})

describe('an annotation with the AppArmor profile of a container, on a new pod', () => {
  const key = `${BETA}/main`
  const old = `metadata.annotations[${key}]: deprecated since v1.30; use the "appArmorProfile" field instead`
  const runtimeDefault = { type: 'RuntimeDefault' }

  /** What becomes of a pod with one container: the field of the container, the warnings, the fields with errors. */
  function created(annotation: string, { own, ofPod, ...spec }: Readonly<Record<string, unknown>> = {}) {
    const sent = plain('Pod', {
      ...onPod(key, annotation),
      'spec.containers': [
        { name: 'main', image: 'example.com/app:1', ...(own !== undefined && { securityContext: { appArmorProfile: own } }) },
      ],
      ...(ofPod !== undefined && { 'spec.securityContext': { appArmorProfile: ofPod } }),
      ...Object.fromEntries(Object.entries(spec).map(([member, value]) => [`spec.${member}`, value])),
    })
    const { object, causes } = create(kinds.Pod, sent)
    const [container] = valueAt(object, 'spec', 'containers') as readonly unknown[]
    return {
      field: valueAt(container, 'securityContext', 'appArmorProfile'),
      warnings: warningsOf(kinds.Pod, sent),
      errors: causes.map((cause) => cause.slice(0, cause.indexOf(':'))),
    }
  }

  test.each([
    ['runtime/default', runtimeDefault],
    ['unconfined', { type: 'Unconfined' }],
    ['localhost/mine', { type: 'Localhost', localhostProfile: 'mine' }],
    ['', undefined],
    ['localhost/', undefined],
  ])('%j becomes the field %j, with a warning', (annotation, field) => {
    expect(created(annotation)).toEqual({ field, warnings: [old], errors: [] })
  })

  test('is not copied where the pod has the same profile', () => {
    expect(created('runtime/default', { ofPod: runtimeDefault })).toEqual({ field: undefined, warnings: [], errors: [] })
  })

  test('is not copied to a pod on Windows, which cannot have the field', () => {
    expect(created('runtime/default', { os: { name: 'windows' } })).toMatchObject({ field: undefined, errors: [] })
  })

  test.each([
    ['unconfined', runtimeDefault, ['type']],
    ['localhost/mine', { type: 'Localhost', localhostProfile: 'other' }, ['localhostProfile']],
    ['localhost/mine', { type: 'Localhost', localhostProfile: 'mine' }, []],
  ])('%j with the field %j is refused at %j: they have to agree', (annotation, own, members) => {
    const errors = members.map((member) => `spec.containers[0].securityContext.appArmorProfile.${member}`)
    expect(created(annotation, { own })).toEqual({ field: own, warnings: [], errors })
  })

  test('is not made of a field', () => {
    const change = { 'spec.securityContext': { appArmorProfile: runtimeDefault } }
    expect(stored('Pod', change).metadata.annotations).toBeUndefined()
  })
})

test('a template keeps the annotations with AppArmor profiles, with a warning for containers without the field', () => {
  const key = `${BETA}/main`
  const template = (profile?: unknown): Change => ({
    'template.metadata': { annotations: { [key]: 'unconfined' } },
    'template.spec.containers': [
      {
        name: 'main',
        image: 'example.com/app:1',
        ...(profile !== undefined && { securityContext: { appArmorProfile: profile } }),
      },
    ],
  })
  const { object } = create(kinds.PodTemplate, plain('PodTemplate', template()))
  expect(valueAt(object, 'template', 'spec', 'containers')).not.toHaveProperty('0.securityContext')
  expect(warningsOf(kinds.PodTemplate, plain('PodTemplate', template()))).toEqual([
    `template.metadata.annotations[${key}]: deprecated since v1.30; use the "appArmorProfile" field instead`,
  ])
  expect(warningsOf(kinds.PodTemplate, plain('PodTemplate', template({ type: 'Unconfined' })))).toEqual([])
})
