import { describe, expect, test } from '@jest/globals'
import { createControlPlane } from '../../src/plane/index.js'
import { packagedKinds } from '../../src/public/kubernetes.js'
import { defineResource } from '../../src/resources/index.js'
import { testPlane } from '../../src/testing/index.js'

const widget = (spec: object = {}) =>
  defineResource({ group: 'shop.example.com', kind: 'Widget', versions: [{ name: 'v1' }], ...spec })

/** What is said about options as a program without types may give them. */
async function faultOf(options: unknown): Promise<string> {
  const plane = await createControlPlane(options as object).catch((error: Error) => error)
  if (plane instanceof Error) return plane.message
  await plane.close()
  return 'none'
}

describe('options of a plane', () => {
  test.each([
    [{ dialect: 'kubernetes' }],
    [{ dialect: 'platform', storage: undefined }],
    [{ resources: [widget(), widget({ kind: 'Gadget' })] }],
    [{ limits: { maxWatches: 10 }, history: { windowSeconds: 1 }, controllers: ['*', '-bootstrapsigner'], anonymous: false }],
    [{ admission: [{ name: 'mine', validate() {} }], authenticators: [{ authenticate: () => ({ outcome: 'noOpinion' }) }] }],
  ])('%j are taken', async (options) => {
    expect(await faultOf(options)).toBe('none')
  })

  test.each([
    ['a misspelt name', { resorces: [] }, 'resorces is unknown: did you mean resources?'],
    [
      'a name that is like none',
      { zebra: 1 },
      expect.stringMatching(/^zebra is unknown: expected one of dialect, storage, (?!.*controllerClient).*trace/),
    ],
    ['a name that objects have', { constructor: 1 }, expect.stringMatching(/^constructor is unknown: expected one of /)],
    [
      'a dialect that there is not',
      { dialect: 'klingon' },
      'dialect is "klingon": expected "platform" or "kubernetes", or one of dialects',
    ],
    ['a list that is none', { resources: widget() }, 'resources is an object: expected a list'],
    [
      'types by name',
      { resources: { Widget: widget() } },
      'resources is an object of types: expected a list of them, such as Object.values(packagedKinds())',
    ],
    [
      'a type that is none',
      { resources: [{}] },
      'resources[0] is an object: expected a type of resource, as defineResource makes it',
    ],
    [
      'a type that was not awaited',
      { resources: [null] },
      'resources[0] is null: expected a type of resource, as defineResource makes it',
    ],
    [
      'a kind that is there twice',
      { resources: [widget(), widget({ plural: 'widgetry' })] },
      'resources[1] has the kind Widget of shop.example.com, as resources[0] has: expected another',
    ],
    [
      'a plural that is there twice',
      { resources: [widget(), widget({ kind: 'Gadget', plural: 'widgets' })] },
      'resources[1] has the plural widgets of shop.example.com, as resources[0] has: expected another',
    ],
    [
      'a kind that is made for another dialect',
      { dialect: 'kubernetes', resources: [packagedKinds().Pod, packagedKinds().Ingress] },
      'resources[1] is Ingress of networking.platform.io, made for the dialect "platform": expected packagedKinds or fromOpenAPI with { dialect: "kubernetes" }',
    ],
    ['a plugin without a name', { admission: [{ validate() {} }] }, 'admission[0].name is undefined: expected a name'],
    ['a function for a plugin', { admission: [() => {}] }, 'admission[0] is a function: expected an admission plugin'],
    ['audit without a backend', { audit: {} }, 'audit.backends is undefined: expected a list'],
    [
      'a backend of audit that is none',
      { audit: { backends: [{}] } },
      'audit.backends[0] is an object: expected a function, or a backend such as createAuditLog makes',
    ],
    [
      'a policy of audit without rules',
      { audit: { policy: {}, backends: [] } },
      'audit.policy.rules is undefined: expected a list',
    ],
    [
      'a level of audit that there is not',
      { audit: { policy: { rules: [{ level: 'All' }] }, backends: [] } },
      'audit.policy.rules[0] is an object: expected a rule with a level: None, Metadata, Request, RequestResponse',
    ],
    [
      'an authenticator that is a function',
      { authenticators: [() => {}] },
      'authenticators[0] is a function: expected an object that can authenticate',
    ],
    ['a limit that there is not', { limits: { maxWatchs: 3 } }, 'limits.maxWatchs is unknown: did you mean maxWatches?'],
    ['a limit that is text', { limits: { maxWatches: '3' } }, 'limits.maxWatches is "3": expected a number, 0 or more'],
    [
      'a limit that is no number',
      { limits: { maxWatches: Number.NaN } },
      'limits.maxWatches is NaN: expected a number, 0 or more',
    ],
    [
      'a storage that was not awaited',
      { storage: Promise.resolve() },
      'storage is a promise (await it): expected a storage, such as createLmdbStorage opens',
    ],
    ['a name for a list', { controllers: '*' }, 'controllers is "*": expected a list'],
    ['a switch that is text', { bootstrapTokens: 'yes' }, 'bootstrapTokens is "yes": expected true or false'],
    ['a gate that is text', { featureGates: { AllAlpha: 'false' } }, 'featureGates.AllAlpha is "false": expected true or false'],
    [
      'a version that is text',
      { runtimeConfig: { 'api/all': 'true' } },
      'runtimeConfig.api/all is "true": expected true or false',
    ],
    ['a gate without steps', { ownFeatureGates: [{ name: 'Mine' }] }, 'ownFeatureGates[0].steps is undefined: expected a list'],
    [
      'a step of a gate without a release',
      { ownFeatureGates: [{ name: 'Mine', steps: [{ since: 'now', stage: 'BETA' }] }] },
      'ownFeatureGates[0].steps[0].since is "now": expected MAJOR.MINOR, such as "1.29"',
    ],
    [
      'a release that is none',
      { showHiddenMetricsFor: 'latest' },
      'showHiddenMetricsFor is "latest": expected MAJOR.MINOR, such as "1.29"',
    ],
    [
      'an anonymous path without its slash',
      { anonymous: { paths: ['/livez', 'readyz'] } },
      'anonymous.paths[1] is "readyz": expected a path, such as "/readyz"',
    ],
    [
      'a stage without a place',
      { stages: [{ name: 'mine', handle() {} }] },
      'stages[0] has neither before nor after: expected one of them, with the name of a stage',
    ],
    [
      'a stage with two places',
      { stages: [{ name: 'mine', before: 'audit', after: 'audit', handle() {} }] },
      'stages[0] has both before and after: expected one of them, with the name of a stage',
    ],
    ['no object', 'kubernetes', 'the options are "kubernetes": expected an object'],
  ])('%s is refused in one line', async (_name, options, expected) => {
    const [line, ...more] = (await faultOf(options)).split('\n')
    expect(line?.replace('createControlPlane: ', '')).toEqual(expected)
    expect(more).toEqual([])
  })

  test('kinds of the dialect are accepted, and types whose groups are named like those of another dialect', async () => {
    const kinds = Object.values(packagedKinds({ dialect: 'kubernetes' }))
    expect(await faultOf({ dialect: 'kubernetes', resources: [...kinds, widget({ group: 'shop.platform.io' })] })).toBe('none')
  })

  test('each is reported', async () => {
    expect((await faultOf({ resorces: [], trace: true })).split('\n')).toEqual([
      'createControlPlane: resorces is unknown: did you mean resources?',
      'createControlPlane: trace is true: expected a function',
    ])
  })

  test('those of a plane in a test are checked as well', async () => {
    await expect(testPlane({ resorces: [] } as object)).rejects.toThrow('testPlane: resorces is unknown: did you mean resources?')
    await expect(testPlane({ object: [] } as object)).rejects.toThrow('testPlane: object is unknown: did you mean objects?')
  })
})
