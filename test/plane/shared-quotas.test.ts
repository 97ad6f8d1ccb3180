import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { resourceQuota } from '../../src/public/admission.js'
import { type ControlPlane, createControlPlane } from '../../src/public/index.js'
import { packagedKinds } from '../../src/public/kubernetes.js'
import { createPostgresStorage } from '../../src/public/storage/postgres.js'
import { createEtcdStorage, type Storage } from '../../src/storage/index.js'
import { startEtcd } from '../storage/etcd/support.js'
import { startPostgres } from '../storage/postgres/support.js'

const kinds = packagedKinds()
const resources = [kinds.ResourceQuota, kinds.Pod]

describe.each([
  {
    engine: 'etcd',
    start: async () => {
      const etcd = await startEtcd()
      const open = (name: string) => createEtcdStorage({ endpoints: [etcd.url], prefix: `/${name}` })
      return { open, stop: () => etcd.stop() }
    },
  },
  {
    engine: 'PostgreSQL',
    start: async () => {
      const postgres = await startPostgres()
      const open = (name: string) => createPostgresStorage({ url: postgres.url, schema: name })
      return { open, stop: async () => postgres.stop() }
    },
  },
])('quotas of two planes over one $engine', ({ start }) => {
  let server: { readonly open: (name: string) => Promise<Storage>; readonly stop: () => Promise<void> }
  let count = 0
  const planes: ControlPlane[] = []

  beforeAll(async () => {
    server = await start()
  })
  afterAll(() => server.stop())
  afterEach(async () => {
    await Promise.all(planes.splice(0).map((plane) => plane.close()))
    count += 1
  })

  const open = async () => {
    const storage = await server.open(`quotas${count}`)
    const plane = await createControlPlane({ resources, admission: [resourceQuota()], storage })
    planes.push(plane)
    const client = plane.client()
    return {
      pods: client.resource(kinds.Pod).namespace('default'),
      quotas: client.resource(kinds.ResourceQuota).namespace('default'),
    }
  }
  const pod = (name: string, cpu: string) => ({
    metadata: { name },
    spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu } } }] },
  })

  test('are not exceeded by concurrent writes, and not underused', async () => {
    const [first, second] = [await open(), await open()]
    await first.quotas.create({ metadata: { name: 'q' }, spec: { hard: { 'requests.cpu': '5' } } })
    // Known to the second one as soon as a write of it has a status from there.
    await second.pods.create(pod('first', '1'))
    const answers = await Promise.allSettled(
      Array.from({ length: 24 }, (_, i) => (i % 2 ? first : second).pods.create(pod(`p${i}`, '1'))),
    )
    const refused = answers.filter((answer) => answer.status === 'rejected')
    expect(answers.length - refused.length).toBe(4)
    for (const { reason } of refused) expect(String(reason)).toContain('exceeded quota: q, requested: requests.cpu=1')
    expect((await first.pods.list()).items).toHaveLength(5)

    // What was refused holds nothing.
    await first.pods.delete('first')
    await second.pods.create(pod('last', '1'))
    await expect(first.pods.create(pod('more', '100m'))).rejects.toThrow('used: requests.cpu=5, limited: requests.cpu=5')
    for (const { quotas } of [first, second]) expect((await quotas.get('q')).status?.used).toEqual({ 'requests.cpu': '5' })
  })
})
