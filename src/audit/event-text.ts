/**
 * Audit events as JSON.
 *
 * @module
 */

import { quoteJson, type UserInfo } from '../meta/index.js'
import type { AuditEvent, AuditResponseStatus } from './event.js'

/**
 * Writes the members of an event, without the braces around them.
 *
 * By hand, as every request comes by here: `JSON.stringify` of an event takes longer than all else that is done for it.
 *
 * @param event - The event.
 */
export function membersText(event: AuditEvent): string {
  const { impersonatedUser, authenticationMetadata, sourceIPs, userAgent, objectRef, responseStatus, annotations } = event
  let text = `"level":"${event.level}","auditID":${quoteJson(event.auditID)},"stage":"${event.stage}"`
  text += `,"requestURI":${quoteJson(event.requestURI)},"verb":${quoteJson(event.verb)},"user":${userText(event.user)}`
  if (impersonatedUser) text += `,"impersonatedUser":${userText(impersonatedUser)}`
  if (authenticationMetadata) text += `,"authenticationMetadata":${JSON.stringify(authenticationMetadata)}`
  if (sourceIPs) text += `,"sourceIPs":${listText(sourceIPs)}`
  if (userAgent !== undefined) text += `,"userAgent":${quoteJson(userAgent)}`
  if (objectRef) text += `,"objectRef":${mapText(objectRef)}`
  if (responseStatus) text += `,"responseStatus":${statusText(responseStatus)}`
  if (event.requestObject !== undefined) text += `,"requestObject":${JSON.stringify(event.requestObject)}`
  if (event.responseObject !== undefined) text += `,"responseObject":${JSON.stringify(event.responseObject)}`
  text += `,"requestReceivedTimestamp":"${event.requestReceivedTimestamp}","stageTimestamp":"${event.stageTimestamp}"`
  return annotations ? `${text},"annotations":${mapText(annotations)}` : text
}

function userText({ username, uid, groups, extra }: Partial<UserInfo>): string {
  if (username === undefined) return '{}'
  let text = `{"username":${quoteJson(username)}`
  if (uid !== undefined) text += `,"uid":${quoteJson(uid)}`
  if (groups) text += `,"groups":${listText(groups)}`
  return extra ? `${text},"extra":${JSON.stringify(extra)}}` : `${text}}`
}

/** Of a success that nothing is said of, which nearly all are, the code alone. */
const statusText = (status: AuditResponseStatus): string =>
  status.status === undefined ? `{"metadata":{},"code":${status.code}}` : JSON.stringify(status)

function listText(words: readonly string[]): string {
  let text = ''
  for (const word of words) text += text === '' ? quoteJson(word) : `,${quoteJson(word)}`
  return `[${text}]`
}

function mapText(map: object): string {
  let text = ''
  for (const [key, value] of Object.entries(map) as [string, string][]) {
    text += `${text === '' ? '' : ','}${quoteJson(key)}:${quoteJson(value)}`
  }
  return `{${text}}`
}
