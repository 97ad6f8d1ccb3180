// Runs an input on a plane, and reports its faults.
import { setTimeout as pause } from 'node:timers/promises'
import { faultOf, faultOfCall, faultOfRaw } from './judge.mjs'
import { TOKENS } from './plane.mjs'
import { TIMEOUT_MS } from './send.mjs'

/** Longest turn of the event loop in milliseconds, and most memory that a plane may take. */
export const LIMITS = { turnMs: 250, peakBytes: 400 * 1024 * 1024 }

/** The error that getters of in-process callers throw; see calls.mjs. It may be logged, as the plane is not at fault. */
const OWN_FAULT = 'thrown by the program'

/**
 * Added to the wait for the input itself. On a busy machine hundreds of connections take seconds; a turn is reported once it
 * ends.
 */
const MEASURE_MS = 30_000

/** The faults: `{ effects: [{ what, isNoisy }], turnMs, peakBytes, requests }`. A noisy one may not occur in another attempt. */
export async function runInput({ plane, sender }, input) {
  const effects = []
  const say = (what, isNoisy = false) => effects.push({ what, isNoisy })
  const answers = []
  for (const made of input.steps) {
    const step = typeof made === 'function' ? await made(answers) : made
    const { answer, fault } = await carryOut({ plane, sender }, step)
    answers.push(answer)
    if (fault !== undefined) say(fault)
    if (plane.ended !== undefined) break
  }
  const report = await plane.ask('measure', undefined, MEASURE_MS)
  if (report === undefined) say('the event loop does not come round')
  else if (report.died !== undefined) {
    // Later effects are consequences of that one.
    effects.length = 0
    say(`the process died: ${report.died}`)
  } else {
    // A crowd causes hundreds of requests and handshakes in one round of the loop: the check is that other users are served.
    const isCrowd = input.steps.some((step) => step.crowd)
    if (report.turnMs > LIMITS.turnMs && !isCrowd) say('a turn', true)
    if (report.peakBytes > LIMITS.peakBytes) say('memory', true)
    for (const rejection of report.rejections) say(`unhandled rejection: ${rejection}`)
    if (report.polluted.length > 0) say(`prototypes have ${report.polluted.join()}`)
  }
  const printed = plane.takeOutput()
  for (const token of Object.values(TOKENS)) if (printed.includes(token)) say('a token was printed')
  // The log is for faults of the plane: a client that can make it log could fill the disk.
  if (printed.trim() !== '' && effects.length === 0 && !printed.includes(OWN_FAULT))
    say(`it printed: ${printed.trim().slice(0, 200)}`)
  return {
    effects,
    printed,
    requests: answers.length,
    turnMs: report?.turnMs,
    peakBytes: report?.peakBytes,
    residentBytes: report?.residentBytes,
  }
}

async function carryOut({ plane, sender }, step) {
  if (step.pauseMs !== undefined) {
    await pause(step.pauseMs)
    return { answer: {} }
  }
  if (step.raw) {
    const sent = step.raw(TOKENS)
    const answer = await sender.raw(sent)
    return { answer, fault: faultOfRaw(sent, answer) }
  }
  if (step.crowd) {
    const answer = await sender.crowd(step.crowd)
    return { answer, fault: answer.meanwhile && faultOf(step.crowd.meanwhile, answer.meanwhile) }
  }
  if (step.call) {
    const answer = await plane.ask('call', step.call, TIMEOUT_MS * 2)
    return { answer, fault: answer === undefined ? 'no answer to a call' : faultOfCall(step.call, answer) }
  }
  const answer = await sender.request(step)
  return { answer, fault: faultOf(step, answer) }
}
