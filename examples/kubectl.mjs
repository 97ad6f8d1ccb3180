// A type of your own in the command-line client that everybody has: kubectl, unmodified, against a plane in this program.
// Needs the program kubectl.
import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createControlPlane, defineResource } from 'binnacle'
import { nodeHandler } from 'binnacle/adapters'
import { z } from 'zod'

if (spawnSync('kubectl', ['version', '--client']).error) {
  console.error('this example needs the program kubectl on the PATH, such as that of the package kubernetes-client')
  process.exit(1)
}

const Widget = defineResource({
  group: 'shop.example.com',
  kind: 'Widget',
  shortNames: ['wd'],
  versions: [
    {
      name: 'v1',
      schema: {
        spec: z.object({ color: z.enum(['red', 'green']).describe('What it is painted with.'), replicas: z.int().default(1) }),
        status: z.object({ replicas: z.int() }),
      },
      subresources: { status: true, scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' } },
      printerColumns: [
        { name: 'Color', type: 'string', jsonPath: '.spec.color' },
        { name: 'Wanted', type: 'integer', jsonPath: '.spec.replicas' },
      ],
    },
  ],
})

// The dialect whose words kubectl knows.
const plane = await createControlPlane({ dialect: 'kubernetes', resources: [Widget] })
const server = createServer(nodeHandler(plane)).listen(0, '127.0.0.1')
await once(server, 'listening')
const address = `http://127.0.0.1:${server.address().port}`
const home = await mkdtemp(path.join(tmpdir(), 'kubectl-'))

/** Runs kubectl and prints the rows that it writes, with columns one blank apart. */
async function kubectl(line, { input = '', only = /./ } = {}) {
  const args = ['--server', address, '--kubeconfig', '/dev/null', '--cache-dir', home, ...line.split(' ')]
  const text = await new Promise((resolve) => {
    const child = execFile('kubectl', args, (_error, stdout, stderr) => resolve(stdout + stderr))
    child.stdin.end(input)
  })
  for (const row of text.split('\n').filter((row) => only.test(row))) console.log(row.trim().replace(/ +/g, ' '))
}

const lamp = `
apiVersion: shop.example.com/v1
kind: Widget
metadata: { name: lamp }
spec: { color: red }
`
await kubectl('apply -f -', { input: lamp }) // prints widget.shop.example.com/lamp created
await kubectl('apply -f -', { input: lamp }) // prints widget.shop.example.com/lamp unchanged
await kubectl('scale widget/lamp --replicas=3') // prints widget.shop.example.com/lamp scaled
await kubectl('get wd')
// prints NAME COLOR WANTED
// prints lamp red 3
await kubectl('apply -f -', { input: lamp.replace('red', 'plaid') })
// prints The Widget "lamp" is invalid: spec.color: Unsupported value: "plaid": supported values: "red", "green"
await kubectl('explain widget.spec.color', { only: /painted/ }) // prints What it is painted with.
await kubectl('delete widget lamp') // prints widget.shop.example.com "lamp" deleted

server.close()
server.closeAllConnections()
await plane.close()
await rm(home, { recursive: true })
