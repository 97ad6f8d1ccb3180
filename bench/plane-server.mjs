// A plane behind node:https, as a service that embeds it would mount it.
import https from 'node:https'
import { createControlPlane } from 'binnacle'
import { nodeHandler } from 'binnacle/adapters'
import { createAuditLog } from 'binnacle/audit'
import { tellCpu } from './cpu.mjs'
import { openStorage } from './storage.mjs'

process.on('message', async ({ wants, pair, storage, auditLog }) => {
  if (wants === 'cpu') return tellCpu()
  const plane = await createControlPlane({
    storage: await openStorage(storage),
    ...(auditLog && { audit: { backends: [createAuditLog({ path: auditLog })] } }),
  })
  const server = https.createServer({ cert: pair.certificatePem, key: pair.privateKeyPem }, nodeHandler(plane))
  // Connections are idle while the other server is measured, which on a busy machine may exceed the default keep-alive timeout.
  server.keepAliveTimeout = 0
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
})
