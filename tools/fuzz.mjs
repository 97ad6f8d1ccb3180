// Fuzzer: `npm run fuzz -- [--seconds N] [--seed S] [--only K[,K…]] [--generator NAME] [--turn-ms N]`.
//
// Sends generated and mutated inputs to a plane in a separate process, one at a time, and checks statuses, the longest turn of
// its event loop, its memory, and invariants. Input K of seed S is the same on every machine; `--only K` sends only that one.
// Exits with 1 if there are findings.
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { generatorNames, inputOf } from './fuzz/inputs.mjs'
import { LIMITS, runInput } from './fuzz/run-input.mjs'
import { startScene } from './fuzz/scene.mjs'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    generator: { type: 'string' },
    // Longest turn of the event loop; the documented limit is 250.
    'turn-ms': { type: 'string', default: String(LIMITS.turnMs) },
  },
})
const numberOf = (name, text) => {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  console.error(`--${name} ${text}: expected a whole number`)
  return process.exit(2)
}
const [seconds, seed] = ['seconds', 'seed'].map((name) => numberOf(name, values[name]))
const only = values.only?.split(',').map((text) => numberOf('only', text))
const { generator } = values
LIMITS.turnMs = numberOf('turn-ms', values['turn-ms'])
if (generator !== undefined && !generatorNames.includes(generator)) {
  console.error(`--generator ${generator}: expected ${generatorNames.join(', ')}`)
  process.exit(2)
}

const SWEEP_EVERY = 200
/** Attempts in which a turn has to be too long: code that is not compiled yet, and garbage of earlier inputs, are excluded. */
const TRIES = 6
const PAUSE_MS = 100
const SMALLER = [0.5, 0.25, 0.1, 0.03, 0.01]
const MIB = 1024 * 1024

/** Classes of findings, by generator and effect. */
const classes = new Map()
const worst = { turnMs: 0, peakBytes: 0 }
let [inputs, requests, noises] = [0, 0, 0]
let scene = await startScene(seed)

const restart = async () => {
  await scene.stop()
  scene = await startScene(seed)
}

/** Repeats an input; returns the last result if the effect occurs each time. Memory is measured once, on a new plane. */
async function doesItAgain(number, effect, size = 1) {
  let found
  for (let left = effect === 'memory' ? 1 : TRIES; left > 0; left -= 1) {
    if (effect === 'memory' || scene.plane.ended !== undefined) await restart()
    await pause(PAUSE_MS)
    found = await runInput(scene, await inputOf(seed, number, { size, only: generator }))
    if (!found.effects.some(({ what }) => what === effect)) return undefined
  }
  return found
}

const measured = ({ turnMs, peakBytes }) => `turn ${Math.round(turnMs ?? 0)} ms, peak ${Math.round((peakBytes ?? 0) / MIB)} MiB`

async function report(number, input, result, { what, isNoisy }) {
  const kind = `${input.title
    .replace(/, (?:POST|PUT|apply|json patch|merge patch|strategic patch|apply patch) .*$/, '')
    .replace(/ of \w+$/, '')
    .replace(/\d+/g, 'N')} | ${what.replace(/\d+/g, 'N').slice(0, 80)}`
  const known = classes.get(kind)
  if (known) {
    known.times += 1
    return
  }
  let shown = result
  let size = 1
  if (isNoisy) {
    shown = await doesItAgain(number, what)
    if (shown === undefined) {
      noises += 1
      console.log(`${seed}/${number} ${input.title}: ${what}, ${measured(result)}; not again`)
      return
    }
    for (const smaller of SMALLER) {
      const found = await doesItAgain(number, what, smaller)
      if (!found) break
      ;[size, shown] = [smaller, found]
    }
  }
  classes.set(kind, { times: 1 })
  const detail = isNoisy ? `${what}: ${measured(result)}${size < 1 ? `; at ${size} of its size ${measured(shown)}` : ''}` : what
  console.log(`FOUND ${seed}/${number} ${input.title}\n  ${detail}`)
  const printed = result.printed.trim().split('\n').slice(0, 6).join('\n    ')
  if (printed !== '') console.log(`    ${printed.slice(0, 800)}`)
  console.log(`  again with: npm run fuzz -- --seed ${seed} --only ${number}${generator ? ` --generator ${generator}` : ''}`)
}

async function tryInput(number) {
  const input = await inputOf(seed, number, { only: generator })
  const result = await runInput(scene, input)
  inputs += 1
  requests += result.requests
  // Turns beyond the limit are reported one by one, and those of a crowd include many requests.
  worst.turnMs = Math.max(worst.turnMs, (result.turnMs ?? 0) > LIMITS.turnMs ? 0 : (result.turnMs ?? 0))
  worst.peakBytes = Math.max(worst.peakBytes, result.peakBytes ?? 0)
  for (const effect of result.effects) await report(number, input, result, effect)
  if (scene.plane.ended !== undefined || result.effects.length > 0) await restart()
}

async function lookAfter() {
  const lost = await scene.canary()
  if (lost !== undefined) {
    classes.set(lost, { times: 1 })
    console.log(`FOUND ${lost}, after input ${seed}/${inputs - 1}`)
    await restart()
  }
  await scene.sweep()
}

if (only) for (const number of only) await tryInput(number)
else {
  const end = Date.now() + seconds * 1000
  for (let number = 0; Date.now() < end; number += 1) {
    await tryInput(number)
    if (number % SWEEP_EVERY === SWEEP_EVERY - 1) await lookAfter()
  }
}
await lookAfter()
await scene.stop()
const times = [...classes.values()].reduce((sum, each) => sum + each.times, 0)
console.log(
  `seed ${seed}: ${inputs} inputs, ${requests} requests; longest turn ${Math.round(worst.turnMs)} ms of ${LIMITS.turnMs}, ` +
    `most memory ${Math.round(worst.peakBytes / MIB)} MiB of ${LIMITS.peakBytes / MIB}; ` +
    `${classes.size} findings (${times} times), ${noises} that were noise`,
)
process.exit(classes.size > 0 ? 1 : 0)
