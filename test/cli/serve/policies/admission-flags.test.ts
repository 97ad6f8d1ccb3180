import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { parseFlags } from '../../../../src/cli/flags.js'
import { admissionFlags, openAdmission } from '../../../../src/cli/serve/policies/admission-flags.js'
import { platformDialect } from '../../../../src/meta/index.js'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'admission-'))
})
afterAll(() => rm(folder, { recursive: true }))

const parts = { dialect: platformDialect, transport: () => Promise.reject(new Error('unreachable')) }
const open = async (...args: readonly string[]) =>
  (await openAdmission(parseFlags(admissionFlags, args), parts)).map(({ name }) => name)

/** Writes the file, and the plugins that come of it. */
async function withConfig(plugins: unknown, ...args: readonly string[]) {
  const file = path.join(folder, 'admission.json')
  await writeFile(file, JSON.stringify({ kind: 'AdmissionConfiguration', plugins }))
  return open(`--admission-control-config-file=${file}`, ...args)
}

const EVENT_LIMITS = { apiVersion: 'eventratelimit.admission.platform.io/v1alpha1', kind: 'Configuration' }
const eventLimits = (limit: object) => [
  { name: 'EventRateLimit', configuration: { ...EVENT_LIMITS, limits: [{ type: 'Server', qps: 1, burst: 1, ...limit }] } },
]
const KUBECONFIG = {
  apiVersion: 'v1',
  kind: 'Config',
  'current-context': 'c',
  contexts: [{ name: 'c', context: { cluster: 'k', user: 'u' } }],
  clusters: [{ name: 'k', cluster: { server: 'https://127.0.0.1:1/images' } }],
  users: [{ name: 'u', user: {} }],
}

describe('the flags about admission', () => {
  test('add to the defaults, and take away from them', async () => {
    const names = await open('--enable-admission-plugins=AlwaysPullImages', '--disable-admission-plugins', 'DefaultStorageClass')
    expect(names).toContain('AlwaysPullImages')
    expect(names).toContain('ValidatingAdmissionPolicy')
    expect(names).not.toContain('DefaultStorageClass')
  })

  test.each([
    [['--enable-admission-plugins=Nope'], '--enable-admission-plugins Nope: there is no plugin Nope; there are '],
    [
      ['--disable-admission-plugins=NamespaceLifecycle'],
      '--disable-admission-plugins NamespaceLifecycle: NamespaceLifecycle is a part of the plane',
    ],
    [['--enable-admission-plugins=EventRateLimit'], 'EventRateLimit needs a configuration in --admission-control-config-file'],
    [['--default-not-ready-toleration-seconds=soon'], 'expected a whole number of seconds'],
    [['--admission-control-config-file=/nowhere.yaml'], '--admission-control-config-file /nowhere.yaml: '],
  ])('%j are refused with the reason', async (args, message) => {
    await expect(open(...args)).rejects.toThrow(message)
  })

  test('take levels and exemptions of PodSecurity', async () => {
    const of = (configuration: unknown) => withConfig([{ name: 'PodSecurity', configuration }])
    const configuration = {
      kind: 'PodSecurityConfiguration',
      defaults: { enforce: 'baseline', 'enforce-version': 'v1.30' },
      exemptions: { namespaces: ['platform-system'] },
    }
    expect(await of(configuration)).toContain('PodSecurity')
    await expect(of({ defaults: { enforce: 'high' } })).rejects.toThrow(
      'plugins[0].configuration.defaults.enforce: expected privileged, baseline, restricted',
    )
    await expect(of({ defaults: { 'warn-version': '1' } })).rejects.toThrow('expected latest, or a version such as v1.30')
    await expect(of({ exemptions: { users: [] } })).rejects.toThrow('exemptions')
  })

  test('take what ResourceQuota limits', async () => {
    const of = (configuration: unknown) => withConfig([{ name: 'ResourceQuota', configuration }])
    const limited = (more: object) => ({ limitedResources: [{ resource: 'pods', ...more }] })
    const matchScopes = (...scopes: readonly object[]) => limited({ matchScopes: scopes })
    const classes = { scopeName: 'PriorityClass', operator: 'In', values: ['high'] }
    expect(
      await of({
        apiVersion: 'apiserver.config.platform.io/v1',
        kind: 'ResourceQuotaConfiguration',
        ...limited({
          apiGroup: '',
          matchContains: ['gpu'],
          matchScopes: [classes, { scopeName: 'BestEffort', operator: 'Exists' }],
        }),
      }),
    ).toContain('ResourceQuota')
    expect(await of({ apiVersion: 'resourcequota.admission.platform.io/v1beta1', kind: 'Configuration' })).toContain(
      'ResourceQuota',
    )
    const at = 'plugins[0].configuration.limitedResources[0]'
    await expect(of(limited({ resource: '' }))).rejects.toThrow(`${at}.resource: expected the plural of a type`)
    await expect(of(limited({ matchContains: 'gpu' }))).rejects.toThrow(`${at}.matchContains: `)
    await expect(of(matchScopes({ ...classes, scopeName: 'Priority' }))).rejects.toThrow(
      `${at}.matchScopes[0].scopeName: expected Terminating, NotTerminating, BestEffort`,
    )
    await expect(of(matchScopes({ ...classes, operator: 'Equals' }))).rejects.toThrow(
      `${at}.matchScopes[0].operator: expected In`,
    )
    for (const wrong of [
      { ...classes, values: [] },
      { ...classes, operator: 'Exists' },
    ]) {
      await expect(of(matchScopes(wrong))).rejects.toThrow(`${at}.matchScopes[0].values: expected values for In and NotIn`)
    }
    await expect(of({ limited: [] })).rejects.toThrow('plugins[0].configuration: Unrecognized key: "limited"')
  })

  test('read a file in YAML, and files that it names, relative to it', async () => {
    await writeFile(path.join(folder, 'images.json'), JSON.stringify(KUBECONFIG))
    await writeFile(path.join(folder, 'events.yaml'), 'kind: Configuration\nlimits:\n  - { type: User, qps: 1, burst: 2 }\n')
    const file = path.join(folder, 'admission.yaml')
    const text = `
apiVersion: apiserver.config.platform.io/v1
kind: AdmissionConfiguration
plugins:
  - name: EventRateLimit
    path: events.yaml
  - name: ImagePolicyWebhook
    configuration:
      imagePolicy: { kubeConfigFile: images.json }
`
    await writeFile(file, text)
    const on = '--enable-admission-plugins=EventRateLimit,ImagePolicyWebhook'
    expect(await open(`--admission-control-config-file=${file}`, on)).toEqual(
      expect.arrayContaining(['EventRateLimit', 'ImagePolicyWebhook']),
    )
  })

  test('refuse a file with the line and the place of what is wrong, also in a file that it names', async () => {
    const at = async (text: string) => {
      const file = path.join(folder, 'wrong.yaml')
      await writeFile(file, `kind: AdmissionConfiguration\nplugins:\n${text}`)
      return open(`--admission-control-config-file=${file}`)
    }
    await writeFile(path.join(folder, 'limits.yaml'), '# few\nlimits:\n  - { type: User, qps: 1, burst: many }\n')
    await expect(
      at('  - name: EventRateLimit\n    configuration:\n      limits: [{ type: Server, qps: 0, burst: 1 }]'),
    ).rejects.toThrow('wrong.yaml: line 5: plugins[0].configuration.limits[0].qps: expected 1 or more')
    await expect(at('  - { name: EventRateLimit, path: limits.yaml }')).rejects.toThrow(
      'wrong.yaml: limits.yaml: line 3: limits[0].burst: expected a whole number',
    )
  })

  test('take what webhooks are shown, by their hosts', async () => {
    await writeFile(
      path.join(folder, 'hooks.json'),
      JSON.stringify({ ...KUBECONFIG, users: [{ name: '*', user: { token: 't' } }] }),
    )
    const of = (configuration: object) =>
      withConfig(['MutatingAdmissionWebhook', 'ValidatingAdmissionWebhook'].map((name) => ({ name, configuration })))
    const configuration = {
      apiVersion: 'apiserver.config.platform.io/v1',
      kind: 'WebhookAdmissionConfiguration',
      kubeConfigFile: 'hooks.json',
    }
    expect(await of(configuration)).toContain('ValidatingAdmissionWebhook')
    await expect(of({ ...configuration, kubeConfigFile: 'none.json' })).rejects.toThrow('none.json')
    await expect(of({ ...configuration, kubeconfig: 'x' })).rejects.toThrow(
      'plugins[0].configuration: Unrecognized key: "kubeconfig"',
    )
  })

  test.each([
    [
      eventLimits({ type: 'World' }),
      'plugins[0].configuration.limits[0].type: expected Server, Namespace, User, SourceAndObject',
    ],
    [eventLimits({ qps: 0 }), 'plugins[0].configuration.limits[0].qps: expected 1 or more'],
    [eventLimits({ more: 1 }), 'plugins[0].configuration.limits[0]: '],
    [[{ name: 'EventRateLimit', configuration: { limits: [] } }], 'limits: expected at least one limit'],
    [[{ name: 'EventRateLimit', path: 'none.yaml' }], 'none.yaml: '],
    [[{ name: 'AlwaysDeny', configuration: {} }], 'plugins[0].name: there is nothing to configure of plugin "AlwaysDeny"'],
    [
      [{ name: 'ImagePolicyWebhook', configuration: { imagePolicy: { kubeConfigFile: 'x', allowTTL: 9999 } } }],
      'imagePolicy.allowTTL: expected 1 to 1800 seconds',
    ],
    [
      [{ name: 'ImagePolicyWebhook', configuration: { imagePolicy: { kubeConfigFile: 'x', denyTTL: -2 } } }],
      'imagePolicy.denyTTL: expected 1 to 1800 seconds, or -1 for none',
    ],
    [
      [{ name: 'ImagePolicyWebhook', configuration: { imagePolicy: { kubeConfigFile: 'none', denyTTL: -1, allowTTL: 0 } } }],
      'none',
    ],
    [
      [{ name: 'EventRateLimit', configuration: { apiVersion: 'v1', limits: [{ type: 'Server', qps: 1, burst: 1 }] } }],
      'configuration.apiVersion: expected eventratelimit.admission.platform.io/v1alpha1, found "v1"',
    ],
    [
      [{ name: 'PodSecurity', configuration: { apiVersion: 'pod-security.admission.config.platform.io/v2' } }],
      'expected pod-security.admission.config.platform.io/v1, pod-security.admission.config.platform.io/v1beta1',
    ],
    [
      [{ name: 'MutatingAdmissionWebhook', configuration: { apiVersion: 'v1', kubeConfigFile: 'x' } }],
      'configuration.apiVersion: expected apiserver.config.platform.io/v1',
    ],
    [
      [
        { name: 'PodSecurity', configuration: {} },
        { name: 'PodSecurity', configuration: { defaults: { enforce: 'baseline' } } },
      ],
      'plugins[1].name: PodSecurity is configured twice',
    ],
    [
      [{ name: 'PodSecurity', configuration: {}, path: 'security.yaml' }],
      'plugins[0].path: expected a path or a configuration, and not both',
    ],
    ['x', 'plugins: '],
  ])('refuse a file with %j', async (plugins, message) => {
    await expect(withConfig(plugins)).rejects.toThrow(message)
  })

  test('take a file of an older version', async () => {
    const file = path.join(folder, 'older.json')
    await writeFile(
      file,
      JSON.stringify({
        apiVersion: 'apiserver.platform.io/v1alpha1',
        kind: 'AdmissionConfiguration',
        plugins: [
          {
            name: 'PodSecurity',
            configuration: { apiVersion: 'pod-security.admission.config.platform.io/v1beta1', kind: 'PodSecurityConfiguration' },
          },
        ],
      }),
    )
    expect(await open(`--admission-control-config-file=${file}`)).toContain('PodSecurity')
  })

  test('refuse a file of another version', async () => {
    const file = path.join(folder, 'other.json')
    await writeFile(file, JSON.stringify({ apiVersion: 'other/v1', kind: 'AdmissionConfiguration', plugins: [] }))
    await expect(open(`--admission-control-config-file=${file}`)).rejects.toThrow(
      'apiVersion: expected apiserver.config.platform.io/v1',
    )
  })
})

test('switching on a deprecated plugin prints a warning', async () => {
  const warnings: string[] = []
  const warned = async (...args: readonly string[]) => {
    await openAdmission(parseFlags(admissionFlags, args), parts, (line) => warnings.push(line))
    return warnings.splice(0)
  }
  expect(await warned('--enable-admission-plugins=AlwaysDeny,AlwaysPullImages')).toEqual([
    '--enable-admission-plugins: AlwaysDeny is deprecated: refuse what has to be refused by an admission policy',
  ])
  expect(await warned('--disable-admission-plugins=LimitRanger')).toEqual([])
})
