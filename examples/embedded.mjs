// A service with an API of its own: one definition of a type gives storage, validation, lists and watches over HTTP.
import { createServer } from 'node:http'
import { createControlPlane, defineResource } from 'binnacle'
import { nodeHandler } from 'binnacle/adapters'

const widget = defineResource({
  group: 'shop.example.com',
  kind: 'Widget',
  versions: [
    {
      name: 'v1',
      schema: {
        spec: {
          type: 'object',
          required: ['color'],
          properties: { color: { type: 'string', enum: ['red', 'green'] }, size: { type: 'integer', minimum: 1, default: 3 } },
        },
      },
    },
  ],
})

const plane = await createControlPlane({ resources: [widget] })
const server = createServer(nodeHandler(plane))
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const widgets = `http://127.0.0.1:${server.address().port}/apis/shop.example.com/v1/namespaces/default/widgets`

const post = (name, spec) =>
  fetch(widgets, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ apiVersion: 'shop.example.com/v1', kind: 'Widget', metadata: { name }, spec }),
  })

const created = await (await post('lamp', { color: 'red' })).json()
console.log(created.spec.size) // prints 3

const refused = await (await post('sofa', { color: 'plaid' })).json()
console.log(refused.code, refused.reason, refused.details.causes[0].field) // prints 422 Invalid spec.color

const list = await (await fetch(widgets)).json()
console.log(list.items.map((item) => item.metadata.name).join()) // prints lamp

server.close()
server.closeAllConnections()
await plane.close()
