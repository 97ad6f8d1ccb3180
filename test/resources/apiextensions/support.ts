/**
 * Definitions to try things with.
 *
 * @module
 */

import type { ApiObject } from '../../../src/meta/index.js'

const anything = { openAPIV3Schema: { type: 'object', 'x-platform-preserve-unknown-fields': true } }

/** A version of a definition. */
export const version = (change: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> => ({
  name: 'v1',
  served: true,
  storage: true,
  schema: anything,
  ...change,
})

/** A definition of widgets. */
export const definition = (change: Readonly<Record<string, unknown>> = {}): ApiObject => ({
  apiVersion: 'apiextensions.platform.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.shop.example.com' },
  spec: {
    group: 'shop.example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
    versions: [version()],
    ...change,
  },
})
