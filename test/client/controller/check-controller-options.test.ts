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
  { what: 'no function', change: { reconcile: undefined }, says: 'controller: reconcile is undefined: expected a function' },
  {
    what: 'a definition, of no client',
    change: { for: Widget },
    says: 'controller: for is an object: expected a type of a client, such as client.resource(Widget)',
  },
  {
    what: 'an owned definition, of no client',
    change: { owns: [Widget] },
    says: 'controller: owns[0] is an object: expected a type of a client, such as client.resource(Widget)',
  },
  {
    what: 'a watch without a mapping',
    change: { watches: [{}] },
    says: 'controller: watches[0].resource is undefined: expected a type of a client, such as client.resource(Widget)\ncontroller: watches[0].map is undefined: expected a function',
  },
  {
    what: 'a part that there is not',
    change: { predicates: ['status'] },
    says: 'controller: predicates[0] is "status": expected generation, labels, annotations, deletion or a function',
  },
  { what: 'no workers', change: { concurrency: 0 }, says: 'controller: concurrency is 0: expected a whole number, 1 or more' },
  { what: 'a callback that is none', change: { onError: 'log' }, says: 'controller: onError is "log": expected a function' },
  {
    what: 'a misspelt delay',
    change: { retry: { initalMs: 5 } },
    says: 'controller: retry.initalMs is unknown: did you mean initialMs?',
  },
  {
    what: 'an election by something else than Leases',
    change: { leaderElection: { leases: {}, name: 'a', identity: 'b' } },
    says: /^controller: leaderElection.leases is an object: expected the Leases of a namespace, such as client.resource\(.*kind: 'Lease' }\)/,
  },
  {
    what: 'an election without a name',
    change: { leaderElection: {} },
    says: /^controller: leaderElection.leases is undefined: .*\ncontroller: leaderElection.name is undefined: expected text$/m,
  },
])('$what is refused, a line for each fault', async ({ change, says }) => {
  const plane = await testPlane({ resources: [Widget] })
  const options = { for: plane.client().resource(Widget), reconcile: async () => {}, ...change }
  expect(() => controller(options as unknown as ControllerOptions<object>)).toThrow(says)
  await plane.close()
})

test('missing options are refused, too', () => {
  expect(() => controller(undefined as never)).toThrow('controller: the options are undefined: expected an object')
})
