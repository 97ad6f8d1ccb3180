// A service with an API of its own: one definition of a type gives validation, defaults, a typed client, and HTTP.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createControlPlane, defineResource } from 'binnacle'
import { nodeHandler } from 'binnacle/adapters'
import { z } from 'zod'

const Widget = defineResource({
  group: 'shop.example.com',
  kind: 'Widget',
  versions: [
    {
      name: 'v1',
      schema: {
        spec: z.object({ color: z.enum(['red', 'green']), size: z.int().min(1).default(3) }),
        status: z.object({ ready: z.boolean() }),
      },
      subresources: { status: true },
      printerColumns: [{ name: 'Color', type: 'string', jsonPath: '.spec.color' }], // '.spec.colour' would not compile
    },
  ],
})

const plane = await createControlPlane({ resources: [Widget] })

// In this process: a typed client, without HTTP and JSON.
const widgets = plane.client().resource(Widget).namespace('default')
const lamp = await widgets.create({ metadata: { name: 'lamp' }, spec: { color: 'red' } }) // nor would { colour: 'red' }
console.log(lamp.spec.size) // prints 3

// For other processes: HTTP, as Kubernetes clients speak it.
const server = createServer(nodeHandler(plane)).listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address()
const url = `http://127.0.0.1:${port}/apis/shop.example.com/v1/namespaces/default/widgets`
const body = JSON.stringify({
  apiVersion: 'shop.example.com/v1',
  kind: 'Widget',
  metadata: { name: 'sofa' },
  spec: { color: 'plaid' },
})
const refused = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
console.log(refused.status, (await refused.json()).message)
// prints 422 Widget.shop.example.com "sofa" is invalid: spec.color: Unsupported value: "plaid": supported values: "red", "green"

server.close()
server.closeAllConnections()
await plane.close()
