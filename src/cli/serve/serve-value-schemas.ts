/**
 * Schemas of flag values that only `binnacle serve` has.
 *
 * @module
 */

import { isIP } from 'node:net'
import { z } from 'zod'
import { controllerNames } from '../../controllers/index.js'
import { compareReleases, parseRelease } from '../../meta/index.js'
import { FIRST_RELEASE, LAST_RELEASE } from '../../resources/index.js'

const MAX_PORT = 65_535

export const range = z.string().min(1, 'expected a range')

export const port = z
  .string()
  .regex(/^\d{1,5}$/, `expected a port number from 0 to ${MAX_PORT}`)
  .transform(Number)
  .refine((value) => value <= MAX_PORT, `expected a port number from 0 to ${MAX_PORT}`)

export const address = z
  .string()
  .refine((text) => isIP(text) !== 0 || text === 'localhost', 'expected an IP address or localhost')

export const ip = z.string().refine((text) => isIP(text) !== 0, 'expected an IP address')

/** A key alone enables an API. The plane checks which exist. */
export const versions = z.string().transform((text, context) => {
  const pairs = text.split(',').map((part) => /^([a-z0-9.-]+(?:\/[a-z0-9.-]+){0,2})(?:=(true|false))?$/.exec(part.trim()))
  if (pairs.every((pair) => pair !== null)) return Object.fromEntries(pairs.map(([, name, is]) => [name, is !== 'false']))
  const message =
    'expected a comma list of KEY, KEY=true or KEY=false, where KEY is GROUP/VERSION, GROUP/VERSION/RESOURCE or api/LEVEL'
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})

/** The plane checks which gates exist. */
export const gates = z.string().transform((text, context) => {
  const pairs = text.split(',').map((part) => /^\s*(\w+)=(true|false)\s*$/.exec(part))
  if (pairs.every((pair) => pair !== null)) return Object.fromEntries(pairs.map(([, name, is]) => [name, is === 'true']))
  context.addIssue({ code: 'custom', message: 'expected a comma list of NAME=true or NAME=false' })
  return z.NEVER
})

export const release = z
  .string()
  .refine((text) => parseRelease(text) !== undefined, 'expected a release such as 1.29')
  .transform((text) => text.replace(/^v/, ''))

/** A release that the plane can emulate. */
export const emulated = release.refine(
  (text) => compareReleases(text, FIRST_RELEASE) >= 0 && compareReleases(text, LAST_RELEASE) <= 0,
  `expected a release from ${FIRST_RELEASE} to ${LAST_RELEASE}`,
)

/** A selection of control loops; a server has its start hooks unless they are excluded by name. */
export const controllers = z.string().transform((text, context) => {
  const words = text === '' ? [] : text.split(',')
  const wrong = words.find((word) => word !== '*' && !controllerNames.includes(word.replace(/^-/, '')))
  if (wrong === undefined) return ['cluster-objects', 'api-services', ...words]
  const message = `${JSON.stringify(wrong)} is none; expected a comma list of *, NAME and -NAME, of ${controllerNames.join(', ')}`
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})
