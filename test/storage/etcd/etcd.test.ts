import { afterAll, beforeAll } from '@jest/globals'
import { createEtcdStorage } from '../../../src/storage/index.js'
import { describeStorage } from '../describe-storage.js'
import { type Etcd, startEtcd } from './support.js'

let etcd: Etcd
let count = 0

beforeAll(async () => {
  etcd = await startEtcd()
})
afterAll(() => etcd.stop())

describeStorage('etcd', () => {
  count += 1
  return createEtcdStorage({ endpoints: [etcd.url], prefix: `/test-${count}` })
})
