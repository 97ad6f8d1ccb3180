/** The type that these tests are about. */

import { z } from 'zod'
import { defineResource } from '../../src/resources/index.js'

export const Widget = defineResource({
  group: 'shop.example.com',
  kind: 'Widget',
  versions: [
    {
      name: 'v1',
      schema: {
        spec: z.object({ color: z.string(), size: z.int().default(3) }),
        status: z.object({ ready: z.boolean() }),
      },
      subresources: { status: true },
    },
  ],
})
export const CONFIG_MAPS = { group: '', version: 'v1', resource: 'configmaps' } as const
export const EVENTS = { group: '', version: 'v1', resource: 'events' } as const

/** An object as its manifest says it. */
export const widget = (name: string, color = 'red') => ({
  apiVersion: 'shop.example.com/v1',
  kind: 'Widget',
  metadata: { name, namespace: 'default' },
  spec: { color, size: 3 },
})
