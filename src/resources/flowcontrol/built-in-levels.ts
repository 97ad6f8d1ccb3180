/**
 * Objects for the fixed priority levels of a plane. They document its behaviour, and cannot change it.
 *
 * @module
 */

import {
  ADMIN_GROUP,
  type ApiObject,
  type Dialect,
  type FieldError,
  FLOW_LEVELS,
  type FlowLevel,
  forbiddenField,
  jsonEqual,
  type UnknownRecord,
} from '../../meta/index.js'
import { nameOf } from '../fields/fields.js'

type LevelName = FlowLevel['name']
type FlowKind = 'FlowSchema' | 'PriorityLevelConfiguration'

/** Users wait for a seat in one queue, with a turn for each; administrators have as many seats as all others together. */
const LIMITED = {
  type: 'Limited',
  limited: {
    lendablePercent: 0,
    limitResponse: { type: 'Queue', queuing: { handSize: 1, queueLengthLimit: 10_000, queues: 1 } },
    nominalConcurrencyShares: 100,
  },
}

const LEVELS: Readonly<Record<LevelName, UnknownRecord>> = {
  exempt: { type: 'Exempt', exempt: { lendablePercent: 0, nominalConcurrencyShares: 0 } },
  administrators: LIMITED,
  'global-default': LIMITED,
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

const SORTING: Readonly<Record<LevelName, Sorting>> = {
  exempt: {
    matchingPrecedence: 1,
    rules: [{ subjects: ALL_USERS, nonResourceRules: [{ nonResourceURLs: HEALTH_PATHS, verbs: ['*'] }] }],
  },
  administrators: {
    matchingPrecedence: 2,
    rules: [{ subjects: groups(ADMIN_GROUP), resourceRules: ALL_RESOURCES, nonResourceRules: ALL_PATHS }],
  },
  'global-default': {
    matchingPrecedence: 9900,
    rules: [{ subjects: ALL_USERS, resourceRules: ALL_RESOURCES, nonResourceRules: ALL_PATHS }],
  },
}

function specOf(kind: FlowKind, name: LevelName): UnknownRecord {
  if (kind === 'PriorityLevelConfiguration') return LEVELS[name]
  const distinguisher = name === 'exempt' ? {} : { distinguisherMethod: { type: 'ByUser' } }
  return { ...distinguisher, ...SORTING[name], priorityLevelConfiguration: { name } }
}

/**
 * The objects of the priority levels.
 *
 * @param kind - The kind.
 * @param dialect - The plane's dialect.
 */
export function builtInFlowObjects(kind: FlowKind, { groupDomain }: Dialect): readonly ApiObject[] {
  const apiVersion = `flowcontrol.apiserver.${groupDomain}/v1`
  return FLOW_LEVELS.map(({ name }) => ({ apiVersion, kind, metadata: { name }, spec: specOf(kind, name) }))
}

/**
 * Rules for the built-in names: fixed uids, which response headers contain, and immutable content.
 *
 * @param kind - The kind.
 */
export function builtInFlowStrategy(kind: FlowKind) {
  const levelOf = (object: ApiObject) => FLOW_LEVELS.find(({ name }) => name === nameOf(object))
  return {
    prepareForCreate(object: ApiObject): ApiObject {
      const level = levelOf(object)
      if (!level) return object
      const { metadata } = object
      if (kind === 'PriorityLevelConfiguration') return { ...object, metadata: { ...metadata, uid: level.levelUid } }
      const message = `This FlowSchema references the PriorityLevelConfiguration object named "${level.name}" and it exists`
      const since = metadata.creationTimestamp
      const found = {
        type: 'Dangling',
        status: 'False',
        reason: 'Found',
        message,
        ...(since && { lastTransitionTime: since }),
      }
      return { ...object, metadata: { ...metadata, uid: level.schemaUid }, status: { conditions: [found] } }
    },
    validateChange(object: ApiObject, live: ApiObject): readonly FieldError[] {
      if (!levelOf(object) || jsonEqual(object.spec, live.spec)) return []
      return [forbiddenField('spec', `${nameOf(object)} stands for what the server does, and cannot be changed`)]
    },
    forbidDelete: (object: ApiObject) =>
      levelOf(object) ? 'it stands for what the server does, and cannot be deleted' : undefined,
  }
}
