/**
 * The wire form of users.
 *
 * @module
 */

import type { Dialect, JsonObject, UserInfo } from '../../meta/index.js'
import { list, listMarkers, map, type Properties, struct, text } from '../fields/json-schema.js'

/** The schema of a user, with its published name. */
export const userSchemas = (dialect: Dialect): Properties => ({
  'authentication.v1.UserInfo': struct('An authenticated user.', {
    extra: map('Additional information from the authenticator.', textList('Values of one kind.')),
    groups: list('Groups that the user belongs to.', { type: 'string' }, listMarkers(dialect).atomic),
    uid: text('Tells the user from others who had the same name before.'),
    username: text('Name of the user, unique among those who are active.'),
  }),
})

const textList = (description: string): JsonObject => list(description, { type: 'string' })

/** A user without empty fields. */
export const userFields = ({ username, uid, groups, extra }: UserInfo): Readonly<Record<string, unknown>> => ({
  username,
  ...(uid && { uid }),
  ...(groups.length > 0 && { groups }),
  ...(extra && Object.keys(extra).length > 0 && { extra }),
})
