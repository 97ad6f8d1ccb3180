/**
 * Checks of request options, for programs without types: a misspelt selector would select everything.
 *
 * @module
 */

import { check } from '../meta/index.js'
import { abortSignal, initialState } from './check-arguments.js'
import type { ApplyOptions, ConnectRequestOptions, DeleteOptions, GetOptions, PagesOptions } from './options.js'
import type { UpdateWithRetryOptions } from './resource-client.js'
import type { WatchOptions } from './watch-event.js'

const { amount, callable, fits, listOf, mapOf, members, oneOf, text, truth, whole } = check

const parameter = fits('text, a number, true, false or a list of texts', (value) => {
  return ['string', 'number', 'boolean', 'undefined'].includes(typeof value) || [...listOf(text)(value, '')].length === 0
})

/**
 * The options of all verbs together, as a caller may pass one object to several verbs. Words that the plane checks are texts here:
 * its error lists those that it supports.
 */
const requestOptions = members<
  | keyof ApplyOptions
  | keyof ConnectRequestOptions
  | keyof DeleteOptions
  | keyof GetOptions
  | keyof PagesOptions
  | keyof UpdateWithRetryOptions
  | keyof WatchOptions
>({
  signal: abortSignal,
  timeoutMs: amount,
  onWarning: callable,
  resourceVersion: text,
  resourceVersionMatch: text,
  labelSelector: text,
  fieldSelector: text,
  limit: whole,
  continue: text,
  onExpired: oneOf(['fail', 'continue']),
  dryRun: truth,
  fieldValidation: text,
  fieldManager: text,
  force: truth,
  gracePeriodSeconds: whole,
  propagationPolicy: text,
  preconditions: members({ uid: text, resourceVersion: text }),
  attempts: amount,
  initial: initialState,
  onRetry: callable,
  metadataOnly: truth,
  method: oneOf(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: text,
  query: mapOf(parameter),
  headers: mapOf(text),
  body: fits('text or bytes', (value) => typeof value === 'string' || value instanceof Uint8Array),
})

/**
 * Refuses unknown options, and values that they cannot have.
 *
 * @param callee - Name of the verb.
 * @param options - Its argument.
 * @throws TypeError with one line for each fault.
 */
export function checkRequestOptions(callee: string, options: unknown): void {
  check.refuse(callee, requestOptions(options, 'options'))
}
