import { describe, expect, test } from '@jest/globals'
import type { ApiObject } from '../../../src/meta/index.js'
import {
  fromScale,
  requireScaled,
  type ScaleSubresource,
  scaleTable,
  toScale,
  validateScaled,
} from '../../../src/resources/index.js'
import { NOW } from '../support.js'

const paths: ScaleSubresource = {
  specReplicasPath: '.spec.replicas',
  statusReplicasPath: '.status.replicas',
  labelSelectorPath: '.status.selector',
}
const widget: ApiObject = {
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name: 'a', namespace: 'ns', uid: 'u', resourceVersion: '7', generation: 3, labels: { x: 'y' } },
  spec: { replicas: 2, color: 'red' },
  status: { replicas: 1, selector: 'app=x' },
}
const scaled = (replicas: unknown): ApiObject => ({
  apiVersion: 'autoscaling/v1',
  kind: 'Scale',
  metadata: { name: 'a', namespace: 'ns' },
  spec: { replicas },
})

describe('an object without a place for its count', () => {
  const deep = { ...paths, specReplicasPath: '.spec.pool.replicas' }
  test.each([
    [{ ...widget, spec: undefined }, paths],
    [{ ...widget, spec: null }, paths],
    [{ ...widget, spec: 'text' }, paths],
    [{ ...widget, spec: [] }, paths],
    [{ ...widget, spec: {} }, deep],
    [{ ...widget, spec: { pool: 3 } }, deep],
  ])('cannot be scaled (%#)', (object, scale) => {
    expect(() => requireScaled(object as ApiObject, scale)).toThrow(
      expect.objectContaining({ status: expect.objectContaining({ code: 422, reason: 'Invalid' }) }),
    )
  })

  test.each([
    [{ ...widget, spec: {} }, paths],
    [{ ...widget, spec: { pool: {} } }, deep],
    [
      { ...widget, replicas: 1 },
      { ...paths, specReplicasPath: '.replicas' },
    ],
  ])('an object with one, and no count, can (%#)', (object, scale) => {
    expect(() => requireScaled(object as ApiObject, scale)).not.toThrow()
  })
})

describe('an object as a Scale', () => {
  test('it carries the identity of the object and its counts, not its labels', () => {
    expect(toScale(widget, paths)).toEqual({
      kind: 'Scale',
      apiVersion: 'autoscaling/v1',
      metadata: { name: 'a', namespace: 'ns', uid: 'u', resourceVersion: '7' },
      spec: { replicas: 2 },
      status: { replicas: 1, selector: 'app=x' },
    })
  })

  test('missing counts are zero', () => {
    expect(toScale({ ...widget, spec: {}, status: undefined }, paths)).toMatchObject({ spec: {}, status: { replicas: 0 } })
  })

  test.each([
    { selector: { matchLabels: { b: '2', a: '1' } }, text: 'a=1,b=2' },
    { selector: { app: 'x' }, text: 'app=x' },
    { selector: { matchExpressions: [{ key: 'a', operator: 'In', values: ['2', '1'] }] }, text: 'a in (1,2)' },
    { selector: { matchExpressions: [{ key: 'a', operator: 'DoesNotExist' }] }, text: '!a' },
  ])('a selector that is an object is given as the text $text', ({ selector, text }) => {
    const status = toScale({ ...widget, status: { selector } }, paths).status
    expect(status).toMatchObject({ selector: text })
  })

  test('it is shown as a row of counts', () => {
    expect(scaleTable.cells(toScale(widget, paths), NOW).slice(0, 3)).toEqual(['a', 2, 1])
  })
})

describe('an object from a Scale', () => {
  test('only the count changes', () => {
    expect(fromScale(widget, scaled(5), paths)).toEqual({ ...widget, spec: { replicas: 5, color: 'red' } })
  })

  test('the version that the Scale was read at is kept, so that it can be checked', () => {
    const sent = { ...scaled(5), metadata: { name: 'a', resourceVersion: '6', uid: 'v' } }
    expect(fromScale(widget, sent, paths).metadata).toMatchObject({ resourceVersion: '6', uid: 'v', labels: { x: 'y' } })
  })

  test('missing parents of the field are created', () => {
    expect(fromScale({ ...widget, spec: undefined }, scaled(5), paths).spec).toEqual({ replicas: 5 })
  })

  test.each([
    { replicas: -1, code: 422 },
    { replicas: 1.5, code: 400 },
    { replicas: 'many', code: 400 },
  ])('$replicas replicas are refused with $code', ({ replicas, code }) => {
    expect(() => fromScale(widget, scaled(replicas), paths)).toThrow(
      expect.objectContaining({ status: expect.objectContaining({ code }) }),
    )
  })
})

describe('the fields that a Scale is made of', () => {
  const paths: ScaleSubresource = {
    specReplicasPath: '.spec.replicas',
    statusReplicasPath: '.status.replicas',
    labelSelectorPath: '.status.selector',
  }
  const judge = (parts: object) =>
    validateScaled({ apiVersion: 'v1', kind: 'Any', metadata: {}, ...parts }, paths).map(
      ({ field, message }) => `${field}: ${message}`,
    )

  test.each([
    { parts: {}, errors: [] },
    { parts: { spec: { replicas: 0 }, status: { replicas: 2_147_483_647, selector: 'a=b' } }, errors: [] },
    {
      parts: { spec: { replicas: -1 } },
      errors: ['.spec.replicas: Invalid value: -1: should be a non-negative integer'],
    },
    {
      parts: { status: { replicas: 2_147_483_648 } },
      errors: ['.status.replicas: Invalid value: 2147483648: should be less than or equal to 2147483647'],
    },
    {
      parts: { spec: { replicas: 1.5 }, status: { selector: 3 } },
      errors: [
        '.spec.replicas: Invalid value: 0: .spec.replicas accessor error: 1.5 is of the type float64, expected int64',
        '.status.selector: Invalid value: "": .status.selector accessor error: 3 is of the type int64, expected string',
      ],
    },
  ])('of $parts have the errors $errors', ({ parts, errors }) => {
    expect(judge(parts)).toEqual(errors)
  })
})
