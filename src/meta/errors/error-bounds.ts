/**
 * Size limits of errors.
 *
 * What an error shows comes from clients: a path is as long as its keys, a value as long as a body, and there may be as many
 * errors as a list has items. So an answer names so many causes, shows so much of each, and says how many it left out. Those
 * collect errors stop when there are enough, as finding them all takes time as well.
 *
 * @module
 */

import { isRecord } from '../values/json.js'
import type { StatusCause, StatusDetails } from './status.js'

/** Causes that an error names at most (ours). */
export const MAX_CAUSES = 256
/** Errors that are collected at most from one list or map (ours): more than are shown, so that their excess is known. */
export const ENOUGH_ERRORS = MAX_CAUSES + 1
/**
 * Unknown and repeated fields that a refusal names at most (ours); one more is looked for, so that it is known that there are
 * more.
 */
export const MAX_REPORTED_FIELDS = 10_000
/** Characters of a name, and of the path of a field. */
const MAX_NAME = 1024
/** Characters of the message of one cause, and of a value in it. */
const MAX_CAUSE = 4 * 1024
/** Characters of all causes together. */
const MAX_CAUSES_TEXT = 32 * 1024
/** Characters of a message: it may name all causes that are shown. */
const MAX_MESSAGE = 48 * 1024

/**
 * Cuts text to what an error shows.
 *
 * @param text - Any text.
 * @param most - Characters; default 4 Ki.
 * @returns The text, or its beginning with a sign that there is more.
 */
export function cutText(text: string, most = MAX_CAUSE): string {
  if (text.length <= most) return text
  // No character is cut in two.
  const code = text.charCodeAt(most - 1)
  return `${text.slice(0, code >= 0xd800 && code <= 0xdbff ? most - 1 : most)}…`
}

/**
 * A value as errors show it: as JSON, but the type alone of an object or list whose JSON is longer than 4 Ki characters.
 *
 * @param value - Any JSON value.
 */
export function showValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(cutText(value))
  if (isLongJson(value, MAX_CAUSE)) return Array.isArray(value) ? '"array"' : '"object"'
  return JSON.stringify(value) ?? 'null'
}

/**
 * Tells whether a value's JSON is longer than some characters, without writing more of it than that.
 *
 * @param value - Any JSON value.
 * @param most - Characters.
 */
export const isLongJson = (value: unknown, most: number): boolean => roomAfter(value, most) < 0

/** Room that is left after a value; roughly, and negative when there was not enough. No deeper than there is room. */
function roomAfter(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length - 2
  if (typeof value !== 'object' || value === null) return room - 1
  let left = room - 2
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && left >= 0; at++) left = roomAfter(value[at], left - 1)
    return left
  }
  for (const key in value) {
    if (left < 0) break
    left = roomAfter((value as Readonly<Record<string, unknown>>)[key], left - key.length - 4)
  }
  return left
}

/** Some causes of many. */
export interface ShownCauses {
  readonly causes: readonly StatusCause[]
  /** Says how many are not among them, such as `and 12 more`; undefined when none is missing. */
  readonly rest: string | undefined
}

/**
 * Picks the causes that are shown: the first 256, of 32 Ki characters in all.
 *
 * @param all - All known causes, at least one; no more are read than are shown.
 * @param known - How many those are.
 * @param isComplete - Whether there are no others. Default: when fewer are known than collectors stop at.
 */
export function shownCauses(all: Iterable<StatusCause>, known: number, isComplete = known < ENOUGH_ERRORS): ShownCauses {
  const causes: StatusCause[] = []
  let room = MAX_CAUSES_TEXT
  for (const cause of all) {
    const shown = cutCause(cause)
    room -= (shown.field?.length ?? 0) + (shown.message?.length ?? 0)
    if (room < 0 && causes.length > 0) break
    if (causes.push(shown) === MAX_CAUSES) break
  }
  const left = known - causes.length
  return { causes, rest: left === 0 ? undefined : `and ${isComplete ? '' : 'at least '}${left} more` }
}

/** The same cause where it is short. */
function cutCause(cause: StatusCause): StatusCause {
  const { field = '', message = '' } = cause
  if (field.length <= MAX_NAME && message.length <= MAX_CAUSE) return cause
  return {
    ...cause,
    ...(cause.message !== undefined && { message: cutText(message) }),
    ...(cause.field !== undefined && { field: cutText(field, MAX_NAME) }),
  }
}

/** The message of an error. */
export const shownMessage = (message: string, most = MAX_MESSAGE): string => cutText(message, most)

/** The name of an object in an error. */
export const shownName = (name: string): string => cutText(name, MAX_NAME)

/** The details of an error; the same object where they are short. */
export function shownDetails(details: StatusDetails): StatusDetails {
  const { name, kind, group, uid, causes } = details
  const shown = causes && shownCauses(causes, causes.length).causes
  const isShort = [name, kind, group, uid].every((text) => text === undefined || text.length <= MAX_NAME)
  if (isShort && (!causes || (shown?.length === causes.length && causes.every((cause, at) => shown[at] === cause))))
    return details
  return {
    ...details,
    ...(name !== undefined && { name: shownName(name) }),
    ...(kind !== undefined && { kind: shownName(kind) }),
    ...(group !== undefined && { group: shownName(group) }),
    ...(uid !== undefined && { uid: shownName(uid) }),
    ...(shown && { causes: shown }),
  }
}

/** Longest wait that another server may ask for, in seconds: an hour (ours). */
const MAX_RETRY_SECONDS = 3600

/**
 * Reads the details of a failure that another server tells of. What is of another type is left out, and a wait is an hour at most.
 *
 * @param value - Anything.
 */
export function detailsOf(value: unknown): StatusDetails {
  const { name, group, kind, uid, causes, retryAfterSeconds: seconds } = isRecord(value) ? value : {}
  return {
    ...textsOf({ name, group, kind, uid }),
    ...(Array.isArray(causes) && {
      causes: causes
        .slice(0, ENOUGH_ERRORS)
        .filter(isRecord)
        .map(({ reason, message, field }) => textsOf({ reason, message, field })),
    }),
    ...(typeof seconds === 'number' && seconds >= 1 && { retryAfterSeconds: Math.min(Math.floor(seconds), MAX_RETRY_SECONDS) }),
  }
}

const textsOf = (members: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(members).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
