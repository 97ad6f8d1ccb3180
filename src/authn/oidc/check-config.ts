/**
 * Validation of the issuer configuration.
 *
 * @module
 */

import { TOKEN_ALGORITHMS } from '../../crypto/index.js'
import { check } from '../../meta/index.js'
import { CONFIGURATION_PATH } from '../service-account/discovery.js'
import type { ClaimMappings, JwtIssuer, PrefixedClaim, ValidationRule } from './config.js'

const { fits, isObject, listOf, members, text } = check

/** An object with one of several members, which is text. */
const withText = (expected: string, names: readonly string[]) =>
  fits(expected, (value) => isObject(value) && names.some((name) => typeof value[name] === 'string'))
const prefixedClaim = withText('{ claim, prefix }, or { expression }', ['claim', 'expression'])

/** Checks the members of an issuer and their types, for programs without types. */
export const anIssuer = members<keyof JwtIssuer>(
  {
    issuer: members<keyof JwtIssuer['issuer']>(
      {
        url: text,
        discoveryURL: text,
        certificateAuthority: text,
        audiences: listOf(text),
        audienceMatchPolicy: text,
      },
      ['url', 'audiences'],
    ),
    signingAlgorithms: listOf(text),
    claimValidationRules: listOf(withText('{ claim, requiredValue }, or { expression }', ['claim', 'expression'])),
    claimMappings: members<keyof ClaimMappings>(
      {
        username: prefixedClaim,
        groups: prefixedClaim,
        uid: withText('{ claim }, or { expression }', ['claim', 'expression']),
        extra: listOf(members({ key: text, valueExpression: text }, ['key', 'valueExpression'])),
      },
      ['username'],
    ),
    userValidationRules: listOf(members<keyof ValidationRule>({ expression: text, message: text }, ['expression'])),
  },
  ['issuer', 'claimMappings'],
)

/** Limit of issuers, above any practical number. */
const MAX_ISSUERS = 64

/** Values that the configuration is checked against. */
export interface ConfigRules {
  /** Reserved issuers: the plane's own. */
  readonly ownIssuers: readonly string[]
  /** Domains of `extra` keys that are reserved for the plane. */
  readonly reservedDomains: readonly string[]
}

/**
 * Rejects an invalid configuration. Its expressions are checked when they are compiled.
 *
 * @param issuers - The configuration.
 * @param rules - Values that it is checked against.
 * @throws Error, with one line that names the field.
 */
export function checkConfig(issuers: readonly JwtIssuer[], rules: ConfigRules): void {
  if (issuers.length > MAX_ISSUERS) throw new Error(`jwt: expected at most ${MAX_ISSUERS} issuers, found ${issuers.length}`)
  const urls = new Set<string>()
  for (const [i, { issuer, claimMappings, signingAlgorithms, ...more }] of issuers.entries()) {
    const refuse = refusal(`jwt[${i}]`)
    checkIssuerUrl(issuer.url, refuse)
    if (rules.ownIssuers.includes(issuer.url)) refuse('issuer.url', 'is the issuer of service accounts here')
    if (urls.has(issuer.url)) refuse('issuer.url', 'is that of another issuer too')
    urls.add(issuer.url)
    checkDiscoveryUrl(issuer, refuse)
    checkAudiences(issuer, refuse)
    const unknown = signingAlgorithms?.find((name) => !TOKEN_ALGORITHMS.includes(name))
    if (unknown !== undefined || signingAlgorithms?.length === 0) {
      refuse('signingAlgorithms', `expected some of ${TOKEN_ALGORITHMS.join(', ')}`)
    }
    checkMappings(claimMappings, rules, refuse)
    const claimRules = more.claimValidationRules ?? []
    for (const [j, rule] of claimRules.entries()) {
      const text = 'claim' in rule ? rule.claim : rule.expression
      if (text.trim() === '') refuse(`claimValidationRules[${j}]`, 'expected a claim or an expression')
    }
    checkEmail(
      claimMappings,
      claimRules.flatMap((rule) => ('expression' in rule ? [rule.expression] : [])),
      refuse,
    )
    for (const [j, { expression }] of (more.userValidationRules ?? []).entries()) {
      if (expression.trim() === '') refuse(`userValidationRules[${j}]`, 'expected an expression')
    }
  }
}

type Refuse = (place: string, message: string) => never

const refusal =
  (base: string): Refuse =>
  (place, message) => {
    throw new Error(`${base}.${place}: ${message}`)
  }

function checkUrl(text: string, place: string, refuse: Refuse): void {
  if (!/^https:\/\//.test(text) || !URL.canParse(text)) refuse(place, 'expected an address that begins with https://')
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') refuse(place, 'must not hold a user name or a password')
  if (text.includes('?') || text.includes('#')) refuse(place, 'must not have a query or a fragment')
}

/** @see Specification, "OpenID Connect tokens" */
function checkIssuerUrl(text: string, refuse: Refuse): void {
  checkUrl(text, 'issuer.url', refuse)
  if (text.endsWith(CONFIGURATION_PATH)) refuse('issuer.url', `must be without ${CONFIGURATION_PATH}`)
}

function checkDiscoveryUrl({ url, discoveryURL }: JwtIssuer['issuer'], refuse: Refuse): void {
  if (discoveryURL === undefined) return
  checkUrl(discoveryURL, 'issuer.discoveryURL', refuse)
  const bare = (text: string) => text.replace(/\/$/, '')
  if (bare(discoveryURL) === bare(url)) refuse('issuer.discoveryURL', 'must be another address than issuer.url')
}

function checkAudiences({ audiences, audienceMatchPolicy }: JwtIssuer['issuer'], refuse: Refuse): void {
  if (audiences.length === 0 || audiences.includes('')) refuse('issuer.audiences', 'expected one name or more')
  if (new Set(audiences).size !== audiences.length) refuse('issuer.audiences', 'names one twice')
  if (audiences.length > 1 && audienceMatchPolicy !== 'MatchAny') {
    refuse('issuer.audienceMatchPolicy', 'has to be MatchAny when there are several audiences')
  }
}

/** A key of the form domain, slash, path. */
const KEY = /^((?:[a-z0-9](?:[-a-z0-9]*[a-z0-9])?\.)*[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)\/[^/A-Z][^A-Z]*$/
const MAX_KEY = 510

function checkMappings(
  { username, groups, uid, extra = [] }: ClaimMappings,
  { reservedDomains }: ConfigRules,
  refuse: Refuse,
): void {
  const check = (place: string, claim: PrefixedClaim | NonNullable<ClaimMappings['uid']> | undefined) => {
    if (claim && ('claim' in claim ? claim.claim : claim.expression).trim() === '') {
      refuse(`claimMappings.${place}`, 'expected a claim or an expression')
    }
  }
  check('username', username)
  check('groups', groups)
  check('uid', uid)
  const keys = new Set<string>()
  for (const [j, { key, valueExpression }] of extra.entries()) {
    const place = `claimMappings.extra[${j}]`
    const domain = key.length > MAX_KEY ? '' : (KEY.exec(key)?.[1] ?? '')
    if (domain === '') refuse(`${place}.key`, 'expected lower-case text such as example.com/tenant')
    if (reservedDomains.some((reserved) => domain === reserved || domain.endsWith(`.${reserved}`))) {
      refuse(`${place}.key`, `the domain ${domain} is reserved`)
    }
    if (keys.has(key)) refuse(`${place}.key`, 'is there twice')
    keys.add(key)
    if (valueExpression.trim() === '') refuse(`${place}.valueExpression`, 'expected an expression')
  }
}

const EMAIL = /\bclaims\s*(?:\.\s*\??\s*email\b|\[\s*\??\s*['"]email['"])/
const EMAIL_VERIFIED = /\bemail_verified\b/

/**
 * Requires an expression that uses the e-mail address to check `email_verified` too: users can set an unverified address freely.
 */
function checkEmail({ username, extra = [] }: ClaimMappings, rules: readonly string[], refuse: Refuse): void {
  if (!('expression' in username) || !EMAIL.test(username.expression)) return
  const places = [username.expression, ...extra.map(({ valueExpression }) => valueExpression), ...rules]
  if (places.some((expression) => EMAIL_VERIFIED.test(expression))) return
  refuse(
    'claimMappings.username.expression',
    'claims.email_verified must be used in claimMappings.username.expression, claimMappings.extra[*].valueExpression or ' +
      'claimValidationRules[*].expression when claims.email is used',
  )
}
