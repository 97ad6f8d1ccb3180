/**
 * Maps claims to a user.
 *
 * @module
 */

import type { CompileExpression, Expression, TypeDeclaration } from '../../cel/index.js'
import { firstLine, getKey, isRecord, type Pausing, type UnknownRecord, type UserInfo } from '../../meta/index.js'
import type { JwtIssuer, PrefixedClaim } from './config.js'

/** Creates a user from claims. Pauses between expressions. @throws Error that says why there is none. */
export type MapClaims = (claims: UnknownRecord) => Pausing<UserInfo>

/** The type of the variable `user` in expressions. */
const USER: TypeDeclaration = {
  fields: { username: 'string', uid: 'string', groups: { list: 'string' }, extra: { map: { list: 'string' } } },
}

/** Maps claims to a value. */
type Read<T> = (claims: UnknownRecord) => T

/** Compiles the expressions of a configuration, over claims or over a user. */
interface Compilers {
  readonly claims: CompileExpression
  readonly user: CompileExpression
}

async function loadCompilers(): Promise<Compilers> {
  const { loadExpressions } = await import('../../cel/index.js')
  return { claims: await loadExpressions({ claims: { map: 'dyn' } }), user: await loadExpressions({ user: USER }) }
}

/**
 * Compiles the mappings and rules of an issuer.
 *
 * @param config - A validated configuration.
 * @param place - Path in the configuration, for messages: `jwt[0]`.
 * @throws Error, with one line that names the field, for an invalid expression.
 */
export async function compileMappings(config: JwtIssuer, place: string): Promise<MapClaims> {
  const compilers = usesExpressions(config) ? await loadCompilers() : undefined
  const compile = (kind: keyof Compilers, at: string, source: string, types: readonly string[]): Expression => {
    const path = `${place}.${at}`
    const expression = named(path, () => (compilers as Compilers)[kind](source))
    if (!types.includes(expression.type) && expression.type !== 'dyn') {
      throw new Error(`${path}: expected an expression of type ${types.join(' or ')}, found ${expression.type}`)
    }
    return expression
  }
  const { claimMappings, claimValidationRules = [], userValidationRules = [] } = config
  const username = readUsername(claimMappings.username, (source) =>
    compile('claims', 'claimMappings.username.expression', source, ['string']),
  )
  const groups =
    claimMappings.groups &&
    readGroups(claimMappings.groups, (source) => compile('claims', 'claimMappings.groups.expression', source, LISTS))
  const uid =
    claimMappings.uid &&
    readUid(claimMappings.uid, (source) => compile('claims', 'claimMappings.uid.expression', source, ['string']))
  const extra = (claimMappings.extra ?? []).map(({ key, valueExpression }, i) => {
    const expression = compile('claims', `claimMappings.extra[${i}].valueExpression`, valueExpression, LISTS)
    return { key, read: (claims: UnknownRecord) => textList(expression.evaluate({ claims }), `extra ${key}`) }
  })
  const claimRules = claimValidationRules.map((rule, i) => {
    if ('claim' in rule) return (claims: UnknownRecord) => requireClaim(claims, rule.claim, rule.requiredValue ?? '')
    const expression = compile('claims', `claimValidationRules[${i}].expression`, rule.expression, ['bool'])
    return (claims: UnknownRecord) => requireTrue(expression.evaluate({ claims }), rule)
  })
  const userRules = userValidationRules.map((rule, i) => {
    const expression = compile('user', `userValidationRules[${i}].expression`, rule.expression, ['bool'])
    return (user: UserInfo) => requireTrue(expression.evaluate({ user: { uid: '', extra: {}, ...user } }), rule)
  })
  return function* (claims) {
    for (const rule of claimRules) {
      rule(claims)
      yield
    }
    const more: [key: string, values: readonly string[]][] = []
    for (const { key, read } of extra) {
      const values = read(claims)
      if (values.length > 0) more.push([key, values])
      yield
    }
    const id = uid?.(claims)
    yield
    const name = username(claims)
    yield
    const user: UserInfo = {
      username: name,
      ...(id && { uid: id }),
      groups: groups?.(claims) ?? [],
      ...(more.length > 0 && { extra: Object.fromEntries(more) }),
    }
    for (const rule of userRules) {
      yield
      rule(user)
    }
    return user
  }
}

/** A list of which nothing is known, such as what `filter` returns of a claim, is `list`. */
const LISTS = ['string', 'list<string>', 'list<dyn>', 'list', 'null']

function usesExpressions({ claimMappings, claimValidationRules = [], userValidationRules = [] }: JwtIssuer): boolean {
  const { username, groups, uid, extra = [] } = claimMappings
  const places = [username, groups, uid, ...claimValidationRules]
  return extra.length + userValidationRules.length > 0 || places.some((one) => one && 'expression' in one)
}

function named<T>(place: string, action: () => T): T {
  try {
    return action()
  } catch (error) {
    throw new Error(`${place}: ${firstLine((error as Error).message)}`, { cause: error })
  }
}

function readUsername(mapping: PrefixedClaim, compile: (source: string) => Expression): Read<string> {
  const nonEmpty = (name: string) => {
    if (name === '') throw new Error('the user name is empty')
    return name
  }
  if ('expression' in mapping) {
    const expression = compile(mapping.expression)
    return (claims) => nonEmpty(text(expression.evaluate({ claims }), 'the user name'))
  }
  const { claim, prefix } = mapping
  return (claims) => {
    const name = nonEmpty(text(getKey(claims, claim), `claim ${claim}`))
    // The provider has not verified the address, so the user may have entered any text.
    if (claim === 'email' && Object.hasOwn(claims, 'email_verified') && claims.email_verified !== true) {
      throw new Error('the e-mail address is not verified')
    }
    return prefix + name
  }
}

function readGroups(mapping: PrefixedClaim, compile: (source: string) => Expression): Read<readonly string[]> {
  if ('expression' in mapping) {
    const expression = compile(mapping.expression)
    return (claims) => textList(expression.evaluate({ claims }), 'the groups')
  }
  const { claim, prefix } = mapping
  return (claims) => textList(getKey(claims, claim), `claim ${claim}`).map((group) => prefix + group)
}

function readUid(
  mapping: { readonly claim: string } | { readonly expression: string },
  compile: (source: string) => Expression,
): Read<string> {
  if ('expression' in mapping) {
    const expression = compile(mapping.expression)
    return (claims) => text(expression.evaluate({ claims }), 'the uid')
  }
  return (claims) => text(getKey(claims, mapping.claim), `claim ${mapping.claim}`)
}

function requireClaim(claims: UnknownRecord, claim: string, wanted: string): void {
  if (getKey(claims, claim) !== wanted) throw new Error(`claim ${claim} is not what is required`)
}

function requireTrue(value: unknown, { expression, message }: { readonly expression: string; readonly message?: string }): void {
  if (value !== true) throw new Error(message || `validation expression '${expression}' failed`)
}

function text(value: unknown, what: string): string {
  if (typeof value !== 'string') throw new Error(`${what}: expected a text`)
  return value
}

/** Drops empty strings. Some providers send a single role instead of a list of groups, so a string counts as a list of one. */
function textList(value: unknown, what: string): readonly string[] {
  if (value === undefined || value === null || value === '') return []
  const list = typeof value === 'string' ? [value] : value
  if (!Array.isArray(list) || !list.every((one) => typeof one === 'string')) {
    throw new Error(`${what}: expected a text or a list of texts${isRecord(value) ? ', found an object' : ''}`)
  }
  return list.filter((one) => one !== '')
}
