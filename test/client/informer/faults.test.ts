import { expect, test } from '@jest/globals'
import { Observable } from 'rxjs'
import { informer } from '../../../src/client/index.js'
import type { ClientRequest, Transport, TransportEvent } from '../../../src/client/transport.js'
import { ApiError, type ApiObject } from '../../../src/meta/index.js'
import { createControlPlane } from '../../../src/plane/index.js'
import { ManualClock, settle } from '../../support/manual-clock.js'

const CONFIG_MAPS = { group: '', version: 'v1', resource: 'configmaps' } as const
const FAULTS = 200

/** Numbers that repeat with their seed. */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return state / 2 ** 32
  }
}

const failure = (code: number, reason: 'Expired' | 'InternalError' | 'ServiceUnavailable') =>
  new ApiError({ code, reason, message: reason })

/** A transport that loses connections, forgets history, fails, dawdles and drops bookmarks. */
class FaultyTransport implements Transport {
  faults = 0
  whole = false
  readonly #inner: Transport
  readonly #chance: () => number

  constructor(inner: Transport, seed: number) {
    this.#inner = inner
    this.#chance = chance(seed)
  }

  get closed(): AbortSignal {
    return this.#inner.closed
  }

  resolve: Transport['resolve'] = (name) => this.#inner.resolve(name)
  types: Transport['types'] = () => this.#inner.types()
  connect: Transport['connect'] = (request) => this.#inner.connect(request)

  async send(request: ClientRequest): Promise<unknown> {
    if (request.verb === 'list' && this.#hits(0.3)) throw this.#failure()
    return this.#inner.send(request)
  }

  watch(request: ClientRequest): Observable<TransportEvent> {
    if (this.#hits(0.2)) return new Observable((subscriber) => subscriber.error(this.#failure()))
    return new Observable((subscriber) => {
      let late: TransportEvent[] = []
      const flush = () => {
        for (const event of late.splice(0)) subscriber.next(event)
      }
      const inner = this.#inner.watch(request).subscribe({
        next: (event) => {
          if (event.type === 'BOOKMARK' && !event.initialEventsEnd && this.#hits(0.5)) return
          late.push(event)
          if (this.#hits(0.1)) return // told with the next one
          flush()
          if (this.#hits(0.05)) subscriber.complete()
          if (this.#hits(0.05)) subscriber.error(this.#failure())
        },
        error: (error) => subscriber.error(error),
        complete: () => subscriber.complete(),
      })
      subscriber.add(() => {
        late = []
        inner.unsubscribe()
      })
    })
  }

  close(): void {
    this.#inner.close()
  }

  #hits(probability: number): boolean {
    const hit = !this.whole && this.#chance() < probability
    if (hit) this.faults += 1
    return hit
  }

  #failure(): ApiError {
    const dice = this.#chance()
    if (dice < 0.4) return failure(410, 'Expired')
    return dice < 0.7 ? failure(500, 'InternalError') : failure(503, 'ServiceUnavailable')
  }
}

test.each([1, 2, 3])(
  `an informer holds what its plane holds, after ${FAULTS} faults (seed %d)`,
  async (seed) => {
    const clock = new ManualClock()
    const plane = await createControlPlane({ clock })
    let faulty: FaultyTransport | undefined
    const wrapTransport = (inner: Transport) => {
      faulty = new FaultyTransport(inner, seed)
      return faulty
    }
    const client = plane.client({ user: 'tester', wrapTransport })
    if (!faulty) throw new Error('the client has not asked for its transport')
    const held = informer(client.resource(CONFIG_MAPS))
    const known = new Map<string, string | undefined>()
    held.changes.subscribe(({ type, object: { metadata } }) => {
      if (type === 'DELETED') known.delete(metadata.name ?? '')
      else known.set(metadata.name ?? '', metadata.resourceVersion)
    })

    const maps = plane.client().resource(CONFIG_MAPS).namespace('default')
    const dice = chance(seed + 100)
    for (let write = 0; faulty.faults < FAULTS; write++) {
      const name = `m${Math.floor(dice() * 10)}`
      if (dice() < 0.3) await maps.delete(name).catch(() => {})
      else await maps.apply({ metadata: { name }, data: { write: String(write) } }, { fieldManager: 'test', force: true })
      if (write % 5 === 0) await clock.advanceAndSettle(40_000)
    }
    faulty.whole = true
    await maps.create({ metadata: { name: 'last' } })
    for (let i = 0; i < 5; i++) await clock.advanceAndSettle(60_000)
    await settle()

    const { items } = await maps.list()
    const versions = (objects: readonly ApiObject[]) =>
      objects.map(({ metadata }) => [metadata.name, metadata.resourceVersion]).sort()
    expect(versions(held.list())).toEqual(versions(items))
    expect([...known].sort()).toEqual(versions(items))
    held.stop()
    client.close()
    await plane.close()
  },
  60_000,
)
