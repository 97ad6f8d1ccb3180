/**
 * The plugins that can be switched on by name, in the order that they are asked in.
 *
 * @module
 */

import type { AdmissionPlugin } from '../plugin.js'
import { mutatingAdmissionPolicy } from './mutating-admission-policy.js'
import { mutatingAdmissionWebhook } from './mutating-admission-webhook.js'
import { validatingAdmissionPolicy } from './validating-admission-policy.js'
import { validatingAdmissionWebhook } from './validating-admission-webhook.js'

/** A plugin that can be switched on by name. */
export interface NamedPlugin {
  readonly name: string
  /** Whether it is on unless it is switched off. */
  readonly isDefault: boolean
  /** What it does, in a few words. */
  readonly about: string
  readonly create: () => AdmissionPlugin
}

/**
 * The plugins by their names in Kubernetes, in the order that Kubernetes recommends: policies and webhooks come after the others, so
 * that they see what these have made of an object.
 */
export const namedPlugins: readonly NamedPlugin[] = [
  {
    name: 'MutatingAdmissionPolicy',
    isDefault: true,
    about: 'changes writes by policies in expressions',
    create: mutatingAdmissionPolicy,
  },
  {
    name: 'MutatingAdmissionWebhook',
    isDefault: true,
    about: 'lets webhooks change writes',
    create: mutatingAdmissionWebhook,
  },
  {
    name: 'ValidatingAdmissionPolicy',
    isDefault: true,
    about: 'judges writes by policies in expressions',
    create: validatingAdmissionPolicy,
  },
  {
    name: 'ValidatingAdmissionWebhook',
    isDefault: true,
    about: 'lets webhooks judge writes',
    create: validatingAdmissionWebhook,
  },
]

/** Which plugins are wanted. */
export interface PluginSwitches {
  /** Names beside those that are on by default. */
  readonly enable: readonly string[]
  /** Names of plugins that are to be off. */
  readonly disable: readonly string[]
}

/** A switch names a plugin that there is not, or turns one both on and off. The message is one line. */
export class PluginSwitchError extends Error {
  /** The switch that is at fault. */
  readonly which: keyof PluginSwitches

  constructor(which: keyof PluginSwitches, message: string) {
    super(message)
    this.name = 'PluginSwitchError'
    this.which = which
  }
}

/**
 * Chooses plugins by name.
 *
 * @param switches - What is wanted beside the defaults, and what is not.
 * @returns The plugins, in their order.
 * @throws {@link PluginSwitchError} for a name that there is not, and for one that is in both lists.
 */
export function choosePlugins({ enable, disable }: PluginSwitches): readonly NamedPlugin[] {
  const known = new Set(namedPlugins.map(({ name }) => name))
  for (const [which, names] of [
    ['enable', enable],
    ['disable', disable],
  ] as const) {
    const wrong = names.find((name) => !known.has(name))
    if (wrong !== undefined) throw new PluginSwitchError(which, `there is no plugin ${wrong}; there are ${[...known].join(', ')}`)
  }
  const both = enable.find((name) => disable.includes(name))
  if (both !== undefined) throw new PluginSwitchError('enable', `${both} is in --disable-admission-plugins too`)
  return namedPlugins.filter(({ name, isDefault }) => (isDefault || enable.includes(name)) && !disable.includes(name))
}
