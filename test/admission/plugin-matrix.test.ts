import { describe, expect, test } from '@jest/globals'
import { fetchHandler } from '../../src/adapters/index.js'
import { namedPlugins } from '../../src/admission/index.js'
import { type Client, connectWithFetch } from '../../src/client/index.js'
import { ApiError, type ApiObject } from '../../src/meta/index.js'
import { type TestPlane, testPlane } from '../../src/testing/index.js'
import { approved } from '../support/certificate-requests.js'
import { kinds } from './kinds.js'
import { annotated, GROUPS, MAKING, OPERATIONS, type Operation, ROWS, type Row, specOf, versionOf } from './matrix/rows.js'

/** Whether a kind has what an operation is about. */
function has(kind: Row['kind'], operation: Operation): boolean {
  if (operation === 'approval') return kind === 'CertificateSigningRequest'
  if (operation === 'scale') return kind === 'Deployment'
  return operation !== 'status' || (kind !== 'ConfigMap' && kind !== 'Event')
}

const namespaceOf = ({ kind, namespace = 'default' }: Row, operation: Operation): string =>
  kind === 'CertificateSigningRequest' || kind === 'Node' ? '' : namespace.replace('*', nameFor(operation))

const nameFor = (operation: Operation): string => operation.replaceAll(' ', '-')

/** The object of an operation; with what changes bring, if that is wished for. */
function objectFor(row: Row, operation: Operation, brought: boolean): ApiObject {
  const { kind, spec, more, brings = annotated } = row
  const own: Row['brings'] = brought ? brings : {}
  const namespace = namespaceOf(row, operation)
  return {
    apiVersion: versionOf(kind),
    kind,
    metadata: {
      name: nameFor(operation),
      ...(namespace !== '' && { namespace }),
      labels: { operation: nameFor(operation) },
      ...own?.metadata,
    },
    ...more,
    ...((spec || own?.spec) && { spec: { ...spec, ...own?.spec } }),
  } as ApiObject
}

function objectsOf(row: Row, operation: Operation, client: Client) {
  const { kind } = row
  const all = client.resource({ group: GROUPS[kind], version: 'v1', kind })
  const namespace = namespaceOf(row, operation)
  return namespace === '' ? all : all.namespace(namespace)
}

/** Does it. @returns What came of it. */
async function carryOut(row: Row, operation: Operation, client: Client): Promise<unknown> {
  const objects = objectsOf(row, operation, client)
  const name = nameFor(operation)
  const whole = objectFor(row, operation, true)
  const force = { fieldManager: 'matrix', force: true }
  switch (operation) {
    case 'create':
      return objects.create(whole)
    case 'dry run':
      return objects.create(whole, { dryRun: true })
    case 'apply new':
    case 'apply':
      return objects.apply(whole as never, force)
    case 'update': {
      const live = await objects.get(name)
      const spec = row.brings?.spec && { spec: { ...specOf(live), ...row.brings.spec } }
      return objects.update({ ...live, ...spec, metadata: { ...live.metadata, ...whole.metadata } })
    }
    case 'patch':
    case 'dry run change': {
      const merge = { metadata: whole.metadata, ...(row.brings?.spec && { spec: row.brings.spec }) }
      return objects.patch(name, { merge }, { dryRun: operation !== 'patch' })
    }
    case 'status':
      return objects.status.patch(name, { merge: { metadata: { annotations: { a: 'b' } }, status: row.status ?? {} } })
    case 'scale':
      return objects.scale.patch(name, { merge: { spec: { replicas: 5 } } })
    case 'approval':
      return objects.subresource('approval').patch(name, { merge: { status: { conditions: [approved] } } })
    case 'delete':
    case 'dry run delete':
      return objects.delete(name, { dryRun: operation !== 'delete' })
    case 'deletecollection':
      return objects.deleteCollection({}, { labelSelector: `operation=${name}` })
  }
}

async function planeFor(row: Row): Promise<TestPlane> {
  const changing = OPERATIONS.filter((operation) => !MAKING.includes(operation))
  const there = changing.map((operation) => objectFor(row, operation, false))
  const { webhooks, authorizer } = row
  // What is there was made, with its defaults, before the plugin had a say.
  let isOn = false
  const plane = await testPlane({
    resources: kinds,
    admission: row.plugins().map((plugin) => ({ ...plugin, handles: (write) => isOn && (plugin.handles?.(write) ?? true) })),
    // Webhooks that fail are told of there.
    logger: { error: () => {}, info: () => {} },
    objects: [...(row.objects ?? []), ...(row.namespace ? there : [])],
    ...(webhooks && { webhooks }),
    ...(authorizer && { authorizer }),
  })
  if (!row.namespace) {
    for (const operation of changing) await objectsOf(row, operation, plane.client()).create(objectFor(row, operation, false))
  }
  await plane.settled()
  isOn = true
  return plane
}

describe.each(['in process', 'over HTTP'])('each plugin on each operation, %s', (door) => {
  test.each(Object.keys(ROWS))('%s', async (name) => {
    const row = ROWS[name] as Row
    const plane = await planeFor(row)
    const answer = fetchHandler(plane)
    const client =
      door === 'in process'
        ? plane.client({ user: 'jane' })
        : connectWithFetch({ server: 'http://plane', fetch: (url, init) => answer(new Request(url, init)) })
    const acted: Operation[] = []
    const operations = OPERATIONS.filter((operation) => has(row.kind, operation))
    for (const operation of operations) {
      try {
        const object = (await carryOut(row, operation, client)) as ApiObject | undefined
        const { acts } = row
        if (typeof acts === 'function' && object?.metadata && (await acts(object, plane.client()))) acted.push(operation)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const { message = '' } = error.status
        if (typeof row.acts === 'string' && message.includes(row.acts)) acted.push(operation)
        // Plugins are not called for an unauthorized deletion.
        else if (!(row.authorizer && operation.includes('delete')) && !(row.others && message.includes(row.others))) throw error
      }
    }
    expect(acted).toEqual(operations.filter((operation) => row.on.includes(operation)))
    client.close()
    await plane.close()
  })
})

/** Its kind has no stable version; test/resources/certificates/trust-bundle.test.ts has its operations. */
const ELSEWHERE = ['ClusterTrustBundleAttest']

test('every plugin is in the matrix', () => {
  const known = [...namedPlugins.map(({ name }) => name), 'NamespaceLifecycle']
  expect([...Object.keys(ROWS), ...ELSEWHERE].sort()).toEqual(known.sort())
})
