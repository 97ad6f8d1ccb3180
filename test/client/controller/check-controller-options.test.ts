import { expect, test } from '@jest/globals'
import { type ControllerOptions, controller } from '../../../src/client/index.js'
import { testPlane } from '../../../src/testing/index.js'
import { Widget } from '../../testing/widget.js'

test.each([
  { what: 'a misspelt option', change: { concurency: 2 }, says: 'controller: concurency is unknown: did you mean concurrency?' },
  {
    what: 'an option that is like none',
    change: { workers: 2 },
    says: /^controller: workers is unknown: expected one of for, .*onError$/,
  },
  { what: 'no function', change: { reconcile: undefined }, says: 'controller: reconcile: expected a function' },
  {
    what: 'a definition, of no client',
    change: { for: Widget },
    says: 'controller: for: expected a type of a client, such as client.resource(Widget)',
  },
])('$what is refused in one line', async ({ change, says }) => {
  const plane = await testPlane({ resources: [Widget] })
  const options = { for: plane.client().resource(Widget), reconcile: async () => {}, ...change }
  expect(() => controller(options as unknown as ControllerOptions<object>)).toThrow(says)
  await plane.close()
})

test('so are no options', () => {
  expect(() => controller(undefined as never)).toThrow('controller: for: expected a type of a client')
})
