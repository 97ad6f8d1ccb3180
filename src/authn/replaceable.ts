/**
 * An authenticator that can be replaced at run time, such as when a file changes.
 *
 * @module
 */

import type { HealthCheck } from '../meta/index.js'
import type { AuthenticationRequest, AuthenticationResult, Authenticator } from './authenticator.js'

/** Delegates to an authenticator that can be replaced at any time. */
export class ReplaceableAuthenticator implements Authenticator {
  #current: Authenticator
  /** One readiness check, which passes when all checks of the current authenticator pass. */
  readonly readyChecks: readonly HealthCheck[] = [{ name: 'authentication', check: () => this.#isReady() }]

  /** @param first - The initial authenticator. */
  constructor(first: Authenticator) {
    this.#current = first
  }

  /** Replaces the authenticator; requests in progress are still answered by the previous one. */
  replace(next: Authenticator): void {
    this.#current = next
  }

  get name(): string | undefined {
    return this.#current.name
  }

  authenticate(request: AuthenticationRequest): AuthenticationResult | Promise<AuthenticationResult> {
    return this.#current.authenticate(request)
  }

  async #isReady(): Promise<boolean> {
    for (const { check } of this.#current.readyChecks ?? []) if (!(await check())) return false
    return true
  }
}
