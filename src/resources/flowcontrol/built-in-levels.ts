/**
 * Objects for the fixed priority levels of a plane, and for the rules of requests. They document its behaviour, and cannot change it.
 *
 * @module
 */

import {
  ADMIN_GROUP,
  type ApiObject,
  type Dialect,
  type FieldError,
  FLOW_RULES,
  type FlowRule,
  forbiddenField,
  jsonEqual,
  type UnknownRecord,
} from '../../meta/index.js'
import { nameOf, textAt } from '../fields/fields.js'

type FlowKind = 'FlowSchema' | 'PriorityLevelConfiguration'

/** Users wait for a seat in one queue, with a turn for each. */
const LIMITED = {
  type: 'Limited',
  limited: {
    lendablePercent: 0,
    limitResponse: { type: 'Queue', queuing: { handSize: 1, queueLengthLimit: 10_000, queues: 1 } },
    nominalConcurrencyShares: 100,
  },
}

const LEVELS: Readonly<Record<FlowRule['level'], UnknownRecord>> = {
  exempt: { type: 'Exempt', exempt: { lendablePercent: 0, nominalConcurrencyShares: 0 } },
  'global-default': LIMITED,
  'catch-all': {
    type: 'Limited',
    limited: { lendablePercent: 0, limitResponse: { type: 'Reject' }, nominalConcurrencyShares: 5 },
  },
}

const groups = (...names: readonly string[]) => names.map((name) => ({ kind: 'Group', group: { name } }))
const ALL_USERS = groups('system:unauthenticated', 'system:authenticated')
const ALL_RESOURCES = [{ apiGroups: ['*'], clusterScope: true, namespaces: ['*'], resources: ['*'], verbs: ['*'] }]
const ALL_PATHS = [{ nonResourceURLs: ['*'], verbs: ['*'] }]
const HEALTH_PATHS = ['/healthz', '/livez', '/readyz'].flatMap((path) => [path, `${path}/*`])

interface Sorting {
  readonly matchingPrecedence: number
  readonly rules: readonly object[]
}

const ALL_REQUESTS = [{ subjects: ALL_USERS, resourceRules: ALL_RESOURCES, nonResourceRules: ALL_PATHS }]

const SORTING: Readonly<Record<FlowRule['schema'], Sorting>> = {
  exempt: {
    matchingPrecedence: 1,
    rules: [{ subjects: groups(ADMIN_GROUP), resourceRules: ALL_RESOURCES, nonResourceRules: ALL_PATHS }],
  },
  probes: {
    matchingPrecedence: 2,
    rules: [{ subjects: ALL_USERS, nonResourceRules: [{ nonResourceURLs: HEALTH_PATHS, verbs: ['*'] }] }],
  },
  'global-default': { matchingPrecedence: 9900, rules: ALL_REQUESTS },
  'catch-all': { matchingPrecedence: 10_000, rules: ALL_REQUESTS },
}

function schemaSpec({ schema, level }: FlowRule): UnknownRecord {
  const distinguisher = level === 'exempt' ? {} : { distinguisherMethod: { type: 'ByUser' } }
  return { ...distinguisher, ...SORTING[schema], priorityLevelConfiguration: { name: level } }
}

/** The uids of the built-in objects, by their names. */
const UIDS: Readonly<Record<FlowKind, ReadonlyMap<string, string>>> = {
  FlowSchema: new Map(FLOW_RULES.map(({ schema, schemaUid }) => [schema, schemaUid])),
  PriorityLevelConfiguration: new Map(FLOW_RULES.map(({ level, levelUid }) => [level, levelUid])),
}

/**
 * The objects of the priority levels.
 *
 * @param kind - The kind.
 * @param dialect - The plane's dialect.
 */
export function builtInFlowObjects(kind: FlowKind, { groupDomain }: Dialect): readonly ApiObject[] {
  const apiVersion = `flowcontrol.apiserver.${groupDomain}/v1`
  const specs: readonly (readonly [string, UnknownRecord])[] =
    kind === 'FlowSchema' ? FLOW_RULES.map((rule) => [rule.schema, schemaSpec(rule)]) : Object.entries(LEVELS)
  return specs.map(([name, spec]) => ({ apiVersion, kind, metadata: { name }, spec }))
}

/**
 * Rules for the built-in names: fixed uids, which response headers contain, and immutable content.
 *
 * @param kind - The kind.
 */
export function builtInFlowStrategy(kind: FlowKind) {
  const uidOf = (object: ApiObject) => UIDS[kind].get(nameOf(object))
  return {
    prepareForCreate(object: ApiObject): ApiObject {
      const uid = uidOf(object)
      if (uid === undefined) return object
      const metadata = { ...object.metadata, uid }
      if (kind === 'PriorityLevelConfiguration') return { ...object, metadata }
      const level = textAt(object, 'spec', 'priorityLevelConfiguration', 'name')
      const message = `This FlowSchema references the PriorityLevelConfiguration object named "${level}" and it exists`
      const since = metadata.creationTimestamp
      const found = {
        type: 'Dangling',
        status: 'False',
        reason: 'Found',
        message,
        ...(since && { lastTransitionTime: since }),
      }
      return { ...object, metadata, status: { conditions: [found] } }
    },
    validateChange(object: ApiObject, live: ApiObject): readonly FieldError[] {
      if (uidOf(object) === undefined || jsonEqual(object.spec, live.spec)) return []
      return [forbiddenField('spec', `${nameOf(object)} stands for what the server does, and cannot be changed`)]
    },
    forbidDelete: (object: ApiObject) =>
      uidOf(object) !== undefined ? 'it stands for what the server does, and cannot be deleted' : undefined,
  }
}
