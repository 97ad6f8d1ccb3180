import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from '@jest/globals'
// @ts-expect-error A tool without types.
import { freePort } from '../../tools/free-port.mjs'

test('a port is given to one process only, also before a server listens on it', async () => {
  const port: number = await freePort()
  // The other process begins its search at the port.
  const program = `
    Math.random = () => (${port} - 20_000 - 0.5) / 11_000
    const { freePort } = await import(${JSON.stringify(fileURLToPath(new URL('../../tools/free-port.mjs', import.meta.url)))})
    console.log(await freePort())`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
  expect(Number(stdout)).not.toBe(port)
})
