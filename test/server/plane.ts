import type { Logger } from '../../src/endpoints/index.js'
import type { ControlPlane, ControlPlaneOptions } from '../../src/plane/index.js'
import { createControlPlane } from '../../src/plane/index.js'
import { defineResource } from '../../src/resources/index.js'
import type { ServerResponse } from '../../src/server/index.js'
import { ManualClock } from '../support/manual-clock.js'
import { type RequestInit, requestOf } from './requests.js'

const SIZE = { type: 'object', properties: { size: { type: 'integer' } } }

/** A type with two versions, of which one is deprecated. */
export const gadgets = defineResource({
  group: 'example.com',
  kind: 'Gadget',
  versions: [
    {
      name: 'v1',
      schema: { spec: SIZE, status: SIZE },
      subresources: { status: true },
    },
    { name: 'v1beta1', schema: { spec: SIZE }, deprecated: true },
  ],
})

export interface TestPlane {
  readonly plane: ControlPlane
  readonly clock: ManualClock
  /** What was logged as an error. */
  readonly logged: { readonly message: string; readonly fields: unknown }[]
  send(method: string, url: string, init?: RequestInit): Promise<ServerResponse>
}

export async function testPlane(options: ControlPlaneOptions = {}): Promise<TestPlane> {
  const clock = new ManualClock()
  const logged: TestPlane['logged'] = []
  const logger: Logger = { error: (message, fields) => logged.push({ message, fields }), info() {} }
  const plane = await createControlPlane({ clock, logger, resources: [gadgets], ...options })
  return { plane, clock, logged, send: (method, url, init) => plane.handle(requestOf(url, { ...init, method })) }
}

export const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'
export const configMap = (name: string, data: Record<string, string> = {}) => ({ metadata: { name }, data })
