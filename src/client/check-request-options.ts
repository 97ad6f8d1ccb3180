/**
 * Checks of request options, for programs without types: a misspelt selector would select everything.
 *
 * @module
 */

import { check } from '../meta/index.js'
import type { ApplyOptions, ConnectRequestOptions, DeleteOptions, GetOptions, PagesOptions } from './options.js'
import type { UpdateWithRetryOptions } from './resource-client.js'
import type { WatchOptions } from './watch-event.js'

const { amount, anything, callable, members, text, truth } = check

/** The options of all verbs together, as a caller may pass one object to several verbs. */
const requestOptions = members<
  | keyof ApplyOptions
  | keyof ConnectRequestOptions
  | keyof DeleteOptions
  | keyof GetOptions
  | keyof PagesOptions
  | keyof UpdateWithRetryOptions
  | keyof WatchOptions
>({
  signal: check.object,
  timeoutMs: amount,
  onWarning: callable,
  resourceVersion: text,
  resourceVersionMatch: text,
  labelSelector: text,
  fieldSelector: text,
  limit: anything,
  continue: text,
  onExpired: text,
  dryRun: truth,
  fieldValidation: text,
  fieldManager: text,
  force: truth,
  gracePeriodSeconds: anything,
  propagationPolicy: text,
  preconditions: check.object,
  attempts: amount,
  initial: text,
  onRetry: callable,
  metadataOnly: truth,
  method: text,
  path: anything,
  query: check.object,
  headers: check.object,
  body: anything,
})

/**
 * Refuses unknown options.
 *
 * @param callee - Name of the verb.
 * @param options - Its argument.
 * @throws TypeError with one line for each fault.
 */
export function checkRequestOptions(callee: string, options: unknown): void {
  check.refuse(callee, requestOptions(options, 'options'))
}
