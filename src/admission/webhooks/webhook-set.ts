/**
 * The webhooks of a plane, kept up to date.
 *
 * @module
 */

import { type ApiObject, check, inTurns, lazily } from '../../meta/index.js'
import type { WebhookCredentialsSource } from '../../webhook/index.js'
import type { AdmissionAttributes } from '../attributes.js'
import type { Configurations } from '../configured.js'
import { loadedPolicies, preparePolicies } from '../expressions/loaded-policies.js'
import { mayMatch, RequestMatch } from '../matching/index.js'
import { type CompiledConditions, compileConditions } from '../policy/conditions.js'
import type { AdmissionSources } from '../sources.js'
import { ReviewRoom } from './review-room.js'
import type { AdmissionWebhook } from './webhook-objects.js'

/** Options of the plugins that call webhooks. */
export interface WebhookPluginOptions {
  /** Credentials for webhooks; none by default. */
  readonly credentials?: WebhookCredentialsSource
}

/** Checks the options of a plugin that calls webhooks. */
export const webhookOptions = /* @__PURE__ */ check.members<keyof WebhookPluginOptions>({ credentials: check.callable })

/** Common settings of all webhooks of a plugin. */
interface HookTraits extends WebhookPluginOptions {
  /** Whether they may change the object. */
  readonly mutates: boolean
  /** For what they have not answered yet. */
  readonly room: ReviewRoom
}

/** A webhook, compiled for matching. */
export interface Hook extends HookTraits {
  /** The configuration that contains it. */
  readonly configuration: string
  /** One for each webhook of the plane. */
  readonly id: string
  readonly webhook: AdmissionWebhook
  readonly match: RequestMatch
  /** Its conditions, compiled on the first matching request; undefined when it has none. */
  readonly conditions: (() => CompiledConditions | Promise<CompiledConditions>) | undefined
}

/** Types that webhooks never receive: a broken webhook could otherwise not be removed. */
const EXEMPT: ReadonlySet<string> = new Set([
  'mutatingadmissionpolicies',
  'mutatingadmissionpolicybindings',
  'mutatingwebhookconfigurations',
  'validatingadmissionpolicies',
  'validatingadmissionpolicybindings',
  'validatingwebhookconfigurations',
])

/** The webhooks of all configurations of one kind: sorted by configuration name, then in the order of each list. */
export class WebhookSet implements Configurations {
  readonly #traits: HookTraits
  readonly #configurations = new Map<string, readonly Hook[]>()
  /** Sorted; undefined when a configuration has changed since. */
  #hooks: readonly Hook[] | undefined = []
  #group = ''

  /**
   * @param phase - The kind of configurations.
   * @param options - Options of the plugin.
   */
  constructor(phase: 'mutating' | 'validating', options: WebhookPluginOptions) {
    this.#traits = { ...options, mutates: phase === 'mutating', room: new ReviewRoom() }
  }

  /**
   * Begins to follow the configurations of a plane.
   *
   * @returns A function that stops.
   */
  start(sources: AdmissionSources): () => void {
    this.#group = `admissionregistration.${sources.dialect.groupDomain}`
    return sources.objects.follow(
      {
        group: this.#group,
        resource: this.#traits.mutates ? 'mutatingwebhookconfigurations' : 'validatingwebhookconfigurations',
      },
      {
        put: (object) => this.#change(() => this.#configurations.set(nameOf(object), hooksOf(object, this.#traits, sources))),
        remove: (object) => this.#change(() => this.#configurations.delete(nameOf(object))),
      },
    )
  }

  /** Whether any webhook may match a request, as far as that is found in no time. */
  concerns(attributes: AdmissionAttributes): boolean {
    if (this.hooks.length === 0 || (attributes.group === this.#group && EXEMPT.has(attributes.resource))) return false
    return mayMatch(this.hooks, attributes)
  }

  /** All webhooks, sorted. */
  get hooks(): readonly Hook[] {
    // Sorted on demand: at startup thousands of configurations may arrive one after the other.
    this.#hooks ??= [...this.#configurations.keys()].sort().flatMap((name) => this.#configurations.get(name) ?? [])
    return this.#hooks
  }

  #change(change: () => void): void {
    change()
    this.#hooks = undefined
  }
}

const nameOf = ({ metadata }: ApiObject): string => metadata.name ?? ''

function hooksOf(object: ApiObject, traits: HookTraits, sources: AdmissionSources): readonly Hook[] {
  const configuration = nameOf(object)
  const webhooks = (object.webhooks ?? []) as readonly AdmissionWebhook[]
  return webhooks.map((webhook, i) => {
    const { namespaceSelector, objectSelector, matchPolicy, rules = [], matchConditions = [] } = webhook
    return {
      ...traits,
      configuration,
      id: `${configuration}/${webhook.name}/${i}`,
      webhook,
      match: new RequestMatch(sources, {
        ...(namespaceSelector && { namespaceSelector }),
        ...(objectSelector && { objectSelector }),
        ...(matchPolicy && { matchPolicy }),
        resourceRules: rules,
      }),
      conditions: matchConditions.length > 0 ? lazily(() => compile(matchConditions)) : undefined,
    }
  })
}

async function compile(conditions: NonNullable<AdmissionWebhook['matchConditions']>): Promise<CompiledConditions> {
  await preparePolicies()
  const { PolicyScope } = loadedPolicies()
  const scope = new PolicyScope({ params: false, mutates: false })
  return { scope, conditions: await inTurns(compileConditions(scope, conditions)) }
}
