// The baseline of all servers: node:https with precomputed responses.
import https from 'node:https'
import { tellCpu } from './cpu.mjs'

const answers = new Map()
let server
process.on('message', (message) => {
  if (message.wants === 'cpu') return tellCpu()
  if (message.pair) {
    server = https.createServer({ cert: message.pair.certificatePem, key: message.pair.privateKeyPem }, (request, response) => {
      const answer = answers.get(request.url)
      response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json', 'content-length': answer?.length ?? 0 })
      response.end(answer)
    })
    server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
  } else {
    answers.set(message.path, Buffer.from(message.body, 'base64'))
    process.send({ path: message.path })
  }
})
