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

test('a pod cannot become a mirror pod, nor cease to be one', () => {
  const live = stored('Pod', { 'spec.nodeName': 'n' })
  const annotated = { ...live, metadata: { ...live.metadata, annotations: { [KEY]: 'abc' } } }
  const other = { ...live, metadata: { ...live.metadata, annotations: { [KEY]: 'def' } } }
  const forbidden = (change: string) => [`metadata.annotations[${KEY}]: Forbidden: may not ${change} mirror pod annotation`]
  expect(update(kinds.Pod, live, annotated).causes).toEqual(forbidden('add'))
  expect(update(kinds.Pod, annotated, live).causes).toEqual(forbidden('remove or update'))
  expect(update(kinds.Pod, annotated, other).causes).toEqual(forbidden('remove or update'))
  expect(update(kinds.Pod, annotated, annotated).causes).toEqual([])
})

const COST = 'controller.platform.io/pod-deletion-cost'

test('the deletion cost of a pod has to be a number, unless it was none before', () => {
  const live = stored('Pod')
  const costing = (cost: string) => ({ ...live, metadata: { ...live.metadata, annotations: { [COST]: cost } } })
  const refused = [`metadata.annotations[${COST}]: Invalid value: "much": must be a 32bit integer`]
  expect(update(kinds.Pod, live, costing('much')).causes).toEqual(refused)
  expect(update(kinds.Pod, costing('1'), costing('much')).causes).toEqual(refused)
  expect(update(kinds.Pod, costing('more'), costing('much')).causes).toEqual([])
})
