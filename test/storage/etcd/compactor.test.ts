import { expect, test } from '@jest/globals'
import { Compactor } from '../../../src/storage/etcd/compactor.js'
import type { Connection } from '../../../src/storage/etcd/connection.js'
import type { EtcdKeys } from '../../../src/storage/etcd/keys.js'
import { etcdSettings } from '../../../src/storage/etcd/options.js'

test('etcd is compacted once in an interval, also after the clock was set back', async () => {
  let time = 1_000_000_000
  const settings = etcdSettings({
    endpoints: ['http://127.0.0.1:2379'],
    compactionIntervalSeconds: 60,
    clock: { now: () => time, setTimeout: () => () => {} },
  })
  let claims = 0
  // Another replica has compacted more, so that each attempt ends with this read.
  const connection = {
    read: async () => {
      claims += 1
      return { kvs: [{ value: Buffer.from('1000'), mod_revision: '1' }] }
    },
  } as unknown as Connection
  const compactor = new Compactor(connection, { compacted: 'c' } as unknown as EtcdKeys, settings)
  await compactor.compact(2)
  await compactor.compact(3)
  expect(claims).toBe(1)
  time -= 500_000_000
  await compactor.compact(4)
  expect(claims).toBe(1)
  time += 60_000
  await compactor.compact(5)
  expect(claims).toBe(2)
})
