/**
 * What control loops over a client have in common.
 *
 * @module
 */

import {
  type ControllerOptions,
  isNotFound,
  type LeaderElectionOptions,
  type ResourceClient,
  type Watchable,
} from '../client/index.js'
import type { ApiObject, DialectOption } from '../meta/index.js'

/** Options that every control loop has. */
export interface ControlLoopOptions {
  /** Whose words the plane speaks; `platform.io` by default. */
  readonly dialect?: DialectOption
  /** Only one of several replicas works at a time; all do by default. */
  readonly leaderElection?: LeaderElectionOptions
  /** Is told of failures, with the key of the object that they are about. They are tried again all the same. */
  readonly onError?: (error: unknown, key: string) => void
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
 * Deletes an object as it was seen; it may be gone already.
 *
 * @param objects - Its type, in its namespace.
 * @param object - As it was seen.
 * @param options - What becomes of what it owns.
 * @throws {@link ApiError} 409 when it has changed meanwhile.
 */
export async function deleteAsSeen(
  objects: Pick<ResourceClient<object>, 'delete'>,
  { metadata: { name = '', uid = '', resourceVersion = '' } }: ApiObject,
  options: { readonly propagationPolicy?: 'Foreground' } = {},
): Promise<void> {
  await objects.delete(name, { ...options, preconditions: { uid, resourceVersion } }).catch(ignoring(isNotFound))
}
