/**
 * Aggregated roles: a ClusterRole with selectors gets the rules of all other roles that match one of them.
 *
 * @module
 */

import { type Client, type Controller, controller, isNotFound, keyOf } from '../../client/index.js'
import { ApiError, type ApiObject, dialectOf, inTurns, notify } from '../../meta/index.js'
import { type ControlLoopOptions, runOptions } from '../client-loop.js'
import { clusterRolesOf } from '../types.js'
import { aggregatedRules, ROOM } from './aggregated-rules.js'

/** Field manager of the rules in `metadata.managedFields`. */
const MANAGER = 'clusterrole-aggregation-controller'
/** Index of the roles with selectors, all under one value. */
const AGGREGATED = 'aggregated'
/** Least room of a role, in characters, for which an update is tried. */
const LEAST_CHARACTERS = 1024
/** Roles whose rules do not fit that are reported, as users may create any number of them. */
const MAX_REPORTED = 100

interface RoleFields {
  readonly aggregationRule?: unknown
  readonly rules?: unknown
}

/**
 * Updates the rules of aggregated roles. If the rules of all selected roles are too many to be stored, a role has as many as fit,
 * and `onError` is called once.
 *
 * @param client - A client of the plane. It needs the right to grant any right, as it writes rules that it does not hold itself.
 * @param options - Dialect, leader election.
 * @returns The loop; it runs until it is stopped or its client is closed.
 */
export function createRoleAggregator(client: Client, options: ControlLoopOptions = {}): Controller {
  const roles = client.resource<RoleFields>(clusterRolesOf(dialectOf(options.dialect)))
  const reported = new Set<string>()

  /** Reports a role with too little room, once until it has enough. */
  const report = (role: ApiObject, isCut: boolean): void => {
    const key = keyOf(role)
    if (!isCut) reported.delete(key)
    if (!isCut || reported.has(key) || reported.size === MAX_REPORTED) return
    reported.add(key)
    const message = `the ClusterRole ${JSON.stringify(key)} has no room for all rules of the roles that it aggregates: some are left out`
    notify('onError', options.onError, new Error(message), key)
  }

  /** Tries the update; false if the object would be too large. */
  const update = async (next: ApiObject): Promise<boolean> => {
    try {
      await roles.update(next, { fieldManager: MANAGER })
    } catch (error) {
      if (isTooLarge(error)) return false
      if (!isNotFound(error)) throw error
    }
    return true
  }

  return controller<RoleFields>({
    ...runOptions(options),
    for: roles,
    indexes: { [AGGREGATED]: ({ aggregationRule }) => (aggregationRule ? [''] : []) },
    // A role may have lost a label, so every aggregated role is reconciled, not only those that select it now.
    watches: [{ resource: roles, map: (_, held) => held.by(AGGREGATED, '').map(keyOf) }],
    async reconcile(role, { cached }) {
      // The plane may have lower limits, or the role long metadata.
      for (let room = ROOM; room.characters >= LEAST_CHARACTERS; room = halfOf(room)) {
        const aggregate = await inTurns(aggregatedRules(role, cached(roles).list(), room))
        if (!aggregate) return
        const { rules, isStored, isCut } = aggregate
        if (isStored || (await update({ ...role, rules: rules.length === 0 ? null : rules }))) return report(role, isCut)
      }
      report(role, true)
    },
  })
}

const halfOf = ({ characters, values }: typeof ROOM) => ({ characters: characters / 2, values: values / 2 })

const isTooLarge = (error: unknown): boolean => error instanceof ApiError && error.status.code === 413
