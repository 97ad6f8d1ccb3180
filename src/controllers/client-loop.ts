/**
 * What control loops over a client have in common.
 *
 * @module
 */

import {
  type Client,
  type ControllerOptions,
  clientOfPlane,
  isNotFound,
  type LeaderElectionOptions,
  type ResourceClient,
  type Watchable,
} from '../client/index.js'
import { type ApiObject, BackOff, check, type DialectOption, type OptionCheck, pause } from '../meta/index.js'

/** Options that every control loop has. */
export interface ControlLoopOptions {
  /** The plane's dialect; `platform.io` by default. */
  readonly dialect?: DialectOption
  /** Only one of several replicas works at a time; all do by default. */
  readonly leaderElection?: LeaderElectionOptions
  /**
   * Called with failures, and the key of the object that they are about; empty for those of the leader election. They are retried.
   */
  readonly onError?: (error: unknown, key: string) => void
}

const COMMON = { dialect: check.dialect, leaderElection: check.object, onError: check.callable }

/**
 * Refuses to make a loop without a client, or with options that there are not.
 *
 * @param callee - Name of the function that makes it.
 * @param client - What it was given as a client.
 * @param options - What it was given as options.
 * @param own - Checks of options that other loops do not have.
 * @param required - Those that have to be there.
 */
export function checkLoop(
  callee: string,
  client: unknown,
  options: unknown,
  own: Readonly<Record<string, OptionCheck>> = {},
  required: readonly string[] = [],
): void {
  const checked = check.members<string>({ ...COMMON, ...own }, required)
  check.refuse(callee, [...clientOfPlane(client, 'client'), ...checked(options, 'options')])
}

/** Those that the runner of a loop takes as they are. */
export const runOptions = ({
  leaderElection,
  onError,
}: ControlLoopOptions): Pick<ControllerOptions<object>, 'leaderElection' | 'onError'> => ({
  ...(leaderElection && { leaderElection }),
  ...(onError && { onError }),
})

/** The objects of a type that a loop looks at. */
export interface Selected<T extends object>
  extends Omit<Watchable<ApiObject & T>, 'type' | 'runtime'>,
    Pick<ResourceClient<T>, 'type' | 'runtime'> {}

/**
 * Some objects of a type.
 *
 * @param resource - The type.
 * @param fieldSelector - Which of its objects, such as `metadata.name=a`.
 */
export const selected = <T extends object>(resource: ResourceClient<T>, fieldSelector: string): Selected<T> => ({
  runtime: resource.runtime,
  type: () => resource.type(),
  watch: (options) => resource.watch({ ...options, fieldSelector }),
})

/**
 * Takes failures that are as good as success, such as that of a delete of what is gone already: `.catch(ignoring(isNotFound))`.
 *
 * @param isExpected - Tells which; others are thrown on.
 */
export const ignoring = (isExpected: (error: unknown) => boolean) => (error: unknown) => {
  if (!isExpected(error)) throw error
}

/**
 * Deletes an object as it was seen; a missing one is no error.
 *
 * @param objects - Its type, in its namespace.
 * @param object - As it was seen.
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
 * Does what a loop needs before it can begin, again and again while it fails, with longer waits each time.
 *
 * @param client - Of the loop: it is not idle meanwhile.
 * @param work - Called anew after each failure.
 * @param signal - Ends it.
 * @param onError - Called with each failure.
 * @returns What the work returned; undefined when the signal was first.
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
