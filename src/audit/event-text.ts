/**
 * Encodes audit events as JSON.
 *
 * @module
 */

import { quoteJson, type UserInfo } from '../meta/index.js'
import type { AuditEvent, AuditObjectReference, AuditResponseStatus } from './event.js'

/** Maximum number and length of cached quoted words: words made up by clients must not fill the memory. */
const MAX_WORDS = 1_000
const MAX_WORD_LENGTH = 100

const quotedWords = new Map<string, string>()

/**
 * Quotes a word that most events have in common: a verb, the name of a user or of a resource, the key of an annotation. A look-up
 * takes a fraction of the time for scanning each character.
 */
function quoteWord(word: string): string {
  const known = quotedWords.get(word)
  if (known !== undefined) return known
  const quoted = quoteJson(word)
  if (word.length > MAX_WORD_LENGTH) return quoted
  if (quotedWords.size >= MAX_WORDS) quotedWords.clear()
  quotedWords.set(word, quoted)
  return quoted
}

/**
 * Characters of those parts of an event that may be long in some: bodies, which count as infinite, annotations of webhooks, and
 * groups and `extra` of users.
 *
 * @param event - The event.
 */
export function longPartsOf({ requestObject, responseObject, annotations, user, impersonatedUser }: AuditEvent): number {
  if (requestObject !== undefined || responseObject !== undefined) return Number.POSITIVE_INFINITY
  let length = lengthOf(user)
  if (impersonatedUser) length += lengthOf(impersonatedUser)
  for (const key in annotations) length += (annotations[key] as string).length
  return length
}

function lengthOf({ username = '', groups = [], extra }: Partial<UserInfo>): number {
  let length = username.length + lengthOfList(groups)
  for (const key in extra) length += key.length + lengthOfList(extra[key] as readonly string[])
  return length
}

/** Each word is an item besides. */
function lengthOfList(words: readonly string[]): number {
  let { length } = words
  for (const word of words) length += word.length
  return length
}

/**
 * Encodes the members of an event, without the braces around them.
 *
 * Handwritten, as it runs for every request: `JSON.stringify` of an event takes more than half as long again.
 *
 * @param event - The event.
 */
export function membersText(event: AuditEvent): string {
  const { impersonatedUser, authenticationMetadata, sourceIPs, userAgent, objectRef, responseStatus, annotations } = event
  let text = `"level":"${event.level}","auditID":${quoteJson(event.auditID)},"stage":"${event.stage}","requestURI":${quoteJson(
    event.requestURI,
  )},"verb":${quoteWord(event.verb)},"user":${userText(event.user)}`
  if (impersonatedUser) text += `,"impersonatedUser":${userText(impersonatedUser)}`
  if (authenticationMetadata) text += `,"authenticationMetadata":${JSON.stringify(authenticationMetadata)}`
  if (sourceIPs) text += `,"sourceIPs":${listText(sourceIPs)}`
  if (userAgent !== undefined) text += `,"userAgent":${quoteWord(userAgent)}`
  if (objectRef) text += `,"objectRef":${referenceText(objectRef)}`
  if (responseStatus) text += `,"responseStatus":${statusText(responseStatus)}`
  if (event.requestObject !== undefined) text += `,"requestObject":${JSON.stringify(event.requestObject)}`
  if (event.responseObject !== undefined) text += `,"responseObject":${JSON.stringify(event.responseObject)}`
  text += `,"requestReceivedTimestamp":"${event.requestReceivedTimestamp}","stageTimestamp":"${event.stageTimestamp}"`
  return annotations ? `${text},"annotations":${annotationsText(annotations)}` : text
}

function userText({ username, uid, groups, extra }: Partial<UserInfo>): string {
  if (username === undefined) return '{}'
  let text = `{"username":${quoteWord(username)}`
  if (uid !== undefined) text += `,"uid":${quoteWord(uid)}`
  if (groups) text += `,"groups":${listText(groups)}`
  return extra ? `${text},"extra":${JSON.stringify(extra)}}` : `${text}}`
}

/** The status of a success; nearly all have only the code. */
const statusText = (status: AuditResponseStatus): string =>
  status.status === undefined ? `{"metadata":{},"code":${status.code}}` : JSON.stringify(status)

/** A longer list has words that other events have not, such as the groups of one user. */
const MAX_LISTED_WORDS = 100

function listText(words: readonly string[]): string {
  if (words.length > MAX_LISTED_WORDS) return JSON.stringify(words)
  let text = ''
  for (const word of words) text += text === '' ? quoteWord(word) : `,${quoteWord(word)}`
  return `[${text}]`
}

/** Of types there are few, of the others as many as of objects. */
function referenceText(reference: AuditObjectReference): string {
  const { resource, namespace, name, uid, apiGroup, apiVersion, resourceVersion, subresource } = reference
  let text = ''
  if (resource !== undefined) text += `,"resource":${quoteWord(resource)}`
  if (namespace !== undefined) text += `,"namespace":${quoteJson(namespace)}`
  if (name !== undefined) text += `,"name":${quoteJson(name)}`
  if (uid !== undefined) text += `,"uid":${quoteJson(uid)}`
  if (apiGroup !== undefined) text += `,"apiGroup":${quoteWord(apiGroup)}`
  if (apiVersion !== undefined) text += `,"apiVersion":${quoteWord(apiVersion)}`
  if (resourceVersion !== undefined) text += `,"resourceVersion":${quoteJson(resourceVersion)}`
  if (subresource !== undefined) text += `,"subresource":${quoteWord(subresource)}`
  return `{${text.slice(1)}}`
}

function annotationsText(annotations: Readonly<Record<string, string>>): string {
  let text = ''
  for (const key in annotations) text += `${text === '' ? '' : ','}${quoteWord(key)}:${quoteWord(annotations[key] as string)}`
  return `{${text}}`
}
