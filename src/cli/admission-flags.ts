/**
 * The flags of `binnacle serve` about admission.
 *
 * @module
 */

import { z } from 'zod'
import { type AdmissionPlugin, choosePlugins, namedPlugins, PluginSwitchError } from '../admission/index.js'
import { badFlag, type FlagTable, type FlagValues } from './flags.js'

const names = z.string().transform((text) => text.split(',').filter((name) => name !== ''))

const defaults = namedPlugins.filter(({ isDefault }) => isDefault).map(({ name }) => name)

/** The flags, by name. */
export const admissionFlags = {
  'enable-admission-plugins': {
    help: `comma list of plugins that are on beside ${defaults.join(', ')}`,
    value: 'NAMES',
    schema: names,
    default: '',
  },
  'disable-admission-plugins': { help: 'comma list of plugins that are off', value: 'NAMES', schema: names, default: '' },
} as const satisfies FlagTable

/** Their values. */
export type AdmissionValues = FlagValues<typeof admissionFlags>

/**
 * Makes the admission plugins of a plane.
 *
 * @param values - Values of the flags.
 * @throws {@link CommandError} when a flag, or what it names, is at fault.
 */
export function createPlugins(values: AdmissionValues): readonly AdmissionPlugin[] {
  const [enable, disable] = [values['enable-admission-plugins'], values['disable-admission-plugins']]
  try {
    return choosePlugins({ enable, disable }).map(({ create }) => create())
  } catch (error) {
    if (!(error instanceof PluginSwitchError)) throw error
    const flag = `${error.which}-admission-plugins` as const
    throw badFlag(flag, values[flag].join(','), error.message)
  }
}
