import { describe, expect, test } from '@jest/globals'
import { Registry } from 'prom-client'
import { kubernetesDialect } from '../../../src/meta/index.js'
import { createExposition } from '../../../src/server/metrics/exposition.js'
import { createMetrics } from '../../../src/server/metrics/index.js'
import { distributionSeries, durationSeries, numberSeries, SeriesMap } from '../../../src/server/metrics/series.js'
import { ask, define, FakeCatalog, PART, refusal, request } from '../discovery/fake-plane.js'

const catalog = new FakeCatalog(
  define({ plural: 'configmaps', kind: 'ConfigMap', subresources: [{ name: 'status', verbs: PART }] }),
  define({ group: 'a.example.com', plural: 'widgets', kind: 'Widget', versions: ['v1', 'v1beta1'], deprecated: ['v1beta1'] }),
)
const resource = (verb: string, more: object = {}, headers: Record<string, string> = {}) =>
  request('/any', headers, {
    isResourceRequest: true,
    verb,
    version: 'v1',
    resource: 'configmaps',
    namespace: 'default',
    name: 'a',
    ...more,
  })

const scrape = async (metrics: ReturnType<typeof createMetrics>) => (await ask(metrics, request('/metrics'))).text.split('\n')

describe('requests', () => {
  test.each([
    ['get', {}, 'verb="GET",group="",version="v1",resource="configmaps",subresource="",scope="resource"'],
    ['list', { name: '' }, 'verb="LIST",group="",version="v1",resource="configmaps",subresource="",scope="namespace"'],
    [
      'list',
      { name: '', namespace: '' },
      'verb="LIST",group="",version="v1",resource="configmaps",subresource="",scope="cluster"',
    ],
    ['create', {}, 'verb="POST",group="",version="v1",resource="configmaps",subresource="",scope="resource"'],
    [
      'update',
      { subresource: 'status' },
      'verb="PUT",group="",version="v1",resource="configmaps",subresource="status",scope="resource"',
    ],
    [
      'delete',
      { subresource: 'made-up' },
      'verb="DELETE",group="",version="v1",resource="configmaps",subresource="",scope="resource"',
    ],
    ['get', { resource: 'made-up' }, 'verb="GET",group="",version="",resource="",subresource="",scope=""'],
    ['get', { group: 'made.up', method: 'MADEUP' }, 'verb="OTHER",group="",version="",resource="",subresource="",scope=""'],
    ['constructor', {}, 'verb="OTHER",group="",version="v1",resource="configmaps",subresource="",scope="resource"'],
  ])('%s %j is counted as %s', async (verb, more, labels) => {
    const metrics = createMetrics({ catalog })
    metrics.observe(resource(verb, more), 200, 0.02)
    metrics.observe(resource(verb, more), 200, 0.02)
    metrics.observe(resource(verb, more), 404, 100)
    const lines = await scrape(metrics)
    expect(lines).toContain(`apiserver_request_total{${labels},code="200"} 2`)
    expect(lines).toContain(`apiserver_request_total{${labels},code="404"} 1`)
    expect(lines).toContain(`apiserver_request_duration_seconds_bucket{${labels},le="0.01"} 0`)
    expect(lines).toContain(`apiserver_request_duration_seconds_bucket{${labels},le="0.025"} 2`)
    expect(lines).toContain(`apiserver_request_duration_seconds_bucket{${labels},le="60"} 2`)
    expect(lines).toContain(`apiserver_request_duration_seconds_bucket{${labels},le="+Inf"} 3`)
    expect(lines).toContain(`apiserver_request_duration_seconds_sum{${labels}} 100.04`)
    expect(lines).toContain(`apiserver_request_duration_seconds_count{${labels}} 3`)
  })

  test.each([
    { verb: 'get', name: 'a', label: 'GET', counted: true },
    { verb: 'list', name: '', label: 'LIST', counted: true },
    { verb: 'create', name: '', label: 'POST', counted: false },
    { verb: 'watch', name: '', label: 'WATCH', counted: false },
  ])('the sizes of answers to $verb are counted: $counted', async ({ verb, name, label, counted }) => {
    const metrics = createMetrics({ catalog })
    metrics.observe(resource(verb, { name }), 200, 0, 500)
    metrics.observe(resource(verb, { name }), 200, 0)
    metrics.streamed(resource(verb, { name }), 20_000)
    const sizes = (await scrape(metrics)).filter((line) => line.startsWith('apiserver_response_sizes_'))
    const valuesOf = (part: string) => sizes.filter((line) => line.includes(part)).map((line) => Number(line.split(' ').at(-1)))
    expect(sizes.every((line) => line.includes(`verb="${label}"`))).toBe(true)
    expect(['le="1000"', 'le="10000"', 'le="100000"', 'sizes_sum', 'sizes_count'].map(valuesOf)).toEqual(
      counted ? [[1], [1], [2], [20_500], [2]] : [[], [], [], [], []],
    )
  })

  test('an apply is counted apart from other patches', async () => {
    const metrics = createMetrics({ catalog })
    metrics.observe(resource('patch', {}, { 'content-type': 'application/apply-patch+yaml' }), 200, 0)
    metrics.observe(resource('patch', {}, { 'content-type': 'application/merge-patch+json' }), 200, 0)
    const lines = (await scrape(metrics)).filter((line) => line.startsWith('apiserver_request_total{'))
    expect(lines.map((line) => /verb="(\w+)"/.exec(line)?.[1])).toEqual(['APPLY', 'PATCH'])
  })

  test('a requested deprecated version has the value 1, however often it was requested', async () => {
    const metrics = createMetrics({ catalog })
    const found = catalog.find('a.example.com', 'v1beta1', 'widgets')
    for (let use = 0; found && use < 2; use++) {
      metrics.usedDeprecated({ ...found, namespace: '', name: '', subresource: undefined })
    }
    const lines = (await scrape(metrics)).filter((line) => line.startsWith('apiserver_requested_deprecated_apis{'))
    expect(lines).toEqual([
      'apiserver_requested_deprecated_apis{group="a.example.com",version="v1beta1",resource="widgets",subresource="",removed_release=""} 1',
    ])
  })

  test('the number of series is bounded: later ones share one', () => {
    const series = new SeriesMap(numberSeries, 2)
    for (const key of ['a', 'b', 'c', 'd', 'a']) series.at(key, () => ({ key })).value += 1
    expect([...series.values()]).toEqual([
      { labels: { key: 'a' }, value: 2 },
      { labels: { key: 'b' }, value: 1 },
      { labels: {}, value: 2 },
    ])
  })
})

describe('the size of a scrape', () => {
  test('histograms and summaries, with many lines a series, have fewer series than counters', () => {
    const counters = new SeriesMap(numberSeries)
    const histograms = durationSeries()
    const others = distributionSeries((labels) => ({ labels }))
    for (let i = 0; i < 30_000; i++) for (const series of [counters, histograms, others]) series.at(`${i}`, () => ({ i: `${i}` }))
    expect([counters, histograms, others].map((series) => [...series.values()].length)).toEqual([20_001, 2001, 2001])
  })

  /** Counts turns of the event loop, until it is told to stop. */
  function turnCounter() {
    const turns = { now: 0, isDone: false }
    const count = () => {
      turns.now += 1
      if (!turns.isDone) setImmediate(count)
    }
    setImmediate(count)
    return turns
  }
  const spend = (ms: number) => {
    const end = performance.now() + ms
    while (performance.now() < end);
  }

  test('each metric that takes long is read in a turn of its own', async () => {
    const turns = turnCounter()
    const reads: number[] = []
    const series = () => {
      reads.push(turns.now)
      spend(5)
      return []
    }
    const about = { help: 'a', labelNames: [], stability: 'ALPHA', series } as const
    const text = await createExposition([
      { ...about, type: 'counter', name: 'first_total' },
      { ...about, type: 'histogram', name: 'second_seconds' },
      { ...about, type: 'summary', name: 'third_seconds', now: () => 0 },
    ]).write()
    turns.isDone = true
    expect(new Set(reads).size).toBe(3)
    expect(reads).not.toContain(0)
    expect(text).toMatch(/first_total.*second_seconds.*third_seconds/s)
  })

  test('a metric with many lines is written in several turns, as one', async () => {
    const turns = turnCounter()
    const writes = new Map<number, number>()
    // Becomes text when its line is written.
    const label = {
      toString() {
        writes.set(turns.now, (writes.get(turns.now) ?? 0) + 1)
        spend(0.02)
        return 'a'
      },
    } as string
    const all = Array.from({ length: 250 }, () => ({
      labels: { label },
      bounds: [1, 2, 3, 4, 5, 6, 7],
      counts: Array(8).fill(1),
      sum: 1,
    }))
    const about = { help: 'a\nb', labelNames: ['label'], stability: 'ALPHA', type: 'histogram', series: () => all } as const
    const metrics = [
      { ...about, name: 'one' },
      { ...about, name: 'two' },
    ]
    const text = await createExposition(metrics).write()
    turns.isDone = true
    expect([...writes.values()]).toEqual([1000, 1000, 500, 1000, 1000, 500])
    // That of somebody else's registry is written by it.
    expect(text).toBe(await createExposition(metrics, { registry: new Registry() }).write())
  })
})

describe('gauges', () => {
  test('waiting requests are read at each scrape', async () => {
    const metrics = createMetrics({ catalog, queued: (kind) => (kind === 'mutating' ? 2 : 0) })
    const lines = await scrape(metrics)
    expect(lines).toContain('apiserver_current_inqueue_requests{request_kind="mutating"} 2')
    expect(lines).toContain('apiserver_current_inqueue_requests{request_kind="readOnly"} 0')
  })

  test('requests in flight are counted up and down', async () => {
    const metrics = createMetrics({ catalog })
    metrics.begin('mutating')
    metrics.begin('readOnly')
    metrics.end('mutating')
    const lines = await scrape(metrics)
    expect(lines).toContain('apiserver_current_inflight_requests{request_kind="mutating"} 0')
    expect(lines).toContain('apiserver_current_inflight_requests{request_kind="readOnly"} 1')
  })

  test('watches are counted while they are open, with the events that they sent, and have no duration', async () => {
    const metrics = createMetrics({ catalog })
    const watch = resource('watch', { name: '' })
    const first = metrics.openWatch(watch)
    const second = metrics.openWatch(resource('watch', { name: '', namespace: '' }))
    first.sent(3)
    second.sent(2)
    first.end()
    first.end()
    metrics.observe(watch, 200, 300)
    const lines = await scrape(metrics)
    const labels = 'verb="WATCH",group="",version="v1",resource="configmaps",subresource=""'
    expect(lines).toContain(`apiserver_longrunning_requests{${labels},scope="namespace"} 0`)
    expect(lines).toContain(`apiserver_longrunning_requests{${labels},scope="cluster"} 1`)
    expect(lines).toContain('apiserver_watch_events_total{group="",version="v1",resource="configmaps"} 5')
    expect(lines.some((line) => line.startsWith('apiserver_request_duration_seconds_'))).toBe(false)
  })

  test('stored objects are counted at each scrape', async () => {
    let count = 1
    const metrics = createMetrics({ catalog, storedObjects: () => [['configmaps', count]] })
    expect(await scrape(metrics)).toContain('apiserver_storage_objects{resource="configmaps"} 1')
    count = 7
    expect(await scrape(metrics)).toContain('apiserver_storage_objects{resource="configmaps"} 7')
  })
})

test('a scrape names every metric from the start, in the text format, and adds nothing to it by itself', async () => {
  const metrics = createMetrics({ catalog })
  const answer = await ask(metrics, request('/metrics'))
  expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(answer.text).toContain('# TYPE apiserver_request_total counter\n')
  expect(answer.text).toContain('# TYPE apiserver_request_duration_seconds histogram\n')
  expect((await ask(metrics, request('/metrics'))).text).toBe(answer.text)
})

test('each plane has its own metrics', async () => {
  const [one, other] = [createMetrics({ catalog }), createMetrics({ catalog })]
  one.observe(resource('get'), 200, 0)
  expect((await scrape(other)).filter((line) => line.startsWith('apiserver_request_total{'))).toEqual([])
})

test('other paths are left to others, other methods refused', async () => {
  const metrics = createMetrics({ catalog })
  expect(metrics.handle(request('/metrics/other'))).toBeUndefined()
  expect(metrics.handle(request('/metrics/slis/more'))).toBeUndefined()
  expect(metrics.handle(request('/metrics%2Fslis'))).toBeUndefined()
  expect(metrics.handle(request('/api'))).toBeUndefined()
  expect(await refusal(metrics, request('/metrics', {}, { method: 'DELETE' }))).toBe(405)
})

test('the results of health checks have a page of their own, with names of the dialect', async () => {
  const metrics = createMetrics({ catalog, dialect: kubernetesDialect })
  for (const passed of [true, true, false]) metrics.healthChecked('etcd', 'readyz', passed)
  metrics.healthChecked('ping', 'livez', true)
  const { text } = await ask(metrics, request('/metrics/slis'))
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  expect(lines).toEqual([
    'kubernetes_healthcheck{name="etcd",type="readyz"} 0',
    'kubernetes_healthcheck{name="ping",type="livez"} 1',
    'kubernetes_healthchecks_total{name="etcd",type="readyz",status="success"} 2',
    'kubernetes_healthchecks_total{name="etcd",type="readyz",status="error"} 1',
    'kubernetes_healthchecks_total{name="ping",type="livez",status="success"} 1',
  ])
  expect(text).toContain('# HELP kubernetes_healthcheck [STABLE] ')
  expect((await ask(metrics, request('/metrics'))).text).not.toContain('kubernetes_healthcheck')
})

describe('access', () => {
  test('is counted by result, and by the method that decided', async () => {
    const metrics = createMetrics({ catalog })
    metrics.authenticated('success', 'x509', 0.002)
    metrics.authenticated('success', 'x509', 0.002)
    metrics.authenticated('failure', '', 1)
    metrics.authorized('allowed', 0.002)
    metrics.authorized('error', 3)
    const lines = await scrape(metrics)
    expect(lines).toContain('authentication_attempts{result="success",method="x509"} 2')
    expect(lines).toContain('authentication_attempts{result="failure",method=""} 1')
    expect(lines).toContain('authentication_duration_seconds_count{result="success"} 2')
    expect(lines).toContain('authorization_attempts_total{result="allowed"} 1')
    expect(lines).toContain('authorization_duration_seconds_sum{result="error"} 3')
  })
})
