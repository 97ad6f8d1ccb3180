import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { SecretToken } from '../../../src/controllers/library/index.js'
import type { Controller } from '../../../src/public/client.js'
import { createTokenSecretController } from '../../../src/public/controllers.js'
import { type TestPlane, testPlane } from '../../../src/public/testing.js'
import { ACCOUNTS, base64, namesOf, secrets } from '../support.js'

const CA = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'
const TYPE = 'platform.io/service-account-token'
const NAME = 'platform.io/service-account.name'
const UID = 'platform.io/service-account.uid'

let lab: TestPlane
let loop: Controller
let issued: SecretToken[]
beforeEach(async () => {
  lab = await testPlane()
  issued = []
  loop = createTokenSecretController(lab.client(), {
    certificates: CA,
    issue: async (token) => {
      issued.push(token)
      return `token ${issued.length}`
    },
  })
  await accounts().create({ metadata: { name: 'robot' } })
})
afterEach(async () => {
  await loop.stop()
  await lab.close()
})
const accounts = () => lab.client().resource(ACCOUNTS).namespace('default')
const create = (name: string, annotations: Record<string, string>, type = TYPE) =>
  secrets(lab.client()).create({ metadata: { name, annotations }, type })
const dataOf = async (name: string) => (await secrets(lab.client()).get(name)).data

describe('a Secret for a token', () => {
  test('gets the token, the namespace, the certificates, and the uid of its account', async () => {
    await create('t', { [NAME]: 'robot' })
    await lab.settled()
    const { uid } = (await accounts().get('robot')).metadata
    expect(issued).toEqual([{ namespace: 'default', account: { name: 'robot', uid }, secretName: 't' }])
    expect(await dataOf('t')).toEqual({ 'ca.crt': base64(CA), namespace: base64('default'), token: base64('token 1') })
    expect((await secrets(lab.client()).get('t')).metadata.annotations).toEqual({ [NAME]: 'robot', [UID]: uid })
  })

  test('gets removed entries again, and keeps its token otherwise', async () => {
    await create('t', { [NAME]: 'robot' })
    await lab.settled()
    await secrets(lab.client()).patch('t', {
      merge: { data: { namespace: base64('wrong'), 'ca.crt': null, extra: base64('x') } },
    })
    await lab.settled()
    const right = { 'ca.crt': base64(CA), namespace: base64('default'), extra: base64('x') }
    expect(await dataOf('t')).toEqual({ ...right, token: base64('token 1') })
    await secrets(lab.client()).patch('t', { merge: { data: { token: null } } })
    await lab.settled()
    expect(await dataOf('t')).toEqual({ ...right, token: base64('token 2') })
  })

  test.each([
    { whose: 'an account that is not there', annotations: { [NAME]: 'nobody' } },
    { whose: 'another account of that name', annotations: { [NAME]: 'robot', [UID]: '00000000-0000-4000-8000-000000000000' } },
  ])('for $whose is deleted', async ({ annotations }) => {
    await create('t', annotations)
    await lab.settled()
    expect(await namesOf(secrets(lab.client()))).toEqual([])
    expect(issued).toEqual([])
  })

  test('is deleted with its account; Secrets of other types stay', async () => {
    for (const name of ['t', 'u']) await create(name, { [NAME]: 'robot' })
    await create('v', { [NAME]: 'robot' }, 'Opaque')
    await lab.settled()
    await accounts().delete('robot')
    await lab.settled()
    expect(await namesOf(secrets(lab.client()))).toEqual(['v'])
  })
})
