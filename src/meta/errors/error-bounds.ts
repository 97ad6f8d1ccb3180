/**
 * Size limits of errors.
 *
 * Clients control the content of errors: a path is as long as its keys, a value as long as a body, and there may be as many
 * errors as list items. So an answer has a limited number of causes, each truncated, and the number of omitted ones. Collectors
 * of errors stop at the limit, as finding all takes time as well.
 *
 * @module
 */

import { isRecord } from '../values/json.js'
import type { StatusCause, StatusDetails } from './status.js'

/** Maximum causes of an error (ours). */
export const MAX_CAUSES = 256
/** Maximum errors collected from one list or map (ours): one more than is shown, to detect that there are more. */
export const ENOUGH_ERRORS = MAX_CAUSES + 1
/**
 * Maximum unknown and duplicate fields in a refusal (ours); one more is collected, to detect that there are more.
 */
export const MAX_REPORTED_FIELDS = 10_000
/** Maximum characters of a name, and of the path of a field. */
const MAX_NAME = 1024
/** Maximum characters of the message of one cause, and of a value in it. */
const MAX_CAUSE = 4 * 1024
/** Maximum characters of all causes together. */
const MAX_CAUSES_TEXT = 32 * 1024
/** Maximum characters of a message, which may include all causes. */
const MAX_MESSAGE = 48 * 1024

/**
 * Truncates text for an error.
 *
 * @param text - Any text.
 * @param most - Maximum characters; default 4 Ki.
 * @returns The text, or its beginning with a mark of truncation.
 */
export function cutText(text: string, most = MAX_CAUSE): string {
  if (text.length <= most) return text
  // Surrogate pairs are not split.
  const code = text.charCodeAt(most - 1)
  return `${text.slice(0, code >= 0xd800 && code <= 0xdbff ? most - 1 : most)}…`
}

/**
 * A value in an error: as JSON, or only its type for an object or list whose JSON is longer than 4 Ki characters.
 *
 * @param value - Any JSON value.
 */
export function showValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(cutText(value))
  if (isLongJson(value, MAX_CAUSE)) return Array.isArray(value) ? '"array"' : '"object"'
  return JSON.stringify(value) ?? 'null'
}

/**
 * Whether a value's JSON is longer than a limit, without encoding more than that.
 *
 * @param value - Any JSON value.
 * @param most - Maximum characters.
 */
export const isLongJson = (value: unknown, most: number): boolean => roomAfter(value, most) < 0

/** Remaining characters after a value, approximately; negative when it does not fit. The recursion is limited by them too. */
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

/** A limited selection of causes. */
export interface ShownCauses {
  readonly causes: readonly StatusCause[]
  /** The number of omitted causes as text, such as `and 12 more`; undefined when none is missing. */
  readonly rest: string | undefined
}

/**
 * Selects the causes to show: the first 256, with 32 Ki characters in all.
 *
 * @param all - All known causes, at least one; only as many as are shown are read.
 * @param known - Number of known causes.
 * @param isComplete - Whether there are no others. Default: when fewer are known than the limit of collectors.
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

/** A truncated cause; the same object if it is short. */
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

/** The truncated details of an error; the same object if they are short. */
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

/** Maximum `retryAfterSeconds` of another server: an hour (ours). */
const MAX_RETRY_SECONDS = 3600

/**
 * Reads the details of another server's failure. Values of the wrong type are left out, and a delay is an hour at most.
 *
 * @param value - Any value.
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
