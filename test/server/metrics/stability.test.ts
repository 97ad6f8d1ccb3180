import { describe, expect, test } from '@jest/globals'
import { type MetricPromise, shownMetrics } from '../../../src/server/metrics/stability.js'
import { testPlane } from '../plane.js'
import { textOf } from '../requests.js'

const helpAt = (promise: MetricPromise, release: string, showHiddenFor?: string) =>
  shownMetrics([{ ...promise, help: 'Lamps.' }], release, showHiddenFor).map(({ help }) => help)

describe('a metric', () => {
  test('has its stability level in its help', () => {
    expect(helpAt({ stability: 'STABLE' }, '1.30')).toEqual(['[STABLE] Lamps.'])
  })

  const stable: MetricPromise = { stability: 'STABLE', deprecated: '1.30' }
  test.each([
    { release: '1.29', help: ['[STABLE] Lamps.'] },
    { release: '1.30', help: ['[STABLE] (Deprecated since 1.30.0) Lamps.'] },
    { release: '1.32', help: ['[STABLE] (Deprecated since 1.30.0) Lamps.'] },
    { release: '1.33', help: [] },
    { release: '1.33', showHiddenFor: '1.32', help: ['[STABLE] (Deprecated since 1.30.0) Lamps.'] },
    { release: 'v1.33', showHiddenFor: 'v1.32', help: ['[STABLE] (Deprecated since 1.30.0) Lamps.'] },
    { release: '1.33', showHiddenFor: '1.31', help: [] },
    { release: '1.34', showHiddenFor: '1.33', help: [] },
  ])('that is stable and deprecated in 1.30 is $help in $release with $showHiddenFor', ({ release, showHiddenFor, help }) => {
    expect(helpAt(stable, release, showHiddenFor)).toEqual(help)
  })

  test('that is alpha is hidden as soon as it is deprecated', () => {
    expect(helpAt({ stability: 'ALPHA', deprecated: '1.30' }, '1.30')).toEqual([])
    expect(helpAt({ stability: 'ALPHA', deprecated: '1.30' }, '1.30', '1.29')).toHaveLength(1)
  })
})

test('the stable metrics are these, and every metric has a class', async () => {
  const { send } = await testPlane()
  const pages = [await send('GET', '/metrics'), await send('GET', '/metrics/slis')]
  const helps = pages
    .map(textOf)
    .join('')
    .split('\n')
    .flatMap((line) => /^# HELP (\S+) \[(\w+)\] /.exec(line)?.slice(1, 3) ?? (line.startsWith('# HELP') ? [line, 'none'] : []))
  const classes = helps.filter((_, i) => i % 2 === 1)
  expect(classes.filter((name) => !['ALPHA', 'BETA', 'STABLE'].includes(name))).toEqual([])
  expect(helps.filter((_, i) => i % 2 === 0 && helps[i + 1] === 'STABLE').sort()).toEqual([
    'apiserver_admission_controller_admission_duration_seconds',
    'apiserver_admission_step_admission_duration_seconds',
    'apiserver_admission_webhook_admission_duration_seconds',
    'apiserver_current_inflight_requests',
    'apiserver_longrunning_requests',
    'apiserver_request_duration_seconds',
    'apiserver_request_total',
    'apiserver_requested_deprecated_apis',
    'apiserver_response_sizes',
    'apiserver_storage_objects',
    'platform_healthcheck',
    'platform_healthchecks_total',
  ])
})
