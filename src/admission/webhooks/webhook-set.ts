/**
 * The webhooks of a plane, kept as their configurations change.
 *
 * @module
 */

import { type ApiObject, lazily } from '../../meta/index.js'
import { loadedPolicies, type PolicyScope, prepareRules } from '../../schema/index.js'
import type { AdmissionAttributes } from '../attributes.js'
import { RequestMatch } from '../matching/index.js'
import { type Condition, compileConditions } from '../policy/conditions.js'
import type { AdmissionSources } from '../sources.js'
import type { AdmissionWebhook } from './webhook-objects.js'

/** A webhook, ready to be asked. */
export interface Hook {
  /** The configuration that it is in. */
  readonly configuration: string
  /** One for each webhook of the plane. */
  readonly id: string
  readonly webhook: AdmissionWebhook
  readonly match: RequestMatch
  /** Its conditions, compiled when a request first needs them; undefined when it has none. */
  readonly conditions: (() => CompiledConditions | Promise<CompiledConditions>) | undefined
}

/** Compiled conditions, and what they see. */
export interface CompiledConditions {
  readonly scope: PolicyScope
  readonly conditions: readonly Condition[]
}

/** What webhooks are never asked about: a bad one could not be taken away any more. */
const EXEMPT: ReadonlySet<string> = new Set([
  'mutatingadmissionpolicies',
  'mutatingadmissionpolicybindings',
  'mutatingwebhookconfigurations',
  'validatingadmissionpolicies',
  'validatingadmissionpolicybindings',
  'validatingwebhookconfigurations',
])

/** The webhooks of all configurations of one kind: by the names of these, then in the order in which they list them. */
export class WebhookSet {
  readonly #resource: string
  readonly #configurations = new Map<string, readonly Hook[]>()
  #hooks: readonly Hook[] = []
  #group = ''

  /** @param resource - Plural name of the kind of configurations. */
  constructor(resource: string) {
    this.#resource = resource
  }

  /**
   * Begins to follow the configurations of a plane.
   *
   * @returns A function that stops.
   */
  start(sources: AdmissionSources): () => void {
    this.#group = `admissionregistration.${sources.dialect.groupDomain}`
    return sources.objects.follow(
      { group: this.#group, resource: this.#resource },
      {
        put: (object) => this.#change(() => this.#configurations.set(nameOf(object), hooksOf(object, sources))),
        remove: (object) => this.#change(() => this.#configurations.delete(nameOf(object))),
      },
    )
  }

  /** Whether any webhook may be about a request. */
  concerns(attributes: AdmissionAttributes): boolean {
    if (this.#hooks.length === 0 || (attributes.group === this.#group && EXEMPT.has(attributes.resource))) return false
    return this.#hooks.some(({ match }) => match.rulesMatch(attributes))
  }

  /** All webhooks, in order. */
  get hooks(): readonly Hook[] {
    return this.#hooks
  }

  #change(change: () => void): void {
    change()
    this.#hooks = [...this.#configurations.keys()].sort().flatMap((name) => this.#configurations.get(name) ?? [])
  }
}

const nameOf = ({ metadata }: ApiObject): string => metadata.name ?? ''

function hooksOf(object: ApiObject, sources: AdmissionSources): readonly Hook[] {
  const configuration = nameOf(object)
  const webhooks = (object.webhooks ?? []) as readonly AdmissionWebhook[]
  return webhooks.map((webhook, i) => {
    const { namespaceSelector, objectSelector, matchPolicy, rules = [], matchConditions = [] } = webhook
    return {
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
  await prepareRules()
  const { PolicyScope } = loadedPolicies()
  const scope = new PolicyScope({ params: false, mutates: false })
  return { scope, conditions: compileConditions(scope, conditions) }
}
