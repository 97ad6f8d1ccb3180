// Follows every change of a type, without missing one: a list, and a watch from the version of that list.
import { createServer } from 'node:http'
import { createControlPlane } from 'binnacle'
import { nodeHandler } from 'binnacle/adapters'

const plane = await createControlPlane()
const server = createServer(nodeHandler(plane))
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const maps = `http://127.0.0.1:${server.address().port}/api/v1/namespaces/default/configmaps`

const send = (method, url, body, type = 'application/json') =>
  fetch(url, { method, headers: { 'content-type': type }, body: JSON.stringify(body) })

await send('POST', maps, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' }, data: { mode: 'day' } })

const list = await (await fetch(maps)).json()
console.log(list.items.map((item) => item.data.mode).join()) // prints day

// A change between the list and the watch: the watch begins with it.
await send('PATCH', `${maps}/settings`, { data: { mode: 'night' } }, 'application/merge-patch+json')

const stop = new AbortController()
const watch = await fetch(`${maps}?watch=true&resourceVersion=${list.metadata.resourceVersion}`, { signal: stop.signal })
await fetch(`${maps}/settings`, { method: 'DELETE' })

let text = ''
for await (const chunk of watch.body.pipeThrough(new TextDecoderStream())) {
  text += chunk
  if (text.split('\n').length > 2) break
}
for (const line of text.trim().split('\n')) {
  const { type, object } = JSON.parse(line)
  console.log(type, object.data.mode)
}
// prints MODIFIED night
// prints DELETED night

stop.abort()
server.close()
server.closeAllConnections()
await plane.close()
