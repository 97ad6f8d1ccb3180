import { expect, test } from '@jest/globals'
import { kinds, plain, stored } from '../../packaged/support.js'
import { create, update } from '../../support.js'

const KEY = 'platform.io/config.mirror'
const refusal = `metadata.annotations[${KEY}]: Invalid value: "abc": must set spec.nodeName if mirror pod annotation is set`
const mirror = { 'metadata.annotations': { [KEY]: 'abc' } }

test('a mirror pod names its node', () => {
  expect(create(kinds.Pod, plain('Pod', mirror)).causes).toEqual([refusal])
  expect(create(kinds.Pod, plain('Pod', { ...mirror, 'spec.nodeName': 'n' })).causes).toEqual([])
})

test('a pod without a node cannot become a mirror pod', () => {
  const live = stored('Pod')
  const annotated = { ...live, metadata: { ...live.metadata, annotations: { [KEY]: 'abc' } } }
  expect(update(kinds.Pod, live, annotated).causes).toEqual([refusal])
})
