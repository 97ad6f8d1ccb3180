import type { Client } from '../../src/client/index.js'
import type { ApiObject } from '../../src/meta/index.js'
import type { ControlPlane, ControlPlaneOptions } from '../../src/plane/index.js'
import { headersOf, jsonOf, requestOf, streamOf } from '../server/requests.js'

/** What a test asks of a plane, whichever door it takes. */
export interface Ask {
  readonly verb: 'get' | 'list' | 'create'
  /** A type of the group `example.com`, or config maps. */
  readonly type?: 'configmaps' | 'gadgets' | 'nothings'
  readonly version?: 'v1' | 'v1beta1'
  readonly name?: string
  readonly user?: string
  readonly impersonate?: string
  readonly auditId?: string
}

/** What came of it. */
export interface Told {
  readonly code: number
  readonly message: string
  readonly warnings: readonly string[]
}

/** A way into a plane. */
export interface TestedDoor {
  readonly name: string
  /** What a plane needs for users to be known at this door. */
  readonly options: ControlPlaneOptions
  ask(plane: ControlPlane, ask: Ask): Promise<Told>
  /** Opens a watch of config maps. @returns Tells whether it is over. */
  watch(plane: ControlPlane, user?: string): Promise<() => boolean>
}

const USER = 'somebody'
const GROUPS = { configmaps: '', gadgets: 'example.com', nothings: 'example.com' } as const
const KINDS = { configmaps: 'ConfigMap', gadgets: 'Gadget', nothings: 'Nothing' } as const

const overHttp: TestedDoor = {
  name: 'HTTP',
  options: {
    authenticators: [
      {
        authenticate: (request) => {
          const [username] = request.header('x-user')
          return username === undefined ? { outcome: 'noOpinion' } : { outcome: 'authenticated', user: { username, groups: [] } }
        },
      },
    ],
  },
  async ask(plane, { verb, type = 'configmaps', version = 'v1', name, user = USER, impersonate, auditId }) {
    const group = GROUPS[type]
    const collection = `${group === '' ? '/api' : `/apis/${group}`}/${version}/namespaces/default/${type}`
    const headers: [string, string][] = [['x-user', user]]
    if (impersonate !== undefined) headers.push(['impersonate-user', impersonate])
    if (auditId !== undefined) headers.push(['audit-id', auditId])
    const response = await plane.handle(
      verb === 'create'
        ? requestOf(collection, { method: 'POST', headers, body: { metadata: { name } } })
        : requestOf(verb === 'get' ? `${collection}/${name}` : collection, { headers }),
    )
    const warnings = response.headers.filter(([key]) => key === 'warning').map(([, text]) => /"(.*)"/.exec(text)?.[1] ?? '')
    const isStatus = response.status >= 400 && headersOf(response, 'content-type').includes('application/json')
    const { message = '' } = isStatus ? (jsonOf(response) as { message?: string }) : {}
    return { code: response.status, message, warnings }
  },
  async watch(plane, user = USER) {
    const response = await plane.handle(requestOf('/api/v1/configmaps?watch=1', { headers: { 'x-user': user } }))
    if (response.status !== 200) return () => true
    let over = false
    const end = () => {
      over = true
    }
    streamOf(response).start({ write: () => 0, onDrained() {}, end, abort: end })
    return () => over
  },
}

const typeOf = (type: keyof typeof GROUPS, version: string) => ({ group: GROUPS[type], version, kind: KINDS[type] })

const inProcess: TestedDoor = {
  name: 'a client in process',
  options: {},
  async ask(plane, { verb, type = 'configmaps', version = 'v1', name = '', user = USER, impersonate, auditId }) {
    const warnings: string[] = []
    const client: Client = plane.client({
      user,
      onWarning: (text) => warnings.push(text),
      ...(impersonate !== undefined && { impersonate: { username: impersonate } }),
      ...(auditId !== undefined && {
        wrapTransport: (inner) => ({ ...inner, send: (request) => inner.send({ ...request, auditId }) }),
      }),
    })
    try {
      const objects = client.resource<ApiObject>(typeOf(type, version)).namespace('default')
      if (verb === 'create') await objects.create({ metadata: { name } } as ApiObject)
      else if (verb === 'get') await objects.get(name)
      else await objects.list()
      return { code: verb === 'create' ? 201 : 200, message: '', warnings }
    } catch (error) {
      const { status } = error as { status?: { code: number; message?: string } }
      if (!status) throw error
      return { code: status.code, message: status.message ?? '', warnings }
    } finally {
      client.close()
    }
  },
  async watch(plane, user = USER) {
    let over = false
    const end = () => {
      over = true
    }
    let transport: { watch(request: object): { subscribe(observer: object): unknown } } | undefined
    plane.client({
      user,
      wrapTransport: (inner) => {
        transport = inner as unknown as typeof transport
        return inner
      },
    })
    const type = { group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap', namespaced: true }
    const request = { verb: 'watch', type, namespace: '', name: '', subresource: '', query: new Map() }
    transport?.watch(request).subscribe({ complete: end, error: end })
    await new Promise((resolve) => setImmediate(resolve))
    return () => over
  },
}

export const doors: readonly TestedDoor[] = [overHttp, inProcess]
