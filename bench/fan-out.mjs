// Events per second that the store's watches deliver, without HTTP.

import { parseFieldSelector } from 'binnacle/meta'
import { createMemoryStorage } from 'binnacle/storage'
import { createStore } from 'binnacle/store'
import { configMap, nameOf } from './objects.mjs'

const store = await createStore({ storage: createMemoryStorage() })
const objects = store.collection({ prefix: 'configmaps', namespaced: true })

async function measure({ watchers, nameFor, writes }) {
  let events = 0
  const name = nameOf(0)
  const key = `bench/${name}`
  const live = objects.peek(key)
  let revision = live?.revision ?? 0
  const write = async () => {
    const result = await objects.put(key, revision, configMap('bench', name, 'data'))
    revision = result.row.revision
  }
  if (!live) await write()
  const subscriptions = Array.from({ length: watchers }, (_, index) => {
    const fieldSelector = parseFieldSelector(`metadata.name=${nameFor(index)}`)
    const query = { namespace: 'bench', fieldSelector, resourceVersion: String(store.revision) }
    return objects.watch(query).subscribe({
      next() {
        events += 1
      },
    })
  })
  for (let count = 0; count < writes / 10; count += 1) await write()
  events = 0
  const start = performance.now()
  for (let count = 0; count < writes; count += 1) await write()
  const seconds = (performance.now() - start) / 1000
  for (const subscription of subscriptions) subscription.unsubscribe()
  return { events, seconds, writes, watchers }
}

// The first run is for warm-up.
await measure({ watchers: 0, nameFor: nameOf, writes: 50_000 })
const none = await measure({ watchers: 0, nameFor: nameOf, writes: 50_000 })
const shared = await measure({ watchers: 200, nameFor: () => nameOf(0), writes: 5_000 })
const scattered = await measure({ watchers: 5_000, nameFor: nameOf, writes: 50_000 })
process.send({ none, shared, scattered })
