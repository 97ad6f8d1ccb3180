// Generates one input from a seed and a number: `{ title, steps }`. A step is a request (see send.mjs), raw bytes, a crowd of
// connections, or a call in the plane's process.
import { access } from './generators/access.mjs'
import { certificates } from './generators/certificates.mjs'
import { connections } from './generators/connections.mjs'
import { crowds } from './generators/crowds.mjs'
import { definitions } from './generators/definitions.mjs'
import { frames } from './generators/frames.mjs'
import { headers } from './generators/headers.mjs'
import { inProcess } from './generators/in-process.mjs'
import { json } from './generators/json.mjs'
import { kinds } from './generators/kinds.mjs'
import { patches } from './generators/patches.mjs'
import { protobuf } from './generators/protobuf.mjs'
import { queries } from './generators/queries.mjs'
import { rawLines } from './generators/raw-lines.mjs'
import { watches } from './generators/watches.mjs'
import { yaml } from './generators/yaml.mjs'
import { createRandom } from './random.mjs'

const GENERATORS = {
  json,
  yaml,
  protobuf,
  patches,
  queries,
  headers,
  'raw-lines': rawLines,
  frames,
  watches,
  'in-process': inProcess,
  definitions,
  access,
  certificates,
  connections,
  kinds,
  crowds,
}

/** How often each generator is used; slow ones are rare. */
const SHARES = {
  json: 16,
  yaml: 10,
  protobuf: 10,
  patches: 16,
  queries: 10,
  headers: 8,
  'raw-lines': 4,
  frames: 3,
  watches: 5,
  'in-process': 6,
  definitions: 8,
  access: 6,
  certificates: 3,
  connections: 8,
  kinds: 10,
  crowds: 1,
}
const LOTS = Object.entries(SHARES).flatMap(([name, share]) => Array.from({ length: share }, () => name))

export const generatorNames = Object.keys(GENERATORS)

/** @param size - Below 1 for a smaller version of the same input. */
export async function inputOf(seed, number, { size = 1, only } = {}) {
  const random = createRandom(seed, number)
  const drawn = random.pick(LOTS)
  const generator = only ?? drawn
  const { title, steps } = await GENERATORS[generator](random, size, seed)
  return { generator, title: `${generator}: ${title}`, steps }
}
