// An Express service whose state is a declarative API: its own routes use the typed client, other programs HTTP.
import { createControlPlane, defineResource } from 'binnacle'
import { nodeHandler } from 'binnacle/adapters'
import { isNotFound } from 'binnacle/client'
import { listMap } from 'binnacle/zod'
import express from 'express'
import { z } from 'zod'

const Shop = defineResource({
  group: 'shop.example.com',
  kind: 'Shop',
  versions: [
    {
      name: 'v1',
      schema: {
        spec: z.object({
          title: z.string().min(1),
          // A list with the key `name`: several field managers can each own entries of it.
          shelves: listMap(z.object({ name: z.string(), places: z.int().min(1).default(10) }), ['name']).default([]),
        }),
        status: z.object({ visitors: z.int() }),
      },
      subresources: { status: true },
      printerColumns: [
        { name: 'Title', type: 'string', jsonPath: '.spec.title' },
        { name: 'Visitors', type: 'integer', jsonPath: '.status.visitors' },
      ],
    },
  ],
})

const plane = await createControlPlane({ resources: [Shop] })
const shops = plane.client({ fieldManager: 'front-door' }).resource(Shop).namespace('default')

const app = express()
app.get('/visit/:shop', async (request, response) => {
  const name = request.params.shop
  try {
    // Of two visits at the same time the second gets a conflict, reads again, and counts both.
    const { spec, status } = await shops.status.updateWithRetry(name, (draft) => {
      draft.status = { visitors: (draft.status?.visitors ?? 0) + 1 }
    })
    response.send(`${spec.title}, visitor ${status?.visitors}`)
  } catch (error) {
    if (!isNotFound(error)) throw error
    response.status(404).send(`there is no shop ${name}`)
  }
})
app.use(nodeHandler(plane))
const server = app.listen(0, '127.0.0.1')
await new Promise((resolve) => server.once('listening', resolve))
const base = `http://127.0.0.1:${server.address().port}`

// A shop is created, with YAML over HTTP …
const opened = await fetch(`${base}/apis/shop.example.com/v1/namespaces/default/shops/lamps?fieldManager=owner`, {
  method: 'PATCH',
  headers: { 'content-type': 'application/apply-patch+yaml' },
  body: `
apiVersion: shop.example.com/v1
kind: Shop
metadata: { name: lamps }
spec:
  title: Lamps and more
  shelves: [{ name: window }]
`,
})
console.log(opened.status, (await opened.json()).spec.shelves[0].places) // prints 201 10

// … and visited.
await Promise.all([1, 2, 3].map(() => fetch(`${base}/visit/lamps`)))
console.log(await (await fetch(`${base}/visit/lamps`)).text()) // prints Lamps and more, visitor 4
console.log(await (await fetch(`${base}/visit/sofas`)).text()) // prints there is no shop sofas

server.close()
server.closeAllConnections()
await plane.close()
