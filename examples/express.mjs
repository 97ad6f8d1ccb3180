// A plane below a path of an Express application, beside its other routes.
import { createControlPlane } from 'binnacle'
import { nodeHandler } from 'binnacle/adapters'
import express from 'express'

const plane = await createControlPlane()
const app = express()
app.get('/hello', (_request, response) => {
  response.send('hello')
})
app.use(nodeHandler(plane))
const server = app.listen(0, '127.0.0.1')
await new Promise((resolve) => server.once('listening', resolve))
const base = `http://127.0.0.1:${server.address().port}`

console.log(await (await fetch(`${base}/hello`)).text()) // prints hello

const { resources } = await (await fetch(`${base}/api/v1`)).json()
console.log(resources.some(({ name }) => name === 'configmaps')) // prints true

server.close()
server.closeAllConnections()
await plane.close()
