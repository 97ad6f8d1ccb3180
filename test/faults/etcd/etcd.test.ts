import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { buildServe, removeServe } from '../serve-process.js'
import { etcdFaults, runEtcd } from './etcd-run.js'

const ROUNDS = Object.keys(etcdFaults).length

beforeAll(buildServe)
afterAll(removeServe)

test('replicas over one etcd satisfy the model through failures of etcd, of their connections, and of a replica', async () => {
  const summary = await runEtcd({ seed: 7, rounds: ROUNDS, replicas: 2 })
  expect(summary.problems).toEqual([])
  expect(summary).toMatchObject({ rounds: ROUNDS, writesLost: 0, gaps: 0 })
  expect(summary.watchEvents).toBeGreaterThan(summary.writesAcknowledged)
}, 120_000)
