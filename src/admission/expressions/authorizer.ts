/**
 * The variable `authorizer`: authorization checks in expressions.
 *
 * Evaluation is synchronous, but an authorizer may be asynchronous. A check without an answer yet fails with {@link
 * AnswerPending}; when the answer has arrived, the expression is evaluated again and finds it.
 *
 * @module
 */

import { charge, type Environment } from '../../cel/index.js'
import {
  type Attributes,
  AUTHENTICATED_GROUP,
  andThen,
  fieldRequirements,
  labelRequirements,
  SERVICE_ACCOUNT_PREFIX,
  SERVICE_ACCOUNTS_GROUP,
  type UserInfo,
  validateDnsLabel,
  validateDnsSubdomain,
} from '../../meta/index.js'

/** The answer of an authorizer. */
export interface AccessAnswer {
  readonly allowed: boolean
  readonly reason: string
  /** Why the check failed; empty otherwise. */
  readonly error: string
}

/** Answers an authorization check. It does not throw. */
export type AskAccess = (attributes: Attributes) => AccessAnswer | Promise<AccessAnswer>

/** Cost of a check; the budget of an expression suffices for two. */
const CHECK_PRICE = 350_000

/** Thrown by a check whose answer is not available yet. */
class AnswerPending extends Error {
  constructor() {
    super('the answer of the authorizer is not there yet')
  }
}

/** The checks of one policy run, each made once. */
export class AccessQuestions {
  readonly #ask: AskAccess
  readonly #answers = new Map<string, AccessAnswer>()
  readonly #pending = new Map<string, Promise<void>>()

  /** @param ask - Answers them. */
  constructor(ask: AskAccess) {
    this.#ask = ask
  }

  /** Whether a run has met a check without an answer. */
  get isWaiting(): boolean {
    return this.#pending.size > 0
  }

  /** Waits for all missing answers. */
  async answered(): Promise<void> {
    await Promise.all(this.#pending.values())
  }

  /** The answer to a check. @throws AnswerPending when it is not available yet. */
  answer(attributes: Attributes): AccessAnswer {
    charge(CHECK_PRICE)
    const key = JSON.stringify(attributes)
    const known = this.#answers.get(key)
    if (known) return known
    const asked = andThen(this.#ask(attributes), (answer) => {
      this.#answers.set(key, answer)
      this.#pending.delete(key)
    })
    const answer = this.#answers.get(key)
    if (answer) return answer
    if (asked) this.#pending.set(key, asked)
    throw new AnswerPending()
  }
}

/** The user whose rights are checked. */
class AuthorizerValue {
  readonly #questions: AccessQuestions
  readonly user: UserInfo
  /** The resource of the request. */
  readonly requestResource: ResourceCheck | undefined

  constructor(questions: AccessQuestions, user: UserInfo, about: Partial<Attributes> | undefined) {
    this.#questions = questions
    this.user = user
    this.requestResource = about && new ResourceCheck(this, { ...NO_RESOURCE, ...about })
  }

  as(user: UserInfo): AuthorizerValue {
    return new AuthorizerValue(this.#questions, user, undefined)
  }

  answer(attributes: Omit<Attributes, 'user'>): Decision {
    return new Decision(this.#questions.answer({ ...attributes, user: this.user }))
  }
}

const NO_RESOURCE: Omit<Attributes, 'user' | 'verb'> = Object.freeze({
  isResourceRequest: true,
  path: '',
  group: '',
  version: '*',
  resource: '',
  subresource: '',
  namespace: '',
  name: '',
})

class PathCheck {
  readonly #authorizer: AuthorizerValue
  readonly #path: string

  constructor(authorizer: AuthorizerValue, path: string) {
    this.#authorizer = authorizer
    this.#path = path
  }

  check(verb: string): Decision {
    return this.#authorizer.answer({ ...NO_RESOURCE, version: '', isResourceRequest: false, path: this.#path, verb })
  }
}

class GroupCheck {
  readonly #authorizer: AuthorizerValue
  readonly #group: string

  constructor(authorizer: AuthorizerValue, group: string) {
    this.#authorizer = authorizer
    this.#group = group
  }

  resource(resource: string): ResourceCheck {
    return new ResourceCheck(this.#authorizer, { ...NO_RESOURCE, group: this.#group, resource })
  }
}

class ResourceCheck {
  readonly #authorizer: AuthorizerValue
  readonly #attributes: Omit<Attributes, 'user' | 'verb'>

  constructor(authorizer: AuthorizerValue, attributes: Omit<Attributes, 'user' | 'verb'>) {
    this.#authorizer = authorizer
    this.#attributes = attributes
  }

  with(more: Partial<Attributes>): ResourceCheck {
    return new ResourceCheck(this.#authorizer, { ...this.#attributes, ...more })
  }

  check(verb: string): Decision {
    return this.#authorizer.answer({ ...this.#attributes, verb })
  }
}

class Decision {
  readonly #answer: AccessAnswer

  constructor(answer: AccessAnswer) {
    this.#answer = answer
  }

  get answer(): AccessAnswer {
    return this.#answer
  }
}

/** Name of the type of `authorizer`. */
export const AUTHORIZER_TYPE = 'Authorizer'
const PATH_TYPE = 'PathCheck'
const GROUP_TYPE = 'GroupCheck'
const RESOURCE_TYPE = 'ResourceCheck'
const DECISION_TYPE = 'Decision'

/**
 * Declares the type of `authorizer` and its functions.
 *
 * @param environment - Is extended.
 */
export function declareAuthorizer(environment: Environment): void {
  const none = {}
  environment
    .registerType(DECISION_TYPE, { ctor: Decision, fields: none })
    .registerType(PATH_TYPE, { ctor: PathCheck, fields: none })
    .registerType(RESOURCE_TYPE, { ctor: ResourceCheck, fields: none })
    .registerType(GROUP_TYPE, { ctor: GroupCheck, fields: none })
    .registerType(AUTHORIZER_TYPE, { ctor: AuthorizerValue, fields: { requestResource: RESOURCE_TYPE } })
  const add = (signature: string, handler: (...values: never[]) => unknown) =>
    environment.registerFunction(signature, handler as (...values: unknown[]) => unknown)
  add(`${AUTHORIZER_TYPE}.path(string): ${PATH_TYPE}`, (authorizer: AuthorizerValue, path: string) => {
    requireText('path', path)
    return new PathCheck(authorizer, path)
  })
  add(
    `${AUTHORIZER_TYPE}.group(string): ${GROUP_TYPE}`,
    (authorizer: AuthorizerValue, group: string) => new GroupCheck(authorizer, group),
  )
  add(
    `${AUTHORIZER_TYPE}.serviceAccount(string, string): ${AUTHORIZER_TYPE}`,
    (authorizer: AuthorizerValue, namespace: string, name: string) => authorizer.as(serviceAccount(namespace, name)),
  )
  add(`${GROUP_TYPE}.resource(string): ${RESOURCE_TYPE}`, (group: GroupCheck, resource: string) => {
    requireText('resource', resource)
    return group.resource(resource)
  })
  for (const field of ['subresource', 'namespace', 'name'] as const) {
    add(`${RESOURCE_TYPE}.${field}(string): ${RESOURCE_TYPE}`, (resource: ResourceCheck, value: string) =>
      resource.with({ [field]: value }),
    )
  }
  add(`${RESOURCE_TYPE}.fieldSelector(string): ${RESOURCE_TYPE}`, (resource: ResourceCheck, text: string) =>
    resource.with({ fieldSelector: fieldRequirements(text) }),
  )
  add(`${RESOURCE_TYPE}.labelSelector(string): ${RESOURCE_TYPE}`, (resource: ResourceCheck, text: string) =>
    resource.with({ labelSelector: labelRequirements(text) }),
  )
  add(`${RESOURCE_TYPE}.check(string): ${DECISION_TYPE}`, (resource: ResourceCheck, verb: string) => resource.check(verb))
  add(`${PATH_TYPE}.check(string): ${DECISION_TYPE}`, (path: PathCheck, verb: string) => path.check(verb))
  add(`${DECISION_TYPE}.allowed(): bool`, ({ answer }: Decision) => answer.allowed)
  add(`${DECISION_TYPE}.reason(): string`, ({ answer }: Decision) => answer.reason)
  add(`${DECISION_TYPE}.errored(): bool`, ({ answer }: Decision) => answer.error !== '')
  add(`${DECISION_TYPE}.error(): string`, ({ answer }: Decision) => answer.error)
}

function requireText(what: string, text: string): void {
  if (text.trim() === '') throw new Error(`${what} must not be empty`)
}

/** The user of a service account. A colon in the namespace would make it that of another one, so both names are checked. */
function serviceAccount(namespace: string, name: string): UserInfo {
  if (validateDnsSubdomain(name).length > 0) throw new Error('Invalid service account name')
  if (validateDnsLabel(namespace).length > 0) throw new Error('Invalid service account namespace')
  return {
    username: `${SERVICE_ACCOUNT_PREFIX}${namespace}:${name}`,
    groups: [SERVICE_ACCOUNTS_GROUP, `${SERVICE_ACCOUNTS_GROUP}:${namespace}`, AUTHENTICATED_GROUP],
  }
}

/**
 * The value of `authorizer`.
 *
 * @param questions - The checks of the run.
 * @param user - The user whose rights are checked.
 * @param about - The resource of the request.
 */
export const authorizerValue = (questions: AccessQuestions, user: UserInfo, about: Partial<Attributes>): unknown =>
  new AuthorizerValue(questions, user, about)
