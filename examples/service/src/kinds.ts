/** The kinds of this service: what people may ask for. */

import { defineResource } from 'binnacle'
import { z } from 'zod'

/** Who pays, and for how much. */
export const Project = defineResource({
  group: 'databases.example.com',
  kind: 'Project',
  namespaced: false,
  versions: [
    {
      name: 'v1',
      schema: { spec: z.object({ maxGigabytes: z.int().min(1) }) },
      printerColumns: [{ name: 'Max', type: 'integer', jsonPath: '.spec.maxGigabytes' }],
    },
  ],
})

/** A database that a team has ordered. */
export const Database = defineResource({
  group: 'databases.example.com',
  kind: 'Database',
  shortNames: ['db'],
  versions: [
    {
      name: 'v1',
      schema: {
        spec: z.object({
          project: z.string().min(1),
          engine: z.enum(['postgres', 'mysql']).default('postgres'),
          gigabytes: z.int().min(1).default(10),
        }),
        status: z.object({ phase: z.enum(['Creating', 'Ready']), address: z.string().optional() }),
      },
      subresources: { status: true },
      printerColumns: [
        { name: 'Engine', type: 'string', jsonPath: '.spec.engine' },
        { name: 'Phase', type: 'string', jsonPath: '.status.phase' },
      ],
    },
  ],
})
