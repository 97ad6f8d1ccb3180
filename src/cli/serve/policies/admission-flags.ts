/**
 * The admission flags of `binnacle serve`.
 *
 * @module
 */

import { type AdmissionPlugin, createPlugins, namedPlugins, PluginSwitchError } from '../../../admission/index.js'
import { reasonOf } from '../../command-error.js'
import { badFlag, type FlagTable, type FlagValues, printWarning } from '../../flags.js'
import { file, names, seconds } from '../../value-schemas.js'
import type { AdmissionConfigParts } from './admission-config.js'

const on = namedPlugins.filter(({ isDefault }) => isDefault).map(({ name }) => name)
const off = namedPlugins.filter(({ isDefault }) => !isDefault).map(({ name }) => name)

/** The flags, by name. */
export const admissionFlags = {
  'enable-admission-plugins': {
    help: `comma list of admission plugins that are off by default: ${off.join(', ')}`,
    value: 'NAMES',
    schema: names,
    default: '',
  },
  'disable-admission-plugins': {
    help: `comma list of admission plugins that are on by default: ${on.join(', ')}`,
    value: 'NAMES',
    schema: names,
    default: '',
  },
  'admission-control-config-file': { help: 'configuration of admission plugins, JSON or YAML', value: 'FILE', schema: file },
  'default-not-ready-toleration-seconds': {
    help: 'default toleration of pods for nodes that are not ready',
    value: 'SECONDS',
    schema: seconds,
    default: '300',
  },
  'default-unreachable-toleration-seconds': {
    help: 'default toleration of pods for nodes that are unreachable',
    value: 'SECONDS',
    schema: seconds,
    default: '300',
  },
} as const satisfies FlagTable

/** Their values. */
export type AdmissionValues = FlagValues<typeof admissionFlags>

/**
 * Makes the admission plugins of a plane.
 *
 * @param values - Values of the flags.
 * @param parts - Dependencies of the plugins.
 * @param warn - Receives a line for each deprecated plugin; printed by default.
 * @throws {@link CommandError} for an invalid flag or file.
 */
export async function openAdmission(
  values: AdmissionValues,
  parts: AdmissionConfigParts,
  warn: (line: string) => void = printWarning,
): Promise<readonly AdmissionPlugin[]> {
  const configFile = values['admission-control-config-file']
  const settings = configFile === undefined ? {} : await readConfig(configFile, parts)
  const [enable, disable] = [values['enable-admission-plugins'], values['disable-admission-plugins']]
  const tolerations = {
    notReadySeconds: values['default-not-ready-toleration-seconds'],
    unreachableSeconds: values['default-unreachable-toleration-seconds'],
  }
  for (const { name, deprecated } of namedPlugins) {
    if (deprecated !== undefined && enable.includes(name))
      warn(`--enable-admission-plugins: ${name} is deprecated: ${deprecated}`)
  }
  try {
    return createPlugins({ enable, disable }, { ...settings, tolerations })
  } catch (error) {
    if (!(error instanceof PluginSwitchError)) throw error
    const flag = `${error.which}-admission-plugins` as const
    throw badFlag(flag, values[flag].join(','), error.message)
  }
}

async function readConfig(name: string, parts: AdmissionConfigParts) {
  const { readAdmissionConfig } = await import('./admission-config.js')
  return readAdmissionConfig(name, parts).catch((error: unknown) => {
    throw badFlag('admission-control-config-file', name, reasonOf(error), error)
  })
}
