/**
 * Combines several authenticators.
 *
 * @module
 */

import {
  ANONYMOUS_USER,
  AUTHENTICATED_GROUP,
  andThen,
  check,
  copyWith,
  isRecord,
  tryThen,
  UNAUTHENTICATED_GROUP,
  type UserInfo,
} from '../meta/index.js'
import {
  type AuthenticationRequest,
  type AuthenticationResult,
  type Authenticator,
  INVALID_TOKEN,
  NO_OPINION,
} from './authenticator.js'

const FAILED: AuthenticationResult = Object.freeze({ outcome: 'rejected', reason: 'the authenticator failed' })

/**
 * Calls authenticators in order until one authenticates the user, and adds the user to `system:authenticated`.
 *
 * A credential rejected by one authenticator may belong to another: the request is rejected only when none accepts it. An
 * authenticator that throws counts as a rejection, so that a broken one never admits a request.
 *
 * @param authenticators - Called in this order.
 * @param onFailure - Called with the error of an authenticator; the client does not see it.
 * @returns An authenticator that combines them.
 * @see Specification, "Principals and attributes", 4
 */
export function authenticateChain(
  authenticators: readonly Authenticator[],
  onFailure: (error: unknown) => void = () => {},
): Authenticator {
  const failed = (error: unknown): AuthenticationResult => {
    onFailure(error)
    return FAILED
  }
  const ask = (authenticator: Authenticator, request: AuthenticationRequest) =>
    tryThen(
      () => authenticator.authenticate(request),
      (answer) => (isResult(answer) ? answer : failed(noResult(authenticator, answer))),
      failed,
    )
  const askFrom = (
    index: number,
    before: AuthenticationResult,
    request: AuthenticationRequest,
  ): AuthenticationResult | Promise<AuthenticationResult> => {
    const authenticator = authenticators[index]
    if (!authenticator) return before
    return andThen(ask(authenticator, request), (answer) => {
      const result = withMethod(answer, authenticator.name)
      if (result.outcome === 'authenticated') return result
      return askFrom(index + 1, result.outcome === 'rejected' && !isTelling(before) ? result : before, request)
    })
  }
  const reading = authenticators.filter(({ isCredential }) => isCredential)
  return {
    authenticate: (request) => askFrom(0, NO_OPINION, request),
    isCredential: (name) => reading.some((one) => one.isCredential?.(name)),
  }
}

/** Whether an answer is a result. Programs without types return others: those must not admit a request. */
function isResult(answer: AuthenticationResult | undefined): answer is AuthenticationResult {
  if (answer?.outcome !== 'authenticated') return answer?.outcome === 'noOpinion' || answer?.outcome === 'rejected'
  return typeof answer.user?.username === 'string' && Array.isArray(answer.user.groups)
}

function noResult({ name = 'without a name' }: Authenticator, answer: unknown): TypeError {
  if (isRecord(answer) && answer.outcome === 'authenticated') {
    const wanted = 'an object with a username and a list of groups'
    return new TypeError(`the user that the authenticator ${name} found is ${check.shown(answer.user)}: expected ${wanted}`)
  }
  const outcome = isRecord(answer) ? check.shown(answer.outcome) : check.shown(answer)
  const wanted = "outcome: 'authenticated' with a user of username and groups, 'rejected' or 'noOpinion'"
  return new TypeError(`the result of the authenticator ${name} is ${outcome}: expected ${wanted}`)
}

/** A result of the chain: adds the method, and the group of authenticated users. */
function withMethod(result: AuthenticationResult, name: string | undefined): AuthenticationResult {
  if (result.outcome === 'noOpinion') return result
  // A chain within a chain has no name.
  const method = name ?? result.method
  if (result.outcome === 'rejected') return { outcome: 'rejected', reason: result.reason, method }
  // Runs on every request: an object literal costs less than a spread.
  return { outcome: 'authenticated', user: asAuthenticated(result.user), audiences: result.audiences, method }
}

/** Whether a rejection says more than "unknown token": of several rejections, such a one is reported. */
const isTelling = (result: AuthenticationResult): boolean => result.outcome === 'rejected' && result.reason !== INVALID_TOKEN

/**
 * Adds `system:authenticated` to a user; returns the same object if it is already a member, or is the anonymous user.
 *
 * @param user - The authenticated user.
 */
export const asAuthenticated = (user: UserInfo): UserInfo =>
  user.username === ANONYMOUS_USER.username || user.groups.some((group) => KNOWN_GROUPS.includes(group))
    ? user
    : copyWith(user, { groups: [...user.groups, AUTHENTICATED_GROUP] })

/** A user in one of these groups is not added to the other. */
const KNOWN_GROUPS: readonly string[] = [AUTHENTICATED_GROUP, UNAUTHENTICATED_GROUP]
