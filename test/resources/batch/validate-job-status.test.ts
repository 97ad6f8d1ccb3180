import { describe, expect, test } from '@jest/globals'
import { kinds, stored } from '../packaged/support.js'
import { update } from '../support.js'

const [T0, T1, T2] = ['2026-01-01T00:00:00Z', '2026-01-01T00:00:01Z', '2026-01-01T00:00:02Z']
const are = (...types: readonly string[]) => ({ conditions: types.map((type) => ({ type, status: 'True' })) })
const complete = { ...are('SuccessCriteriaMet', 'Complete'), startTime: T0, completionTime: T1 }
const failed = { ...are('FailureTarget', 'Failed'), startTime: T0 }

/** Fields at which a status is refused, over the stored one. */
function refusedOver(live: object, status: object, spec: object = {}): readonly string[] {
  const job = stored('Job', Object.fromEntries(Object.entries(spec).map(([key, value]) => [`spec.${key}`, value])))
  const before = { ...job, status: live }
  return update(kinds.Job, before, { ...before, status }, 'status').causes.map((cause) => cause.split(':')[0] ?? '')
}

const C = 'status.conditions'
const indexed = { completionMode: 'Indexed', completions: 10, parallelism: 5 }

describe('the outcome of a job', () => {
  test.each<readonly [status: object, fields: readonly string[]]>([
    [complete, []],
    [failed, []],
    [are('Suspended'), []],
    [{ ...complete, ...are('Complete') }, [C]],
    [{ ...failed, ...are('Failed') }, [C]],
    [{ ...complete, ...are('SuccessCriteriaMet', 'Complete', 'FailureTarget', 'Failed') }, [C]],
    [{ ...failed, ...are('SuccessCriteriaMet', 'FailureTarget') }, [C]],
    [{ ...failed, startTime: undefined }, ['status.startTime']],
    [{ ...complete, completionTime: undefined }, ['status.completionTime']],
    [{ startTime: T0, completionTime: T1 }, ['status.completionTime']],
    [{ ...complete, startTime: T1, completionTime: T0 }, ['status.completionTime']],
    [{ ...complete, active: 1 }, ['status.active']],
    [{ ...complete, terminating: 1 }, ['status.terminating']],
    [{ ...complete, uncountedTerminatedPods: { succeeded: ['a'] } }, ['status.uncountedTerminatedPods']],
    [{ active: 1, ready: 2 }, ['status.ready']],
    [{ active: 2, ready: 2, terminating: 3, uncountedTerminatedPods: { failed: ['a', 'b'] } }, []],
    [{ failed: -1 }, ['status.failed']],
    [
      { uncountedTerminatedPods: { succeeded: ['a', 'a', ''] } },
      ['status.uncountedTerminatedPods.succeeded[1]', 'status.uncountedTerminatedPods.succeeded[2]'],
    ],
  ])('%j is refused at %j', (status, fields) => {
    expect(new Set(refusedOver({}, status))).toEqual(new Set(fields))
  })

  test.each<readonly [live: object, status: object, fields: readonly string[]]>([
    [complete, { ...complete, ...are() }, [C, 'status.completionTime']],
    [failed, { ...failed, ...are('FailureTarget') }, [C]],
    [are('SuccessCriteriaMet'), are(), [C]],
    [complete, { ...complete, completionTime: T2 }, ['status.completionTime']],
    [{ startTime: T0 }, { startTime: T1 }, ['status.startTime']],
    [{ startTime: T0 }, {}, ['status.startTime']],
    [{}, { startTime: T1 }, []],
    [{ failed: 2 }, { failed: 1 }, ['status.failed']],
    [{ succeeded: 2 }, { succeeded: 1 }, ['status.succeeded']],
    [{ active: 2 }, { active: 1 }, []],
  ])('over %j, %j is refused at %j', (live, status, fields) => {
    expect(new Set(refusedOver(live, status))).toEqual(new Set(fields))
  })

  test('the start of a suspended job moves, and an elastic job gets smaller', () => {
    expect(refusedOver({ startTime: T0 }, { startTime: T1 }, { suspend: true })).toEqual([])
    expect(refusedOver({ succeeded: 4 }, { succeeded: 2 }, { ...indexed, parallelism: 10 })).toEqual([])
  })

  test('that broke a rule before may be written on, while it leaves the fields of the rule alone', () => {
    const old = { ...are('Complete'), startTime: T0 }
    expect(refusedOver(old, { ...old, succeeded: 1 })).toEqual([])
  })
})

describe('the indexes of a job', () => {
  test.each<readonly [status: object, spec: object, fields: readonly string[]]>([
    [{ completedIndexes: '0,3-5' }, indexed, []],
    [{ completedIndexes: '0,3-10' }, indexed, ['status.completedIndexes']],
    [{ completedIndexes: '0' }, {}, ['status.completedIndexes']],
    [{ failedIndexes: '0' }, indexed, ['status.failedIndexes']],
    [{ failedIndexes: '1' }, { ...indexed, backoffLimitPerIndex: 1 }, []],
    [{ failedIndexes: '1,1' }, { ...indexed, backoffLimitPerIndex: 1 }, ['status.failedIndexes']],
    [{ completedIndexes: '0-2,5', failedIndexes: '3-4,6' }, { ...indexed, backoffLimitPerIndex: 1 }, []],
    [{ completedIndexes: '0-2,5', failedIndexes: '3-6' }, { ...indexed, backoffLimitPerIndex: 1 }, ['status.failedIndexes']],
  ])('%j of %j are refused at %j', (status, spec, fields) => {
    expect(refusedOver({}, status, spec)).toEqual(fields)
  })
})
