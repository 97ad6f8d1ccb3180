// One directory, and several threads of one process that open it: prints the results as JSON.
import { Worker } from 'node:worker_threads'

const [engine, directory] = process.argv.slice(2)
const { createLmdbStorage } = await import(engine)
const copy = await import(`${engine}?copy`)
const tried = (opened) => opened.catch((error) => error.message.replace(directory, ''))

const THREAD = `
const { parentPort, workerData } = require('node:worker_threads')
import(workerData.engine).then(async ({ createLmdbStorage }) => {
  try {
    const storage = await createLmdbStorage({ directory: workerData.directory })
    await storage.commit({ key: '/things/a/thread', expectedRevision: 0, value: Buffer.from('x') })
    parentPort.postMessage('opened')
    setInterval(() => {}, 1000)
  } catch (error) {
    parentPort.postMessage(error.message.replace(workerData.directory, ''))
  }
})
`
/** A thread that opens the directory, and keeps it open until it ends. */
async function thread() {
  const worker = new Worker(THREAD, { eval: true, workerData: { engine, directory } })
  const says = await new Promise((resolve) => worker.once('message', resolve))
  return { says, end: () => worker.terminate() }
}
const commit = async (storage, name) =>
  (await storage.commit({ key: `/things/a/${name}`, expectedRevision: 0, value: Buffer.from('x') })).outcome

const result = {}
const first = await createLmdbStorage({ directory })
const refused = await thread()
result.thread = refused.says
await refused.end()
result.copy = await tried(copy.createLmdbStorage({ directory }))
result.first = await commit(first, 'first')
await first.close()
const second = await thread()
result.afterClose = second.says
result.main = await tried(createLmdbStorage({ directory }))
await second.end()
const third = await createLmdbStorage({ directory })
result.afterEnd = await commit(third, 'third')
result.keys = [...(await third.load()).entries].map(({ key }) => key).sort()
await third.close()
console.log(JSON.stringify(result))
