// Time to import modules in a new process, in milliseconds.
const start = performance.now()
for (const name of process.argv.slice(2)) await import(name)
process.send({ ms: performance.now() - start })
