/**
 * Common parts of the control loops that use a client.
 *
 * @module
 */

import {
  type Client,
  type ControllerOptions,
  clientOfPlane,
  electionOptions,
  isNotFound,
  type LeaderElectionOptions,
  type ResourceClient,
  type Watchable,
} from '../client/index.js'
import { type ApiObject, aDialect, BackOff, check, type DialectOption, type OptionCheck, pause } from '../meta/index.js'

/** Options of every control loop. */
export interface ControlLoopOptions {
  /** The plane's dialect; `platform.io` by default. */
  readonly dialect?: DialectOption
  /** Leader election: only one of several replicas works at a time. All do by default. */
  readonly leaderElection?: LeaderElectionOptions
  /**
   * Called with failures, and the key of the object concerned; the key is empty for leader election. Failures are retried.
   */
  readonly onError?: (error: unknown, key: string) => void
}

/** Options of one loop. */
interface OwnOptions {
  readonly checks?: Readonly<Record<string, OptionCheck>>
  /** Names of those without a default. */
  readonly required?: readonly string[]
}

const COMMON = { dialect: aDialect, leaderElection: electionOptions, onError: check.callable }

/**
 * Throws if the client or the options of a loop are invalid.
 *
 * @param callee - Name of the function that creates the loop.
 * @param client - The client argument.
 * @param options - The options argument.
 * @param own - The options that other loops do not have.
 */
export function checkLoop(callee: string, client: unknown, options: unknown, { checks, required = [] }: OwnOptions = {}): void {
  const checked = check.members<string>({ ...COMMON, ...checks }, required)
  check.refuse(callee, [...clientOfPlane(client, 'client'), ...checked(options, 'options')])
}

/** The options that are passed to the runner of a loop unchanged. */
export const runOptions = ({
  leaderElection,
  onError,
}: ControlLoopOptions): Pick<ControllerOptions<object>, 'leaderElection' | 'onError'> => ({
  ...(leaderElection && { leaderElection }),
  ...(onError && { onError }),
})

/** The type whose objects a loop watches. */
export interface Selected<T extends object>
  extends Omit<Watchable<ApiObject & T>, 'type' | 'runtime'>,
    Pick<ResourceClient<T>, 'type' | 'runtime'> {}

/**
 * Some objects of a type.
 *
 * @param resource - The type.
 * @param fieldSelector - Selects its objects, such as `metadata.name=a`.
 */
export const selected = <T extends object>(resource: ResourceClient<T>, fieldSelector: string): Selected<T> => ({
  runtime: resource.runtime,
  type: () => resource.type(),
  watch: (options) => resource.watch({ ...options, fieldSelector }),
})

/**
 * Ignores failures that are as good as success, such as deleting a missing object: `.catch(ignoring(isNotFound))`.
 *
 * @param isExpected - Selects them; others are rethrown.
 */
export const ignoring = (isExpected: (error: unknown) => boolean) => (error: unknown) => {
  if (!isExpected(error)) throw error
}

/**
 * Deletes an object in the version that was read; a missing one is no error.
 *
 * @param objects - Its type, in its namespace.
 * @param object - The object as it was read.
 * @param options - The propagation policy.
 * @throws {@link ApiError} 409 when it has changed meanwhile.
 */
export async function deleteAsSeen(
  objects: Pick<ResourceClient<object>, 'delete'>,
  { metadata: { name = '', uid = '', resourceVersion = '' } }: ApiObject,
  options: { readonly propagationPolicy?: 'Foreground' } = {},
): Promise<void> {
  await objects.delete(name, { ...options, preconditions: { uid, resourceVersion } }).catch(ignoring(isNotFound))
}

/**
 * Runs the preparations of a loop and retries them until they succeed, with growing delays.
 *
 * @param client - The loop's client: it does not count as idle meanwhile.
 * @param work - Called again after each failure.
 * @param signal - Stops the retries.
 * @param onError - Called with each failure; it must not throw.
 * @returns The result of the work; undefined when the signal was aborted first.
 */
export async function untilDone<T>(
  { clock, random, activity }: Client,
  work: () => Promise<T>,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<T | undefined> {
  const backOff = new BackOff({ random })
  while (!signal.aborted) {
    try {
      return await work()
    } catch (error) {
      onError(error)
    }
    const resume = activity.wait()
    await pause(clock, backOff.nextMs(), signal).finally(resume)
  }
  return undefined
}
