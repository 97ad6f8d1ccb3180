import { expect, test } from '@jest/globals'
import { applyRequest, compileObjectType } from '../../../src/apply/index.js'
import type { JsonObject } from '../../../src/meta/index.js'

const type = compileObjectType({
  type: 'object',
  properties: { data: { type: 'object', additionalProperties: { type: 'string' } } },
})
const ANNOTATION = 'tool.platform.io/last-applied'
const thing = (data: JsonObject, annotations?: JsonObject): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Thing',
  metadata: { name: 'a', ...(annotations && { annotations }) },
  data,
})

/** The annotations after an apply to an object that has some. */
function annotationsAfter(data: JsonObject, annotations: JsonObject): JsonObject | undefined {
  const answer = applyRequest({
    type,
    live: thing({ k: 'v' }, annotations),
    applied: thing(data),
    manager: 'tool',
    apiVersion: 'v1',
    now: '2025-01-01T00:00:00Z',
    lastApplied: { manager: 'tool', annotation: ANNOTATION },
  })
  if (answer.outcome !== 'applied') throw new Error(answer.outcome)
  return (answer.object as { metadata: { annotations?: JsonObject } }).metadata.annotations
}

test.each([
  ['as it is alone', { big: 'd'.repeat(300 * 1024) }, {}],
  ['beside other annotations', { big: 'd'.repeat(200 * 1024) }, { other: 'o'.repeat(100 * 1024) }],
  ['in bytes, though not in characters', { big: '€'.repeat(100 * 1024) }, {}],
])('the annotation of client-side apply is left out where it would be too large: %s', (_why, data, others) => {
  expect(annotationsAfter({ k: 'v', ...data }, { ...others, [ANNOTATION]: '{}' })).toEqual(others)
})

test('the annotation of client-side apply is kept where all annotations have room', () => {
  const annotations = annotationsAfter({ k: 'v', big: '€'.repeat(80 * 1024) }, { other: 'o', [ANNOTATION]: '{}' })
  expect(Object.keys(annotations ?? {})).toEqual(['other', ANNOTATION])
})

test('an empty annotation of client-side apply counts as none', () => {
  expect(annotationsAfter({ k: 'v' }, { [ANNOTATION]: '' })).toEqual({ [ANNOTATION]: '' })
})
