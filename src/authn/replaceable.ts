/**
 * An authenticator that can be replaced at run time, such as when a file changes.
 *
 * @module
 */

import type { HealthCheck } from '../meta/index.js'
import type { AuthenticationRequest, AuthenticationResult, Authenticator } from './authenticator.js'

/** Delegates to another authenticator, and to a new one from the moment that it is given. */
export class ReplaceableAuthenticator implements Authenticator {
  #current: Authenticator
  /** One check, which holds when all those of the present one do. */
  readonly readyChecks: readonly HealthCheck[] = [{ name: 'authentication', check: () => this.#isReady() }]

  /** @param first - The one to begin with. */
  constructor(first: Authenticator) {
    this.#current = first
  }

  /** Takes another one; requests that are being looked at are answered by the one before. */
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
