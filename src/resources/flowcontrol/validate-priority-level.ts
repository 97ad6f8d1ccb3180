/**
 * Validation of PriorityLevelConfigurations: whether requests are limited, and how they are queued.
 *
 * @module
 */

import {
  type ApiObject,
  type FieldError,
  forbiddenField,
  invalidField,
  requiredField,
  type UnknownRecord,
} from '../../meta/index.js'
import { all, between, judgeFields, number, oneOf } from '../fields/field-rules.js'
import { getRecord, nameOf, numberOf, recordOf, textAt, valueAt } from '../fields/fields.js'

const share = number((value) => value >= 0, 'must be a non-negative integer')
const positive = number((value) => value > 0, 'must be positive')
const MAX_QUEUES = 10_000_000

const judge = judgeFields({
  'spec.type': (field, value) => oneOf('Exempt', 'Limited')(field, value ?? ''),
  'spec.exempt.nominalConcurrencyShares': share,
  'spec.exempt.lendablePercent': between(0, 100),
  'spec.limited.nominalConcurrencyShares': share,
  'spec.limited.lendablePercent': between(0, 100),
  'spec.limited.borrowingLimitPercent': number((value) => value >= 0, 'if specified, must be a non-negative integer'),
  'spec.limited.limitResponse.type': (field, value) => oneOf('Queue', 'Reject')(field, value ?? ''),
  'spec.limited.limitResponse.queuing.queueLengthLimit': positive,
  'spec.limited.limitResponse.queuing.queues': all(
    positive,
    number((value) => value <= MAX_QUEUES, `must not be greater than ${MAX_QUEUES}`),
  ),
  'spec.limited.limitResponse.queuing.handSize': positive,
})

/** The only exempt level. */
const UNLIMITED = 'exempt'

/** Validates a PriorityLevelConfiguration. */
export const validatePriorityLevel = (level: ApiObject): readonly FieldError[] => [
  ...judge(level),
  ...((nameOf(level) === UNLIMITED) === (textAt(level, 'spec', 'type') === 'Exempt')
    ? []
    : [invalidField('spec.type', textAt(level, 'spec', 'type'), `must be 'Exempt' if and only if name is '${UNLIMITED}'`)]),
  ...validateKind(level),
  ...validateResponse(recordOf(valueAt(level, 'spec', 'limited', 'limitResponse'))),
]

/** The allowed members depend on whether requests are limited. */
function validateKind(level: ApiObject): readonly FieldError[] {
  const [type, exempt, limited] = [
    textAt(level, 'spec', 'type'),
    getRecord(level, 'spec', 'exempt'),
    getRecord(level, 'spec', 'limited'),
  ]
  if (type === 'Exempt' && limited) return [forbiddenField('spec.limited', 'must be nil if the type is not Limited')]
  if (type !== 'Limited') return []
  return [
    ...(exempt ? [forbiddenField('spec.exempt', 'must be nil if the type is Limited')] : []),
    ...(limited ? [] : [requiredField('spec.limited', 'must not be empty when type is Limited')]),
  ]
}

/** Bits of the hash for shuffle sharding. */
const MAX_BITS = 60

function validateResponse({ type, queuing }: Readonly<UnknownRecord>): readonly FieldError[] {
  const field = 'spec.limited.limitResponse.queuing'
  if (type === 'Reject')
    return queuing === undefined ? [] : [forbiddenField(field, 'must be nil if limited.limitResponse.type is not Limited')]
  if (type !== 'Queue') return []
  if (queuing === undefined) return [requiredField(field, 'must not be empty if limited.limitResponse.type is Limited')]
  const { queues, handSize } = recordOf(queuing)
  const [deck, hand] = [numberOf(queues) ?? 0, numberOf(handSize) ?? 0]
  if (hand > deck) return [invalidField(`${field}.handSize`, hand, `should not be greater than queues (${deck})`)]
  const detail = `required entropy bits of deckSize ${deck} and handSize ${hand} should not be greater than ${MAX_BITS}`
  return bitsOf(deck, hand) > MAX_BITS ? [invalidField(`${field}.handSize`, hand, detail)] : []
}

/** Bits of entropy that a shuffle sharding configuration needs. */
function bitsOf(deck: number, hand: number): number {
  let bits = 0
  // Stop beyond the limit, as the hand size may be arbitrarily large.
  for (let dealt = 0; dealt < hand && bits <= MAX_BITS; dealt++) bits += Math.log2(deck - dealt)
  return Math.ceil(bits)
}
