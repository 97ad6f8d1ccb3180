/**
 * Flags of authorization.
 *
 * @module
 */

import { z } from 'zod'
import {
  type Authorizer,
  abacAuthorizer,
  alwaysAllow,
  alwaysDeny,
  createWebhookAuthorizer,
  parsePolicyFile,
  ReplaceableAuthorizer,
  unionAuthorizer,
  withPrivilegedGroup,
} from '../../../authz/index.js'
import { ADMIN_GROUP, type Clock, type Dialect, PLANE_USER } from '../../../meta/index.js'
import type { AuthorizerChoice } from '../../../plane/index.js'
import type { WebhookTransport } from '../../../webhook/index.js'
import { reasonOf } from '../../command-error.js'
import { readText } from '../../files/read-text.js'
import { watchFile } from '../../files/watched-file.js'
import { readWebhookTarget, webhookFailures } from '../../files/webhook-config.js'
import { badFlag, type FlagTable, type FlagValues } from '../../flags.js'
import { duration, file, reviewVersion } from '../../value-schemas.js'
import type { AuthorizerEntry, WebhookEntry } from './authorization-config.js'

const MODES = ['AlwaysAllow', 'AlwaysDeny', 'RBAC', 'ABAC', 'Webhook'] as const
type Mode = (typeof MODES)[number]

const modes = z.string().transform((text, context) => {
  const words = text.split(',')
  const wrong = words.find((word) => !MODES.some((mode) => mode === word))
  if (wrong === undefined && new Set(words).size === words.length) return words as readonly Mode[]
  const later = wrong === 'Node' ? 'Node is not available yet; ' : ''
  context.addIssue({ code: 'custom', message: `${later}expected a comma list of ${MODES.join(', ')}, each at most once` })
  return z.NEVER
})

const table = {
  'authorization-mode': {
    help: `comma list of ${MODES.join(', ')}, asked in this order; AlwaysAllow when absent`,
    value: 'MODES',
    schema: modes,
  },
  'authorization-policy-file': {
    help: 'policies of mode ABAC, a JSON document on each line',
    value: 'FILE',
    schema: file,
  },
  'authorization-webhook-config-file': {
    help: 'kubeconfig of the service for the mode Webhook',
    value: 'FILE',
    schema: file,
  },
  'authorization-webhook-version': {
    help: 'version of its SubjectAccessReviews: v1 or v1beta1',
    value: 'VERSION',
    schema: reviewVersion,
    default: 'v1beta1',
  },
  'authorization-webhook-cache-authorized-ttl': {
    help: 'how long its decisions to allow are cached',
    value: 'DURATION',
    schema: duration,
    default: '5m',
  },
  'authorization-webhook-cache-unauthorized-ttl': {
    help: 'how long its other decisions are cached',
    value: 'DURATION',
    schema: duration,
    default: '30s',
  },
  'authorization-config': {
    help: 'AuthorizationConfiguration, in place of the flags above; reloaded when it changes',
    value: 'FILE',
    schema: file,
  },
} as const satisfies FlagTable

/** The flags, by name. */
export const authorizationFlags = table

/** Their values. */
export type AuthorizationValues = FlagValues<typeof table>

/** Modes that need a file, and the flag of that file. */
const FILES = { ABAC: 'authorization-policy-file', Webhook: 'authorization-webhook-config-file' } as const

/**
 * Checks combinations of the flags.
 *
 * @throws {@link CommandError} when they contradict each other.
 */
export function checkAuthorizationFlags(values: AuthorizationValues): void {
  const config = values['authorization-config']
  const given = values['authorization-mode']
  if (config !== undefined && given !== undefined) {
    throw badFlag('authorization-config', config, 'says who decides, and so does --authorization-mode: leave one out')
  }
  for (const [mode, flag] of Object.entries(FILES)) {
    const isAsked = given?.some((one) => one === mode) ?? false
    const path = values[flag]
    if (isAsked && path === undefined) throw badFlag('authorization-mode', given?.join(',') ?? '', `${mode} needs --${flag}`)
    if (!isAsked && path !== undefined) throw badFlag(flag, path, `is of no use without --authorization-mode ${mode}`)
  }
}

/** The authorizers. */
export interface Authorization {
  readonly authorizer: readonly AuthorizerChoice[]
  /** Whether one of them allows every request. */
  readonly allowsEverything: boolean
}

/** Dependencies of the authorizers. */
export interface AuthorizationParts {
  readonly dialect: Dialect
  readonly transport: WebhookTransport
  /** Schedules checks of the file; the machine's clock by default. */
  readonly clock?: Clock
}

/**
 * Makes the authorizers of the flags, and watches the file.
 *
 * @throws {@link CommandError} when a file, or one that it names, cannot be read or used.
 */
export async function openAuthorization(values: AuthorizationValues, parts: AuthorizationParts): Promise<Authorization> {
  const config = values['authorization-config']
  const { types, choices } = config === undefined ? await chainOfFlags(values, parts) : await chainOfFile(config, parts)
  return {
    authorizer: choices.includes('RBAC') ? choices : [privileged(choices.filter((choice) => choice !== 'RBAC'))],
    allowsEverything: types.includes('AlwaysAllow'),
  }
}

/**
 * Members of `system:masters` are allowed before any authorizer; with RBAC the plane does that itself. AlwaysDeny alone denies
 * them too, but not the plane and its control loops.
 */
function privileged(authorizers: readonly Authorizer[]): Authorizer {
  const all = unionAuthorizer(authorizers)
  if (all === alwaysAllow) return all
  return all === alwaysDeny ? denyOthers : withPrivilegedGroup(ADMIN_GROUP, all)
}

const denyOthers: Authorizer = {
  ...alwaysDeny,
  authorize: (attributes) => (attributes.user === PLANE_USER ? alwaysAllow : alwaysDeny).authorize(attributes),
}

interface Chain {
  readonly types: readonly string[]
  readonly choices: readonly AuthorizerChoice[]
}

async function chainOfFlags(values: AuthorizationValues, parts: AuthorizationParts): Promise<Chain> {
  const types = values['authorization-mode'] ?? ['AlwaysAllow']
  const choices = await Promise.all(types.map((mode) => authorizerOf(mode, values, parts)))
  return { types, choices }
}

async function authorizerOf(mode: Mode, values: AuthorizationValues, parts: AuthorizationParts): Promise<AuthorizerChoice> {
  switch (mode) {
    case 'ABAC':
      return ofFile(FILES.ABAC, values, async (path) =>
        abacAuthorizer(parsePolicyFile(await readText(FILES.ABAC, path), parts.dialect)),
      )
    case 'Webhook':
      return ofFile(FILES.Webhook, values, (path) =>
        webhookAuthorizer(parts, {
          name: 'webhook',
          kubeConfigFile: path,
          version: values['authorization-webhook-version'],
          failurePolicy: 'NoOpinion',
          timeoutMs: 30_000,
          authorizedTtlMs: values['authorization-webhook-cache-authorized-ttl'],
          unauthorizedTtlMs: values['authorization-webhook-cache-unauthorized-ttl'],
          matchConditions: [],
        }),
      )
    default:
      return BUILT_IN[mode]
  }
}

const BUILT_IN = { AlwaysAllow: alwaysAllow, AlwaysDeny: alwaysDeny, RBAC: 'RBAC' } as const

async function ofFile(
  flag: (typeof FILES)[keyof typeof FILES],
  values: AuthorizationValues,
  make: (path: string) => Promise<Authorizer>,
): Promise<Authorizer> {
  const path = values[flag] ?? ''
  try {
    return await make(path)
  } catch (error) {
    throw badFlag(flag, path, reasonOf(error), error)
  }
}

const webhookAuthorizer = async (
  { dialect, transport }: AuthorizationParts,
  { name, kubeConfigFile, ...entry }: WebhookEntry,
): Promise<Authorizer> =>
  createWebhookAuthorizer({
    ...entry,
    name,
    dialect,
    transport,
    target: await readWebhookTarget(kubeConfigFile),
    onFailure: webhookFailures(`the authorizer ${JSON.stringify(name)}`),
  })

/** Webhooks may be added, removed and changed while the plane runs; the other authorizers, which separate them, may not. */
async function chainOfFile(path: string, parts: AuthorizationParts): Promise<Chain> {
  const { parseAuthorizationConfig } = await import('./authorization-config.js')
  let first: { readonly fixed: readonly string[]; readonly gaps: readonly ReplaceableAuthorizer[] } | undefined
  const watched = { flag: 'authorization-config', path, ...(parts.clock && { clock: parts.clock }) }
  const { fixed, gaps } = await watchFile(watched, async (text) => {
    const entries = await parseAuthorizationConfig(text, parts.dialect.groupDomain)
    const fixed = entries.flatMap(({ type }) => (type === 'Webhook' ? [] : [type]))
    if (first && fixed.join() !== first.fixed.join()) {
      throw new Error(
        `authorizers: types other than Webhook cannot change while the plane runs: expected ${first.fixed.join(', ')}`,
      )
    }
    const services = await Promise.all(gapsIn(entries).map((gap) => unionOf(gap, parts)))
    if (first) for (const [index, gap] of first.gaps.entries()) gap.replace(services[index] as Authorizer)
    first ??= { fixed, gaps: services.map((service) => new ReplaceableAuthorizer(service)) }
    return first
  })
  const choices = gaps.flatMap((gap, index): AuthorizerChoice[] => {
    const type = fixed[index]
    return type === undefined ? [gap] : [gap, BUILT_IN[type as keyof typeof BUILT_IN]]
  })
  return { types: fixed, choices }
}

/** The webhooks before, between and after the other authorizers. */
function gapsIn(entries: readonly AuthorizerEntry[]): WebhookEntry[][] {
  const gaps: WebhookEntry[][] = [[]]
  for (const entry of entries) {
    if (entry.type === 'Webhook') gaps.at(-1)?.push(entry.webhook)
    else gaps.push([])
  }
  return gaps
}

const unionOf = async (entries: readonly WebhookEntry[], parts: AuthorizationParts): Promise<Authorizer> =>
  unionAuthorizer(await Promise.all(entries.map((entry) => webhookAuthorizer(parts, entry))))
