/**
 * Schemas of values that several flags share.
 *
 * @module
 */

import { z } from 'zod'
import { dialects, parseDuration } from '../meta/index.js'

/** A duration, in milliseconds. */
export const duration = z.string().transform((text, context) => {
  const value = parseDuration(text)
  if (value !== undefined && value >= 0) return value
  context.addIssue({ code: 'custom', message: 'expected a duration such as 30s, 5m or 1h30m' })
  return z.NEVER
})

/** A dialect by its name: the vendor words of a plane or an object. */
export const dialect = z.string().transform((text, context) => {
  const found = dialects.find((candidate) => candidate.name === text)
  if (found !== undefined) return found
  context.addIssue({ code: 'custom', message: `expected ${dialects.map((candidate) => candidate.name).join(' or ')}` })
  return z.NEVER
})

/** The path of a file. */
export const file = z.string().min(1, 'expected the path of a file')

/** Version of the reviews sent to webhooks. */
export const reviewVersion = z.enum(['v1', 'v1beta1'], 'expected v1 or v1beta1')

/** A switch. */
export const truth = z.enum(['true', 'false'], 'expected true or false').transform((text) => text === 'true')

/** A list of names with commas between them; empty ones are left out. */
export const names = z.string().transform((text) => text.split(',').filter((name) => name !== ''))

/** A number of seconds. */
export const seconds = z
  .string()
  .regex(/^\d{1,9}$/, 'expected a whole number of seconds')
  .transform(Number)

/** A number of items. */
export const count = z
  .string()
  .regex(/^\d{1,9}$/, 'expected a whole number, 0 or more')
  .transform(Number)

/** A number of items of which there has to be one. */
export const positiveCount = count.refine((value) => value > 0, 'expected a whole number, 1 or more')
