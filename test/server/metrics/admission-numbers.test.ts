import { describe, expect, test } from '@jest/globals'
import type { AdmissionMetrics, WebhookResult } from '../../../src/admission/index.js'
import { createAdmissionNumbers, createMetrics } from '../../../src/server/metrics/index.js'
import { ManualClock } from '../../support/manual-clock.js'
import { ask, FakeCatalog, request } from '../discovery/fake-plane.js'

/** What is shown after some measurements, without help texts. */
async function shown(measure: (meter: AdmissionMetrics, clock: ManualClock) => void): Promise<readonly string[]> {
  const clock = new ManualClock()
  const { meter, metrics } = createAdmissionNumbers(clock)
  measure(meter, clock)
  const { text } = await ask(createMetrics({ catalog: new FakeCatalog(), more: metrics }), request('/metrics'))
  return text.split('\n').filter((line) => line.includes('admission') && !line.startsWith('#'))
}

test('phases and plugins are measured by operation, and by whether they refuse', async () => {
  const lines = await shown((meter, clock) => {
    const endPhase = meter.beginPhase('validate', 'CREATE')
    const endPlugin = meter.beginPlugin('LimitRanger', 'validate', 'CREATE')
    clock.advance(30)
    endPlugin(true)
    endPhase(true)
  })
  const labels = 'type="validate",operation="CREATE",rejected="true"'
  const plugin = 'apiserver_admission_controller_admission_duration_seconds'
  expect(lines).toContain(`apiserver_admission_step_admission_duration_seconds_count{${labels}} 1`)
  expect(lines).toContain(`${plugin}_bucket{name="LimitRanger",${labels},le="0.025"} 0`)
  expect(lines).toContain(`${plugin}_bucket{name="LimitRanger",${labels},le="0.1"} 1`)
  expect(lines).toContain(`${plugin}_sum{name="LimitRanger",${labels}} 0.03`)
})

test('phases have quantiles of their last hours', async () => {
  const name = 'apiserver_admission_step_admission_duration_seconds_summary'
  const labels = 'type="admit",operation="UPDATE",rejected="false"'
  const took = (meter: AdmissionMetrics, clock: ManualClock, ms: number) => {
    const end = meter.beginPhase('admit', 'UPDATE')
    clock.advance(ms)
    end(false)
  }
  const quantilesOf = (lines: readonly string[]) =>
    lines.filter((line) => line.startsWith(`${name}{`)).map((line) => Number(line.split(' ')[1]))
  const soon = await shown((meter, clock) => {
    for (let i = 0; i < 98; i++) took(meter, clock, i < 50 ? 10 : 100)
    took(meter, clock, 2000)
    took(meter, clock, 2000)
  })
  const [half = 0, most = 0, nearlyAll = 0] = quantilesOf(soon)
  expect(half).toBeCloseTo(0.01, 3)
  expect(most).toBeGreaterThan(0.095)
  expect(most).toBeLessThan(0.105)
  expect(nearlyAll).toBeGreaterThan(1.9)
  expect(nearlyAll).toBeLessThan(2.1)
  expect(soon).toContain(`${name}_count{${labels}} 100`)
  const later = await shown((meter, clock) => {
    took(meter, clock, 10)
    clock.advance(5 * 3_600_000)
    took(meter, clock, 1000)
  })
  const [only = 0] = quantilesOf(later)
  expect(only).toBeGreaterThan(0.95)
  expect(later).toContain(`${name}_count{${labels}} 2`)
})

describe('a webhook', () => {
  const of = 'name="w",type="validating",operation="CREATE"'
  const total = 'apiserver_admission_webhook_request_total'
  const refusals = 'apiserver_admission_webhook_rejection_count'
  test.each<[string, WebhookResult, readonly string[]]>([
    ['allows', { outcome: 'allowed' }, [`${total}{${of},code="200",rejected="false"} 1`]],
    [
      'refuses',
      { outcome: 'denied', code: 422 },
      [`${total}{${of},code="422",rejected="true"} 1`, `${refusals}{${of},error_type="no_error",rejection_code="422"} 1`],
    ],
    [
      'fails',
      { outcome: 'failed', code: 999, isIgnored: false },
      [
        `${total}{${of},code="600",rejected="true"} 1`,
        `${refusals}{${of},error_type="calling_webhook_error",rejection_code="600"} 1`,
      ],
    ],
    [
      'fails and is passed over',
      { outcome: 'failed', code: 503, isIgnored: true },
      [
        `${total}{${of},code="503",rejected="false"} 1`,
        'apiserver_admission_webhook_fail_open_count{name="w",type="validating"} 1',
      ],
    ],
    [
      'answers what cannot be used',
      { outcome: 'unusable' },
      [
        `${total}{${of},code="0",rejected="true"} 1`,
        `${refusals}{${of},error_type="apiserver_internal_error",rejection_code="0"} 1`,
      ],
    ],
  ])('that %s is counted so', async (_what, result, expected) => {
    const lines = await shown((meter) => meter.beginWebhook('w', false, 'CREATE')(result))
    const counts = lines.filter((line) => !line.includes('_duration_seconds'))
    expect(counts).toEqual(expected)
    expect(lines.some((line) => line.startsWith('apiserver_admission_webhook_admission_duration_seconds_count'))).toBe(true)
  })

  test('that changes objects is counted apart', async () => {
    const lines = await shown((meter) => meter.beginWebhook('w', true, 'UPDATE')({ outcome: 'allowed' }))
    expect(lines).toContain(`${total}{name="w",type="admit",operation="UPDATE",code="200",rejected="false"} 1`)
  })
})

test('match conditions are measured, with exclusions and errors', async () => {
  const lines = await shown((meter, clock) => {
    const end = meter.beginConditions({ name: 'p', kind: 'policy', mutates: false, operation: 'DELETE' })
    clock.advance(1)
    end(2, true)
  })
  const of = 'name="p",kind="policy",type="validate",operation="DELETE"'
  expect(lines).toContain(`apiserver_admission_match_condition_evaluation_errors_total{${of}} 2`)
  expect(lines).toContain(`apiserver_admission_match_condition_exclusions_total{${of}} 1`)
  expect(lines).toContain(`apiserver_admission_match_condition_evaluation_seconds_sum{${of}} 0.001`)
})

test('policies are counted by binding, error and enforcement action; mutating ones without the last', async () => {
  const lines = await shown((meter) => {
    const check = { policy: 'p', binding: 'b', seconds: 0.005 } as const
    meter.policyChecked({ ...check, error: 'invalid_error', action: 'warn' })
    meter.policyChecked({ ...check, error: 'no_error' })
  })
  const of = 'policy="p",policy_binding="b"'
  const warned = `${of},error_type="invalid_error",enforcement_action="warn"`
  expect(lines).toContain(`apiserver_validating_admission_policy_check_total{${warned}} 1`)
  expect(lines).toContain(`apiserver_validating_admission_policy_check_duration_seconds_bucket{${warned},le="0.01"} 1`)
  expect(lines).toContain(`apiserver_mutating_admission_policy_check_total{${of},error_type="no_error"} 1`)
})

test('the number of series is bounded, however many names users invent', async () => {
  const lines = await shown((meter) => {
    for (let i = 0; i < 6000; i++) meter.beginWebhook(`w${i}`, false, 'CREATE')({ outcome: 'allowed' })
  })
  const totals = lines.filter((line) => line.startsWith('apiserver_admission_webhook_request_total'))
  expect(totals).toHaveLength(5001)
  expect(totals.at(-1)).toBe('apiserver_admission_webhook_request_total 1000')
})
