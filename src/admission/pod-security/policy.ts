/**
 * The Pod Security levels of a namespace, and the labels that set them.
 *
 * @module
 */

import { check, type Dialect, type FieldError, getKey, invalidField } from '../../meta/index.js'

/** From unrestricted to suitable for pods that need no privileges. */
export const SECURITY_LEVELS = ['privileged', 'baseline', 'restricted'] as const

/** One of {@link SECURITY_LEVELS}. */
export type SecurityLevel = (typeof SECURITY_LEVELS)[number]

/** A level, and the version of Kubernetes whose rules count. */
export interface SecurityPolicy {
  readonly level: SecurityLevel
  /** `latest`, or such as `v1.30`. */
  readonly version: string
}

/** The level of each mode: pods are refused, annotated in the audit event, or warned of. */
export interface SecurityPolicies {
  readonly enforce: SecurityPolicy
  readonly audit: SecurityPolicy
  readonly warn: SecurityPolicy
}

/** The default: everything is allowed. */
export const PRIVILEGED: SecurityPolicy = Object.freeze({ level: 'privileged', version: 'latest' })

const VERSION = /^(latest|v1\.(0|[1-9]\d{0,3}))$/

/** Checks a version, for programs without types. */
export const securityVersion = /* @__PURE__ */ check.fits('"latest", or such as "v1.30"', (value) => {
  return typeof value === 'string' && VERSION.test(value)
})

/** Less than 0 when the first level is less strict, more than 0 when it is stricter. */
export const compareLevels = (one: SecurityLevel, other: SecurityLevel): number =>
  SECURITY_LEVELS.indexOf(one) - SECURITY_LEVELS.indexOf(other)

/** A policy as printed in messages. */
export const policyText = ({ level, version }: SecurityPolicy): string => `${level}:${version}`

/**
 * Reads the labels of a namespace.
 *
 * @param labels - Of the namespace.
 * @param defaults - Levels and versions for missing labels.
 * @param dialect - The plane's dialect.
 * @returns The policies, and errors of the labels. An unknown level enforces the strictest.
 */
export function readPolicies(
  labels: Readonly<Record<string, string>> | undefined,
  defaults: SecurityPolicies,
  dialect: Dialect,
): { readonly policies: SecurityPolicies; readonly errors: readonly FieldError[] } {
  const errors: FieldError[] = []
  const labelOf = (name: string) => `pod-security.${dialect.labelDomain}/${name}`
  const textAt = (label: string): string | undefined => {
    const text = getKey(labels, label)
    return typeof text === 'string' ? text : undefined
  }
  const read = (mode: keyof SecurityPolicies): SecurityPolicy => {
    const { level: usual, version: usualVersion } = defaults[mode]
    const level = textAt(labelOf(mode))
    const version = textAt(labelOf(`${mode}-version`))
    const isLevel = level === undefined || (SECURITY_LEVELS as readonly string[]).includes(level)
    const isVersion = version === undefined || VERSION.test(version)
    const wrong = (name: string, value: string | undefined, rule: string) =>
      errors.push(invalidField(`metadata.labels[${labelOf(name)}]`, value ?? '', rule))
    if (!isLevel) wrong(mode, level, `must be one of ${SECURITY_LEVELS.join(', ')}`)
    if (!isVersion) wrong(`${mode}-version`, version, 'must be "latest" or "v1.x"')
    return {
      level: isLevel ? ((level as SecurityLevel | undefined) ?? usual) : mode === 'enforce' ? 'restricted' : 'privileged',
      version: isVersion ? (version ?? usualVersion) : 'latest',
    }
  }
  const [enforce, audit, warn] = [read('enforce'), read('audit'), read('warn')]
  // An unset warning level is at least the enforced one: templates are only warned about, though their pods will be refused.
  const isWarned =
    textAt(labelOf('warn')) !== undefined ||
    textAt(labelOf('enforce')) === undefined ||
    compareLevels(enforce.level, warn.level) <= 0
  return { policies: { enforce, audit, warn: isWarned ? warn : enforce }, errors }
}
