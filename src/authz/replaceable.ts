/**
 * An authorizer that can be replaced at run time, such as when a file changes.
 *
 * @module
 */

import type { Attributes, UserInfo } from '../meta/index.js'
import { type AuthorizationDecision, type Authorizer, rulesFor } from './authorizer.js'
import { explanationBy } from './explain-access.js'
import type { AccessExplanation } from './explanation.js'
import type { UserRules } from './rules.js'

/** Delegates to an authorizer that can be replaced at any time. */
export class ReplaceableAuthorizer implements Authorizer {
  #current: Authorizer

  /** @param first - The initial authorizer. */
  constructor(first: Authorizer) {
    this.#current = first
  }

  /** Replaces the authorizer; decisions in progress are still made by the previous one. */
  replace(next: Authorizer): void {
    this.#current = next
  }

  authorize(attributes: Attributes): AuthorizationDecision | Promise<AuthorizationDecision> {
    return this.#current.authorize(attributes)
  }

  rulesFor(user: UserInfo, namespace: string): Promise<UserRules> {
    return rulesFor(this.#current, user, namespace)
  }

  explain(attributes: Attributes): Promise<AccessExplanation> {
    return explanationBy(this.#current, attributes)
  }
}
