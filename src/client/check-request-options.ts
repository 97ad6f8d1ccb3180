/**
 * Checks of request options, for programs without types: a misspelt selector would select everything.
 *
 * @module
 */

import { check, type OptionCheck } from '../meta/index.js'
import { abortSignal, initialState } from './check-arguments.js'
import type {
  ApplyOptions,
  ConnectRequestOptions,
  DeleteOptions,
  GetOptions,
  ListOptions,
  PagesOptions,
  RequestOptions,
  SelectionOptions,
  WriteOptions,
} from './options.js'
import type { UpdateWithRetryOptions } from './resource-client.js'
import type { WatchOptions } from './watch-event.js'

/** A check for each option. Words that the plane checks are texts here: its error lists those that it supports. */
type Checks<T> = Readonly<Record<keyof T, OptionCheck>>

const { amount, callable, fits, listOf, mapOf, members, oneOf, text, truth, whole } = check

const parameter = fits('text, a number, true, false or a list of texts', (value) => {
  return ['string', 'number', 'boolean', 'undefined'].includes(typeof value) || [...listOf(text)(value, '')].length === 0
})

const request: Checks<RequestOptions> = { signal: abortSignal, timeoutMs: amount, onWarning: callable }
const selection: Checks<SelectionOptions> = { labelSelector: text, fieldSelector: text }
const get: Checks<GetOptions> = { ...request, resourceVersion: text }
const list: Checks<ListOptions> = { ...get, ...selection, limit: whole, continue: text, resourceVersionMatch: text }
const pages: Checks<PagesOptions> = { ...list, onExpired: oneOf(['fail', 'continue']) }
const write: Checks<WriteOptions> = { ...request, dryRun: truth, fieldValidation: text, fieldManager: text }
const apply: Checks<ApplyOptions> = { ...write, force: truth }
const updateWithRetry: Checks<UpdateWithRetryOptions> = { ...write, attempts: amount }
const deletion: Checks<DeleteOptions> = {
  ...request,
  dryRun: truth,
  gracePeriodSeconds: whole,
  propagationPolicy: text,
  preconditions: members({ uid: text, resourceVersion: text }),
}
const watch: Checks<WatchOptions> = {
  ...selection,
  onWarning: callable,
  resourceVersion: text,
  initial: initialState,
  onRetry: callable,
  metadataOnly: truth,
}
const connect: Checks<ConnectRequestOptions> = {
  ...request,
  method: oneOf(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: text,
  query: mapOf(parameter),
  headers: mapOf(text),
  body: fits('text or bytes', (value) => typeof value === 'string' || value instanceof Uint8Array),
}

/** By the names of the verbs, where several have the same options by one of them. */
const OPTIONS = {
  get: members(get),
  list: members(list),
  pages: members(pages),
  write: members(write),
  apply: members(apply),
  updateWithRetry: members(updateWithRetry),
  delete: members(deletion),
  watch: members(watch),
  connect: members(connect),
} as const

/**
 * Refuses options that a request does not have, as they would be without effect, and values that they cannot have.
 *
 * @param callee - Name of the verb.
 * @param kind - Which options it takes.
 * @param options - Its argument.
 * @param place - Name of the argument.
 * @throws TypeError with one line for each fault.
 */
export function checkRequestOptions(callee: string, kind: keyof typeof OPTIONS, options: unknown, place = 'options'): void {
  check.refuse(callee, OPTIONS[kind](options, place))
}
