import { expect, test } from '@jest/globals'
import { type Change, refused } from '../packaged/support.js'

const LIMITED = 'spec.limited'
const queuing = (given: object) => ({ 'spec.limited.limitResponse': { type: 'Queue', queuing: given } })
const QUEUING = 'spec.limited.limitResponse.queuing'

test.each<readonly [change: Change, fields: readonly string[]]>([
  [{ 'spec.type': 'Some' }, ['spec.type']],
  [{ 'spec.limited': undefined }, ['spec.limited']],
  [{ 'spec.exempt': {} }, ['spec.exempt']],
  [{ 'spec.type': 'Exempt' }, ['spec.type', 'spec.limited']],
  [{ 'metadata.name': 'exempt' }, ['spec.type']],
  [{ 'metadata.name': 'exempt', spec: { type: 'Exempt', exempt: { lendablePercent: 101 } } }, ['spec.exempt.lendablePercent']],
  [{ [`${LIMITED}.nominalConcurrencyShares`]: -1 }, [`${LIMITED}.nominalConcurrencyShares`]],
  [{ [`${LIMITED}.nominalConcurrencyShares`]: 0 }, []],
  [{ [`${LIMITED}.lendablePercent`]: 101 }, [`${LIMITED}.lendablePercent`]],
  [{ [`${LIMITED}.borrowingLimitPercent`]: -1 }, [`${LIMITED}.borrowingLimitPercent`]],
  [{ [`${LIMITED}.limitResponse.type`]: 'Wait' }, [`${LIMITED}.limitResponse.type`]],
  [{ [`${LIMITED}.limitResponse.type`]: 'Reject' }, [QUEUING]],
  [{ [`${LIMITED}.limitResponse`]: { type: 'Reject' } }, []],
  [{ [`${LIMITED}.limitResponse`]: { type: 'Queue' } }, [QUEUING]],
  [queuing({ queues: 4, handSize: 5 }), [`${QUEUING}.handSize`]],
  [
    queuing({ queues: -1, handSize: -1, queueLengthLimit: -1 }),
    ['queueLengthLimit', 'queues', 'handSize'].map((member) => `${QUEUING}.${member}`),
  ],
  // Ten cards of a deck of 64 take 60 bits when they are dealt one after the other; one more takes more.
  [queuing({ queues: 64, handSize: 10 }), []],
  [queuing({ queues: 64, handSize: 11 }), [`${QUEUING}.handSize`]],
  [queuing({ queues: 10_000_001, handSize: 1 }), [`${QUEUING}.queues`]],
])('a PriorityLevelConfiguration with %j is refused at %j', (change, fields) => {
  expect(refused('PriorityLevelConfiguration', change)).toEqual(fields)
})
