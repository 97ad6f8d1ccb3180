import { expect, test } from '@jest/globals'
import { createMetrics, storageMetrics } from '../../../src/server/metrics/index.js'
import { createMemoryStorage, type Storage } from '../../../src/storage/index.js'
import { ask, FakeCatalog, request } from '../discovery/fake-plane.js'

test('metrics of storages are shown, in a series for each storage, by its index', async () => {
  let dead = 7
  const measured = (value: () => number): Storage => ({
    ...createMemoryStorage(),
    followersAreCurrent: true,
    metrics: [{ type: 'gauge', name: 'test_dead_rows', help: 'Rows that are dead.', value }],
  })
  const storages = [measured(() => dead), createMemoryStorage(), measured(() => 1)]
  const metrics = createMetrics({ catalog: new FakeCatalog(), more: storageMetrics(storages) })
  const scrape = async () =>
    (await ask(metrics, request('/metrics'))).text.split('\n').filter((line) => line.includes('test_dead_rows'))
  expect(await scrape()).toEqual([
    '# HELP apiserver_storage_test_dead_rows [ALPHA] Rows that are dead.',
    '# TYPE apiserver_storage_test_dead_rows gauge',
    'apiserver_storage_test_dead_rows{storage="0"} 7',
    'apiserver_storage_test_dead_rows{storage="2"} 1',
  ])
  dead = 8
  expect((await scrape())[2]).toBe('apiserver_storage_test_dead_rows{storage="0"} 8')
})
