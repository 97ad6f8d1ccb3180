/**
 * Selectors of devices, in classes and requests.
 *
 * @module
 */

import { type FieldError, forbiddenField, inTurns, invalidField, isRecord, type Pausing, tooLongField } from '../../meta/index.js'
import { atMost, type FieldRule, needed } from '../fields/field-rules.js'
import { listOf, recordOf, textAt, valueAt } from '../fields/fields.js'
import { MAX_CONTENT, MAX_ENTRIES } from './device-fields.js'
import { deviceSelectorFault, loadSelectors } from './device-selector.js'

type Fault = ReturnType<typeof deviceSelectorFault>

/** Results of compiling, by selector, for the validation of the same object. */
const faults = new WeakMap<object, Fault>()

/**
 * Compiles selectors before the validation, as hundreds of them take seconds: other requests are served in between.
 *
 * @param devices - The spec of a class, or the devices that a claim asks for.
 */
export async function prepareSelectors(devices: unknown): Promise<void> {
  await loadSelectors()
  await inTurns(compileSelectors(selectorsIn(devices)))
}

function* compileSelectors(selectors: readonly object[]): Pausing<void> {
  const known = new Map<string, Fault>()
  for (const selector of selectors) {
    const source = textAt(selector, 'expression')
    if (source.length > MAX_CONTENT) continue
    if (!known.has(source)) {
      known.set(source, deviceSelectorFault(source))
      yield
    }
    faults.set(selector, known.get(source))
  }
}

/** The selectors of a class, or of the requests of a claim and their alternatives. */
function selectorsIn(part: unknown): readonly object[] {
  const requests = listOf(recordOf(part).requests).map(recordOf)
  const all = [part, ...requests.flatMap(({ exactly, firstAvailable }) => [exactly, ...listOf(firstAvailable)])]
  return all.flatMap((one) => listOf(valueAt(one, 'selectors')).map((selector) => recordOf(selector).cel)).filter(isRecord)
}

/** Validates a selector; one that was not prepared is compiled now. */
const selector = needed((field, value): readonly FieldError[] => {
  const [cel, source, at] = [recordOf(value), textAt(value, 'expression'), `${field}.expression`]
  if (source.length > MAX_CONTENT) return [tooLongField(at, MAX_CONTENT)]
  const fault = faults.has(cel) ? faults.get(cel) : deviceSelectorFault(source)
  if (fault === undefined) return []
  return [fault.reason === 'Forbidden' ? forbiddenField(at, fault.message) : invalidField(at, source, fault.message)]
})

/** Rules of selectors, at a path. */
export const selectors = (path: string): Readonly<Record<string, FieldRule>> => ({
  [path]: atMost(MAX_ENTRIES),
  [`${path}[].cel.expression`]: needed(),
  [`${path}[].cel`]: (field, value) => (textAt(value, 'expression') === '' && isRecord(value) ? [] : selector(field, value)),
})
