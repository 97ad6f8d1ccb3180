import { afterEach, expect, test } from '@jest/globals'
import { createRootCertificatePublisher, createServiceAccountController } from '../../../src/public/controllers.js'
import { type TestPlane, testPlane } from '../../../src/public/testing.js'
import { ACCOUNTS, configMaps, letGo, NAMESPACES, namesOf } from '../support.js'

const PEM = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'
const NAME = 'kube-root-ca.crt'

let lab: TestPlane
afterEach(() => lab.close())
const accounts = (namespace: string) => lab.client().resource(ACCOUNTS).namespace(namespace)

test('each namespace has the account default, which is recreated when deleted', async () => {
  lab = await testPlane({ controllers: ['serviceaccount'] })
  await lab
    .client()
    .resource(NAMESPACES)
    .create({ metadata: { name: 'n' } })
  await lab.settled()
  const all = await lab.client().resource(ACCOUNTS).list()
  expect(all.items.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`)).toEqual([
    'default/default',
    'n/default',
    'platform-node-lease/default',
    'platform-public/default',
    'platform-system/default',
  ])
  const before = (await accounts('n').get('default')).metadata.uid
  await accounts('n').delete('default')
  await lab.settled()
  expect((await accounts('n').get('default')).metadata.uid).not.toBe(before)
})

test('changes of the account by users stay', async () => {
  lab = await testPlane()
  const loop = createServiceAccountController(lab.client())
  await lab.settled()
  await accounts('default').patch('default', { merge: { automountServiceAccountToken: false } })
  await lab.settled()
  expect(await accounts('default').get('default')).toMatchObject({ automountServiceAccountToken: false })
  await loop.stop()
})

test('nothing is recreated in a terminating namespace', async () => {
  lab = await testPlane({ controllers: ['serviceaccount'] })
  const spaces = lab.client().resource(NAMESPACES)
  await spaces.create({ metadata: { name: 'n', finalizers: ['example.com/hold'] } })
  await lab.settled()
  await spaces.delete('n')
  await accounts('n').delete('default')
  await lab.advance(60_000)
  expect(await namesOf(accounts('n'))).toEqual([])
  await letGo(spaces, 'n')
})

test('each namespace has the root certificates, whose data is restored and whose labels stay', async () => {
  lab = await testPlane({ controllers: ['root-ca-cert-publisher'], rootCertificates: PEM })
  await lab.settled()
  const maps = configMaps(lab.client())
  expect(await maps.get(NAME)).toMatchObject({
    metadata: { annotations: { 'platform.io/description': expect.stringContaining('CA bundle') } },
    data: { 'ca.crt': PEM },
  })
  await maps.patch(NAME, { merge: { data: { 'ca.crt': 'wrong', extra: 'x' }, metadata: { labels: { a: 'b' } } } })
  await lab.settled()
  expect(await maps.get(NAME)).toMatchObject({ metadata: { labels: { a: 'b' } }, data: { 'ca.crt': PEM } })
  expect((await maps.get(NAME)).data).toEqual({ 'ca.crt': PEM })
  await maps.delete(NAME)
  await lab.settled()
  expect((await maps.get(NAME)).data).toEqual({ 'ca.crt': PEM })
})

test('a change of the certificates reaches all namespaces', async () => {
  lab = await testPlane()
  for (const certificates of [PEM.replace('AAAA', 'BBBB'), PEM]) {
    const loop = createRootCertificatePublisher(lab.client(), { certificates })
    await lab.settled()
    expect((await configMaps(lab.client()).get(NAME)).data).toEqual({ 'ca.crt': certificates })
    await loop.stop()
  }
})
