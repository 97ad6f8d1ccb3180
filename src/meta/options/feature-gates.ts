/**
 * Feature gates: features that are enabled and disabled by name, until they are stable.
 *
 * @module
 */

import { compareReleases, type Release } from './release.js'

/** The stage of a feature. A beta one is enabled by default unless configured otherwise; a stable one cannot change. */
export type FeatureStage = 'ALPHA' | 'BETA' | 'GA' | 'DEPRECATED'

/** The state of a feature, from one release on. */
export interface FeatureStep {
  /** The first release of this state. */
  readonly since: Release
  readonly stage: FeatureStage
  /** Whether it is enabled by default. When absent, alpha and deprecated features are disabled, the others enabled. */
  readonly default?: boolean
  /** Whether it cannot be changed. By default stable features are locked. */
  readonly locked?: boolean
}

/** A feature gate: its steps by release, the first one first. */
export interface FeatureGate {
  readonly name: string
  readonly steps: readonly FeatureStep[]
}

/** The enabled features. */
export interface Features {
  /**
   * Whether a feature is enabled.
   *
   * @param name - Name of its gate; an unknown one is disabled.
   */
  isEnabled(name: string): boolean
  /** All gates with their current state, by name. */
  readonly all: readonly { readonly name: string; readonly stage: FeatureStage; readonly isEnabled: boolean }[]
  /** Warnings about the given gates: those without effect, and deprecated ones. */
  readonly warnings: readonly string[]
}

/** Gates of a whole stage; a gate's own setting takes precedence. */
const STAGE_GATES = { AllAlpha: 'ALPHA', AllBeta: 'BETA' } as const

const isStageGate = (name: string): name is keyof typeof STAGE_GATES => Object.hasOwn(STAGE_GATES, name)

/**
 * Computes the enabled features.
 *
 * @param gates - All gates.
 * @param release - The release of the plane.
 * @param wanted - Settings that differ from the defaults.
 * @throws RangeError, with one line that names the gate, for an unknown or locked one.
 * @see Specification, "Deprecation rules", 8 and 9
 */
export function featuresOf(gates: readonly FeatureGate[], release: string, wanted: Readonly<Record<string, boolean>>): Features {
  const known = new Map<string, FeatureStep>()
  for (const { name, steps } of gates) {
    const step = steps.findLast(({ since }) => compareReleases(since, release) <= 0)
    if (step) known.set(name, step)
  }
  const asked = new Map(Object.entries(wanted))
  const warnings = [...asked].flatMap(([name, value]) => warningOf(name, value, known))
  const all = [...known]
    .map(([name, step]) => ({ name, stage: step.stage, isEnabled: isOn(name, step, asked) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  const enabled = new Set(all.filter(({ isEnabled }) => isEnabled).map(({ name }) => name))
  return { isEnabled: (name) => enabled.has(name), all, warnings }
}

const byDefault = ({ stage, default: given }: FeatureStep): boolean => given ?? (stage === 'BETA' || stage === 'GA')
const isLocked = ({ stage, locked }: FeatureStep): boolean => locked ?? stage === 'GA'

function isOn(name: string, step: FeatureStep, asked: ReadonlyMap<string, boolean>): boolean {
  if (isLocked(step)) return byDefault(step)
  const ofStage = Object.entries(STAGE_GATES).find(([, stage]) => stage === step.stage)?.[0]
  return asked.get(name) ?? (ofStage === undefined ? undefined : asked.get(ofStage)) ?? byDefault(step)
}

function warningOf(name: string, value: boolean, known: ReadonlyMap<string, FeatureStep>): readonly string[] {
  if (isStageGate(name)) return []
  const step = known.get(name)
  const line = `featureGates ${JSON.stringify(`${name}=${value}`)}`
  if (!step) {
    throw new RangeError(
      `${line}: there is no such gate; expected one of ${[...known.keys(), ...Object.keys(STAGE_GATES)].sort().join(', ')}`,
    )
  }
  if (isLocked(step) && value !== byDefault(step))
    throw new RangeError(`${line}: the gate is locked to ${byDefault(step)}: leave it out`)
  if (step.stage === 'GA') return [`the feature gate ${name} is stable and has no effect any more: leave it out`]
  return step.stage === 'DEPRECATED' ? [`the feature gate ${name} is deprecated and will be removed`] : []
}

/** The releases in which a gate of the plane reached its stages; its beta is disabled by default with `isBetaOff`. */
interface Graduation {
  readonly alpha: Release
  readonly beta: Release
  readonly isBetaOff?: true
  readonly stable?: Release
}

const graduating = (name: string, { alpha, beta, isBetaOff, stable }: Graduation): FeatureGate => ({
  name,
  steps: [
    { since: alpha, stage: 'ALPHA' },
    { since: beta, stage: 'BETA', ...(isBetaOff && { default: false }) },
    ...(stable === undefined ? [] : [{ since: stable, stage: 'GA' } as const]),
  ],
})

/** The gates of a plane. */
export const planeFeatureGates: readonly FeatureGate[] = /* @__PURE__ */ Object.freeze([
  /* @__PURE__ */ graduating('APIListChunking', { alpha: '1.8', beta: '1.9', stable: '1.29' }),
  /* @__PURE__ */ graduating('APISelfSubjectReview', { alpha: '1.26', beta: '1.27', stable: '1.28' }),
  { name: 'AuthorizePodWebsocketUpgradeCreatePermission', steps: [{ since: '1.35', stage: 'BETA' }] },
  /* @__PURE__ */ graduating('ClusterTrustBundle', { alpha: '1.27', beta: '1.33', isBetaOff: true }),
  /* @__PURE__ */ graduating('ConstrainedImpersonation', { alpha: '1.35', beta: '1.36', isBetaOff: true }),
  /* @__PURE__ */ graduating('MutatingAdmissionPolicy', { alpha: '1.32', beta: '1.34', isBetaOff: true, stable: '1.36' }),
  /* @__PURE__ */ graduating('ServerSideFieldValidation', { alpha: '1.23', beta: '1.25', stable: '1.27' }),
  /* @__PURE__ */ graduating('ValidatingAdmissionPolicy', { alpha: '1.26', beta: '1.28', isBetaOff: true, stable: '1.30' }),
])
