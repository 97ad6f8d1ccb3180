/**
 * The admission pipeline: first every mutating plugin, then every validating one.
 *
 * @module
 */

import {
  ApiError,
  type ApiObject,
  andThen,
  badRequest,
  type HealthCheck,
  inOrder,
  isReceived,
  type Tracer,
  tryThen,
} from '../meta/index.js'
import type { AdmissionAttributes } from './attributes.js'
import { changeDraft, pluginFailed, pluginThrew } from './change-draft.js'
import { changedFields } from './changed-fields.js'
import type { AdmissionMetrics, EndOfAdmission, MeasuredPhase } from './metrics.js'
import { type CompleteObject, type MutatingPhase, Reinvocation } from './mutating-phase.js'
import type { AdmissionPlugin } from './plugin.js'
import type { AdmissionSources } from './sources.js'

/** Several plugins combined. */
export interface Admission {
  /** True without plugins. */
  readonly isEmpty: boolean
  /**
   * Starts the plugins, one after the other.
   *
   * @param sources - What the plane offers to plugins.
   * @returns A function that stops them.
   */
  start(sources: AdmissionSources): Promise<() => void>
  /** Readiness checks of the plugins. */
  readonly readyChecks: readonly HealthCheck[]
  /** Lets a plugin create a missing namespace. Undefined when no plugin does so. */
  readonly provideNamespace: ((namespace: string) => Promise<void>) | undefined
  /** Whether a plugin handles the mutating phase of a write. */
  concernsMutation(attributes: AdmissionAttributes): boolean
  /**
   * The mutating phase: lets the plugins change the new state of a write.
   *
   * @param attributes - The write, with its object.
   * @param complete - Prunes and defaults each changed object.
   * @param tracer - Records each plugin, and the fields that it changes; none by default.
   * @returns The new state; the same object (by identity) when no plugin changed it.
   * @throws The {@link ApiError} that a plugin throws, {@link ApiError} 500 for any other value; 400 for a dry run past a plugin with side effects.
   */
  mutate(attributes: AdmissionAttributes, complete: CompleteObject, tracer?: Tracer): Promise<ApiObject | undefined>
  /** Whether a plugin handles the validating phase of a write. */
  concernsValidation(attributes: AdmissionAttributes): boolean
  /**
   * The validating phase: plugins may refuse the write.
   *
   * @param attributes - The write as it would be stored.
   * @param tracer - As in {@link Admission.mutate}.
   * @throws As {@link Admission.mutate}.
   */
  validate(attributes: AdmissionAttributes, tracer?: Tracer): Promise<void>
}

/**
 * Combines admission plugins.
 *
 * @param plugins - Called in this order, in each of the two phases.
 * @param metrics - Receives measurements; none by default.
 * @see Specification, "Admission control", 2
 */
export function createAdmission(plugins: readonly AdmissionPlugin[], metrics?: AdmissionMetrics): Admission {
  const changing = plugins.filter(({ mutate, transform }) => mutate ?? transform)
  const deleting = plugins.filter(({ beforeDelete }) => beforeDelete)
  const judging = plugins.filter(({ validate }) => validate)
  const providing = plugins.filter(({ provideNamespace }) => provideNamespace)
  const mutatingOf = ({ operation }: AdmissionAttributes) => (operation === 'DELETE' ? deleting : changing)
  const concernsOneOf = (some: readonly AdmissionPlugin[], attributes: AdmissionAttributes): boolean =>
    some.some(({ handles }) => handles === undefined || handles(attributes))
  return {
    isEmpty: plugins.length === 0,
    start: (sources) => startAll(plugins, metrics ? { ...sources, metrics } : sources),
    readyChecks: plugins.flatMap(({ readyChecks = [] }) => readyChecks),
    provideNamespace:
      providing.length === 0
        ? undefined
        : async (namespace) => {
            for (const plugin of providing) await plugin.provideNamespace?.(namespace)
          },
    concernsMutation: (attributes) => concernsOneOf(mutatingOf(attributes), attributes),
    mutate: (attributes, complete, tracer) =>
      measuredPhase(metrics?.beginPhase('admit', attributes.operation), async () => {
        const observers: Observers = { operation: attributes.operation, metrics, tracer }
        if (attributes.operation !== 'DELETE') return mutateObject(changing, attributes, complete, observers)
        for (const plugin of deleting) {
          if (concerns(plugin, attributes)) await asked(plugin, 'admit', observers, () => plugin.beforeDelete?.(attributes))
        }
        return undefined
      }),
    concernsValidation: (attributes) => concernsOneOf(judging, attributes),
    validate: (attributes, tracer) =>
      measuredPhase(metrics?.beginPhase('validate', attributes.operation), () => {
        const observers: Observers = { operation: attributes.operation, metrics, tracer }
        return inOrder(judging, (plugin) =>
          concerns(plugin, attributes) ? asked(plugin, 'validate', observers, () => judged(plugin, attributes)) : undefined,
        )
      }),
  }
}

/** What records the calls of plugins for a write. */
interface Observers {
  readonly operation: AdmissionAttributes['operation']
  readonly metrics: AdmissionMetrics | undefined
  readonly tracer: Tracer | undefined
}

/** Runs one of the two phases, and measures it. */
async function measuredPhase<T>(end: EndOfAdmission | undefined, ask: () => T | Promise<T>): Promise<T> {
  let isRejected = true
  try {
    const value = await ask()
    isRejected = false
    return value
  } finally {
    end?.(isRejected)
  }
}

async function startAll(plugins: readonly AdmissionPlugin[], sources: AdmissionSources): Promise<() => void> {
  const stops: (() => void)[] = []
  const stopAll = () => {
    for (const stop of stops) stop()
  }
  try {
    for (const plugin of plugins) {
      const stop = await plugin.start?.(sources)
      if (stop) stops.push(stop)
    }
  } catch (error) {
    stopAll()
    throw error
  }
  return stopAll
}

/**
 * The second pass shows early plugins the changes of later ones; without a limit, two plugins that disagree would loop for ever.
 */
const MAX_ROUNDS = 2

async function mutateObject(
  plugins: readonly AdmissionPlugin[],
  attributes: AdmissionAttributes,
  complete: CompleteObject,
  observers: Observers,
): Promise<ApiObject | undefined> {
  const { tracer } = observers
  let { object } = attributes
  let isAskedFor = true
  const reinvocations = new Map<string, Reinvocation>()
  for (let round = 0; round < MAX_ROUNDS && isAskedFor; round++) {
    isAskedFor = false
    const phase: MutatingPhase = {
      round,
      complete,
      reinvocation(name) {
        const known =
          reinvocations.get(name) ??
          new Reinvocation(() => {
            isAskedFor = true
          })
        reinvocations.set(name, known)
        return known
      },
    }
    for (const plugin of plugins) {
      if (!object) return undefined
      const current: AdmissionAttributes = round === 0 && object === attributes.object ? attributes : { ...attributes, object }
      if (!concerns(plugin, current)) continue
      const before: ApiObject = object
      const changed: ApiObject = await asked(plugin, 'admit', observers, () => changedBy(plugin, before, current, phase))
      if (tracer && changed !== object) {
        tracer.decided({ by: plugin.name, outcome: 'changed', fields: changedFields(object, changed) })
      }
      object = changed
    }
  }
  return object
}

async function changedBy(
  plugin: AdmissionPlugin,
  object: ApiObject,
  attributes: AdmissionAttributes,
  phase: MutatingPhase,
): Promise<ApiObject> {
  if (plugin.transform) return plugin.transform(attributes, phase)
  const changed = await changeDraft(plugin.name, object, (draft) => plugin.mutate?.(draft, attributes))
  return changed === object ? object : phase.complete(changed)
}

/** Lets a plugin judge a write. One that answers `false` or text means to refuse, and must not be taken to agree. */
function judged(plugin: AdmissionPlugin, attributes: AdmissionAttributes): unknown {
  const verdict = (answer: unknown): void => {
    if (answer === false || typeof answer === 'string') throw pluginFailed(plugin.name, VERDICT)
  }
  return andThen(plugin.validate?.(attributes) as unknown, verdict)
}

const VERDICT = 'its validate returned a verdict: expected it to throw admissionDenied(attributes, reason), or to return nothing'

/** Calls a plugin. Warnings and annotations of its own requests are not passed to the client. */
function asked<T>(
  { name }: AdmissionPlugin,
  phase: MeasuredPhase,
  { operation, metrics, tracer }: Observers,
  ask: () => T | Promise<T>,
): T | Promise<T> {
  const end = tracer?.begin(name)
  const measured = metrics?.beginPlugin(name, phase, operation)
  const answers = (answer: T): T => {
    measured?.(false)
    end?.()
    return answer
  }
  const fails = (error: unknown): never => {
    measured?.(true)
    if (!(error instanceof ApiError)) throw pluginThrew(name, error)
    throw isReceived(error) ? pluginFailed(name, 'a request of its own failed', error) : error
  }
  return tryThen(ask, answers, fails)
}

/** Whether a plugin is called; a plugin with side effects is not called for a dry run. */
function concerns({ name, handles, sideEffects }: AdmissionPlugin, attributes: AdmissionAttributes): boolean {
  if (handles && !handles(attributes)) return false
  if (attributes.dryRun && sideEffects === 'Some')
    throw badRequest(`admission plugin ${JSON.stringify(name)} does not support dry run`)
  return true
}
