import { describe, expect, test } from '@jest/globals'
import { kubernetesDialect, platformDialect } from '../../../../src/meta/index.js'
import { builtinResources } from '../../../../src/resources/index.js'
import { create, objectOf, pick, update } from '../../support.js'

const secrets = pick(builtinResources(platformDialect), 'secrets')
const secret = (fields: Readonly<Record<string, unknown>>) => objectOf(secrets, fields)
const base64 = (text: string) => Buffer.from(text).toString('base64')

describe('Secret', () => {
  test('stringData is merged into data, as base64, and not returned', () => {
    const sent = secret({ data: { a: 'QUFB', b: 'QkJC' }, stringData: { b: 'plain', c: 'ü', d: '' } })
    expect(create(secrets, sent).object).toEqual(secret({ data: { a: 'QUFB', b: 'cGxhaW4=', c: 'w7w=', d: '' }, type: 'Opaque' }))
  })

  test.each([
    ['YWJj\nZGVm\r\n', 'YWJjZGVm'],
    ['YW==', 'YQ=='],
    ['YWJ=', 'YWI='],
    ['YWJj', 'YWJj'],
    ['\n', ''],
    ['', ''],
  ])('the bytes %j are stored as %j', (sent, stored) => {
    expect(create(secrets, secret({ data: { a: sent } })).object).toMatchObject({ data: { a: stored } })
  })

  test('the same bytes in other base64 are no change of immutable data', () => {
    const live = secret({ data: { a: 'YWJjZGVm' }, immutable: true, type: 'Opaque' })
    const { object, causes } = update(secrets, live, secret({ data: { a: 'YWJj\nZGVm' }, immutable: true, type: 'Opaque' }))
    expect({ object, causes }).toEqual({ object: live, causes: [] })
  })

  test('a key __proto__ of stringData is data', () => {
    const { object } = create(secrets, secret({ stringData: JSON.parse('{"__proto__":"x"}') }))
    expect(JSON.stringify(object.data)).toBe('{"__proto__":"eA=="}')
  })

  test('the type is Opaque when none is given, and stays', () => {
    expect(create(secrets, secret({})).object).toEqual(secret({ type: 'Opaque' }))
    const live = secret({ type: 'Opaque' })
    expect(update(secrets, live, secret({ type: 'example.com/other' })).causes).toEqual([
      'type: Invalid value: "example.com/other": field is immutable',
    ])
  })

  test.each([
    { type: 'tls', data: {}, causes: ['data[tls.crt]: Required value', 'data[tls.key]: Required value'] },
    { type: 'tls', data: { 'tls.crt': '', 'tls.key': '' }, causes: [] },
    { type: 'basic-auth', data: {}, causes: ['data[username]: Required value', 'data[password]: Required value'] },
    { type: 'basic-auth', data: { username: 'YQ==' }, causes: [] },
    { type: 'ssh-auth', data: { 'ssh-privatekey': '' }, causes: ['data[ssh-privatekey]: Required value'] },
    { type: 'ssh-auth', data: { 'ssh-privatekey': 'YQ==' }, causes: [] },
    { type: 'dockerconfigjson', data: {}, causes: ['data[.dockerconfigjson]: Required value'] },
    { type: 'dockerconfigjson', data: { '.dockerconfigjson': base64('{}') }, causes: [] },
    {
      type: 'dockerconfigjson',
      data: { '.dockerconfigjson': base64('{') },
      causes: ['data[.dockerconfigjson]: Invalid value: "<secret contents redacted>": has to be JSON'],
    },
    { type: 'dockercfg', data: {}, causes: ['data[.dockercfg]: Required value'] },
    {
      type: 'service-account-token',
      data: {},
      causes: ['metadata.annotations[platform.io/service-account.name]: Required value'],
    },
    { type: 'anything-else', data: {}, causes: [] },
  ])('the type $type with $data', ({ type, data, causes }) => {
    expect(create(secrets, secret({ type: `platform.io/${type}`, data })).causes).toEqual(causes)
  })

  test('types have the prefix of the dialect', () => {
    const theirs = pick(builtinResources(kubernetesDialect), 'secrets')
    const type = `${kubernetesDialect.labelDomain}/tls`
    expect(create(theirs, secret({ type })).causes).toHaveLength(2)
    expect(create(secrets, secret({ type })).causes).toEqual([])
  })

  test('certificates and keys that cannot be used cause a warning, on create and on update', () => {
    const tls = secret({ type: 'platform.io/tls', data: { 'tls.crt': 'YQ==', 'tls.key': 'YQ==' } })
    const warning = 'tls: failed to find any PEM data in certificate input'
    expect(secrets.strategy.warnings?.(tls, undefined)).toEqual([warning])
    expect(secrets.strategy.warnings?.(tls, tls)).toEqual([warning])
    expect(secrets.strategy.warnings?.({ ...tls, type: 'Opaque' }, undefined)).toEqual([])
  })

  test('an immutable one keeps its data', () => {
    const live = secret({ type: 'Opaque', data: { k: 'djE=' }, immutable: true })
    expect(update(secrets, live, { ...live, data: { k: 'djI=' } }).causes).toEqual([
      'data: Forbidden: field is immutable when `immutable` is set',
    ])
  })

  test('there is room for 1 MiB of data', () => {
    expect(create(secrets, secret({ stringData: { k: 'x'.repeat(1024 * 1024) } })).causes).toEqual([])
    expect(create(secrets, secret({ stringData: { k: 'x'.repeat(1024 * 1024 + 1) } })).causes).toEqual([
      'data: Too long: may not be more than 1048576 bytes',
    ])
  })

  test('it is selected by its type', () => {
    expect(secrets.selectableFields?.type?.(secret({ type: 'Opaque' }))).toBe('Opaque')
  })
})
