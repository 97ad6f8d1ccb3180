import { expect, test } from '@jest/globals'
import { createControlPlane, defineResource } from '../../../src/public/index.js'
import { invalidField } from '../../../src/public/meta.js'

/** What a program without types may write. */
// biome-ignore lint/suspicious/noExplicitAny: types would keep these functions from being written
type Loose = any

const WIDGETS = { group: 'shop.example.com', version: 'v1', kind: 'Widget' }
const wrong = invalidField('spec.size', 3, 'must be even')

/** Answers a create and an update of a widget with this `validate`, and what the log says. */
async function judged(validate: Loose) {
  const logged: string[] = []
  let isOn = false
  const Widget = defineResource({
    group: 'shop.example.com',
    kind: 'Widget',
    versions: [{ name: 'v1' }],
    validate: (object: Loose, live: Loose) => (isOn || object.metadata.name === 'new' ? validate(object, live) : []),
  })
  const error = (_message: string, fields?: Loose) => void logged.push(fields.error.message)
  const plane = await createControlPlane({ resources: [Widget], logger: { error, info() {} } })
  const widgets = plane.client().resource<Loose>(WIDGETS).namespace('default')
  const old = await widgets.create({ metadata: { name: 'old' } })
  isOn = true
  const codes: (number | undefined)[] = []
  for (const write of [() => widgets.create({ metadata: { name: 'new' } }), () => widgets.update({ ...old, spec: {} })])
    codes.push(
      await write().then(
        () => 200,
        (failure: Loose) => failure.status.code,
      ),
    )
  await plane.close()
  return { codes, logged }
}

const EXPECTED = 'expected field errors, as a generator function yields them, or a list of them ([] for none)'
const AN_ERROR = 'expected a field error, as invalidField of binnacle/meta makes it'

test.each<[string, Loose, string]>([
  ['nothing', () => {}, `result is undefined: ${EXPECTED}`],
  ['a promise', async () => [], `result is a promise (await it): ${EXPECTED}`],
  ['a promise that is rejected', () => Promise.reject(new Error('no')), `result is a promise (await it): ${EXPECTED}`],
  ['an asynchronous generator', async function* () {}, `result is an object: ${EXPECTED}`],
  ['a text', () => 'must be even', `result is "must be even": ${EXPECTED}`],
  ['true', () => true, `result is true: ${EXPECTED}`],
  ['one error', () => wrong, `result is an object: ${EXPECTED}`],
  ['a list of texts', () => ['must be even'], `result[0] is "must be even": ${AN_ERROR}`],
  ['an error without a field', () => [{ message: 'must be even' }], `result[0] is an object: ${AN_ERROR}`],
])('a validate that returns %s is a 500, and the log names the kind and says what to return', async (_what, validate, line) => {
  const { codes, logged } = await judged(validate)
  expect(codes).toEqual([500, 500])
  expect(logged).toEqual([`resource Widget: validate: ${line}`, `resource Widget: validate: ${line}`])
})

test.each<[string, Loose, number]>([
  ['yields no errors', function* () {}, 200],
  ['returns no errors', () => [], 200],
  [
    'yields errors',
    function* () {
      yield wrong
    },
    422,
  ],
  ['returns errors', () => [wrong], 422],
  ['returns a set of errors', () => new Set([wrong]), 422],
])('a validate that %s is understood', async (_what, validate, code) => {
  expect(await judged(validate)).toEqual({ codes: [code, code], logged: [] })
})
