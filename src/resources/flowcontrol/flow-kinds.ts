/**
 * FlowSchemas and PriorityLevelConfigurations: defaults, validation, columns.
 *
 * @module
 */

import type { ApiObject, Dialect } from '../../meta/index.js'
import { withDefaults } from '../core/pods/pod-template.js'
import { getRecord, recordOf, textAt, valueAt } from '../fields/fields.js'
import type { KnownGroup } from '../known/known-kind.js'
import { conditionOf, fieldColumn, shown } from '../tables/columns.js'
import { ageColumn, nameColumn, tableOf, textColumn } from '../tables/tables.js'
import { builtInFlowStrategy } from './built-in-levels.js'
import { validateFlowSchema } from './validate-flow-schema.js'
import { validatePriorityLevel } from './validate-priority-level.js'

const [schemas, levels] = [builtInFlowStrategy('FlowSchema'), builtInFlowStrategy('PriorityLevelConfiguration')]

const QUEUING = { handSize: 8, queueLengthLimit: 50, queues: 64 }

/**
 * Kind-specific rules of the kinds of the flow control group.
 *
 * @param dialect - The plane's dialect.
 */
export const flowKinds = ({ groupDomain }: Dialect): KnownGroup => ({
  group: `flowcontrol.apiserver.${groupDomain}`,
  kinds: {
    flowschemas: {
      hasGeneration: true,
      statusTakes: [],
      strategy: {
        defaults: (schema) => ({ ...schema, spec: withDefaults(recordOf(schema.spec), { matchingPrecedence: 1000 }) }),
        prepareForCreate: schemas.prepareForCreate,
        validateCreate: validateFlowSchema,
        validateUpdate: (schema, live) => [...validateFlowSchema(schema), ...schemas.validateChange(schema, live)],
        forbidDelete: schemas.forbidDelete,
      },
      table: tableOf([
        nameColumn,
        textColumn('PriorityLevel', 'The level that its requests are of.', (schema) =>
          shown(valueAt(schema, 'spec', 'priorityLevelConfiguration', 'name')),
        ),
        fieldColumn('MatchingPrecedence', 'Which schema counts first: the lowest.', 'spec.matchingPrecedence'),
        fieldColumn('DistinguisherMethod', 'What tells the flows apart.', 'spec.distinguisherMethod.type'),
        ageColumn,
        textColumn('MissingPL', 'Whether its level is missing.', (schema) => shown(conditionOf(schema, 'Dangling').status, '?')),
      ]),
    },
    prioritylevelconfigurations: {
      hasGeneration: true,
      statusTakes: [],
      judgesItself: 'but-choices',
      strategy: {
        defaults: defaultLevel,
        prepareForCreate: levels.prepareForCreate,
        validateCreate: validatePriorityLevel,
        validateUpdate: (level, live) => [...validatePriorityLevel(level), ...levels.validateChange(level, live)],
        forbidDelete: levels.forbidDelete,
      },
      table: tableOf([
        nameColumn,
        fieldColumn('Type', 'Whether requests are limited.', 'spec.type'),
        fieldColumn('NominalConcurrencyShares', 'Its share of the seats.', 'spec.limited.nominalConcurrencyShares'),
        fieldColumn('Queues', 'How many queues it has.', 'spec.limited.limitResponse.queuing.queues'),
        fieldColumn('HandSize', 'How many queues a flow is dealt.', 'spec.limited.limitResponse.queuing.handSize'),
        fieldColumn('QueueLengthLimit', 'How long a queue may be.', 'spec.limited.limitResponse.queuing.queueLengthLimit'),
        ageColumn,
      ]),
    },
  },
})

function defaultLevel(level: ApiObject): ApiObject {
  const spec = recordOf(level.spec)
  if (textAt(spec, 'type') === 'Exempt') {
    return {
      ...level,
      spec: { ...spec, exempt: withDefaults(recordOf(spec.exempt), { nominalConcurrencyShares: 0, lendablePercent: 0 }) },
    }
  }
  const limited = getRecord(spec, 'limited')
  if (!limited) return level
  const response = recordOf(limited.limitResponse)
  const queuing = getRecord(response, 'queuing')
  const limitResponse = queuing ? { ...response, queuing: withDefaults(queuing, QUEUING) } : response
  const filled = withDefaults(limited, { nominalConcurrencyShares: 30, lendablePercent: 0 })
  return { ...level, spec: { ...spec, limited: { ...filled, limitResponse } } }
}
