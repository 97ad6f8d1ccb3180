/**
 * Semantic versions.
 *
 * @module
 */

import { charge } from '../budget.js'
import { celEngine } from '../engine.js'
import type { FunctionFamily } from './function-table.js'

const MAX_TEXT = 256

/** A semantic version. */
class Semver {
  readonly text: string
  readonly parts: readonly [bigint, bigint, bigint]

  constructor(text: string) {
    this.text = text
    const [major = '0', minor = '0', patch = '0'] = text.split(/[-+]/, 1)[0]?.split('.') ?? []
    this.parts = [BigInt(major), BigInt(minor), BigInt(patch)]
  }

  compareTo(other: unknown): number | undefined {
    charge(2 * PRICE)
    return other instanceof Semver ? celEngine().versions.compare(this.text, other.text) : undefined
  }
}

/** Completes a version that omits zeros or starts with a v. */
function normalized(text: string): string {
  const [core = '', ...rest] = text.replace(/^v/, '').split(/(?=[-+])/)
  const parts = core.split('.').map((part) => part.replace(/^0+(?=\d)/, ''))
  while (parts.length < 3) parts.push('0')
  return parts.join('.') + rest.join('')
}

/** Fixed cost of parsing a version, besides its characters: the package scans it several times. */
const PRICE = 40

function parse(text: string, isLoose = false): Semver | undefined {
  charge(PRICE)
  if (text.length > MAX_TEXT) return undefined
  const wanted = isLoose ? normalized(text) : text
  // The package ignores a leading v and spaces.
  return /^\d/.test(wanted) && celEngine().versions.valid(wanted) && !/\s/.test(wanted) ? new Semver(wanted) : undefined
}

function read(text: string, isLoose = false): Semver {
  const version = parse(text, isLoose)
  if (!version) throw new Error(`Invalid semantic version ${JSON.stringify(text.slice(0, 100))}`)
  return version
}

const compare = (a: Semver, b: Semver): number => a.compareTo(b) ?? 0

/** Functions of semantic versions. */
export const versionFunctions: FunctionFamily = {
  types: [{ name: 'Semver', type: Semver }],
  functions: [
    ['semver(string): Semver', read],
    ['semver(string, bool): Semver', read],
    ['isSemver(string): bool', (text: string) => parse(text) !== undefined],
    ['isSemver(string, bool): bool', (text: string, isLoose: boolean) => parse(text, isLoose) !== undefined],
    ['Semver.major(): int', ({ parts }: Semver) => parts[0]],
    ['Semver.minor(): int', ({ parts }: Semver) => parts[1]],
    ['Semver.patch(): int', ({ parts }: Semver) => parts[2]],
    ['Semver.isLessThan(Semver): bool', (a: Semver, b: Semver) => compare(a, b) < 0],
    ['Semver.isGreaterThan(Semver): bool', (a: Semver, b: Semver) => compare(a, b) > 0],
    ['Semver.compareTo(Semver): int', (a: Semver, b: Semver) => BigInt(compare(a, b))],
  ],
}
