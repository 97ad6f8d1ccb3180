/**
 * A client that changes objects: conditionally, with the revision that it knows, or unconditionally.
 */

import type { WriteOutcome, WriteRecord } from '../history/history.js'
import { type Answer, NOT_SENT } from './api.js'
import { readObject } from './reader.js'
import { choose, noteRevision, pause, pick, type Scene } from './scene.js'

type Verb = WriteRecord['verb']
type Expected = WriteRecord['expected']

const MANAGER = 'fieldManager=applier'
const MERGE = 'application/merge-patch+json'
const APPLY = 'application/apply-patch+yaml'
let values = 0

/** Writes until the scene ends. */
export async function runWriter(scene: Scene): Promise<void> {
  const { random } = scene
  const known = new Map<string, number>()
  while (!scene.stop.aborted) {
    const name = pick(scene)
    if (!known.has(name) || random() < 0.3) {
      const seen = await readObject(scene, name, { kind: 'mostRecent' })
      if (seen === 'failed') await pause()
      else if (seen) known.set(name, seen.revision)
      else known.delete(name)
    }
    const [verb, expected] = nextWrite(random, known.get(name))
    const outcome = await write(scene, name, verb, expected)
    known.delete(name)
    if (outcome.kind === 'ok' && outcome.revision !== undefined) known.set(name, outcome.revision)
    if (outcome.kind !== 'ok') await pause(outcome.kind === 'unknown' ? 20 : 2)
    if (scene.thinkMs > 0) await pause(scene.thinkMs)
  }
}

function nextWrite(random: () => number, revision: number | undefined): readonly [Verb, Expected] {
  const always = [
    [1, ['patch', 'any']],
    [1, ['apply', 'any']],
  ] as const
  if (revision === undefined) return choose<readonly [Verb, Expected]>(random, [[8, ['create', undefined]], ...always])
  return choose<readonly [Verb, Expected]>(random, [
    [5, ['update', revision]],
    [1.5, ['delete', revision]],
    [1.5, ['patch', revision]],
    ...always,
  ])
}

/** Performs one write, and records it. */
export async function write(scene: Scene, key: string, verb: Verb, expected: Expected): Promise<WriteOutcome> {
  const { recorder, counts } = scene
  values += 1
  const value = verb === 'delete' ? undefined : `${key}-${values}`
  const start = recorder.now()
  const answer = await send(scene, { key, verb, value, expected })
  const outcome = outcomeOf(scene, answer, verb)
  if (outcome.kind === 'ok') counts.acknowledged += 1
  if (outcome.kind === 'unknown') counts.failed += 1
  recorder.add({ type: 'write', key, verb, value, expected, start, end: recorder.now(), outcome })
  if (answer.status === NOT_SENT) await pause()
  return outcome
}

function send(
  { api, padding }: Scene,
  { key, verb, value, expected }: Pick<WriteRecord, 'key' | 'verb' | 'value' | 'expected'>,
): Promise<Answer> {
  const version = typeof expected === 'number' ? { resourceVersion: String(expected) } : undefined
  const head = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: key, ...version } }
  const whole = { ...head, data: { value, padding: 'x'.repeat(padding) } }
  switch (verb) {
    case 'create':
      return api.request('POST', '', whole)
    case 'update':
      return api.request('PUT', `/${key}`, whole)
    case 'delete':
      return api.request('DELETE', `/${key}`, { preconditions: version })
    case 'patch':
      return api.request('PATCH', `/${key}`, { ...(version && { metadata: version }), data: { patched: value } }, MERGE)
    case 'apply':
      return api.request('PATCH', `/${key}?${MANAGER}&force=true`, { ...head, data: { patched: value } }, APPLY)
  }
}

/**
 * A write only counts as refused if it was certainly not made: the request was rejected, or has to be retried. The server
 * responds 503 or 429 only if nothing has been written, and 504 if the outcome is unknown.
 */
function outcomeOf(scene: Scene, { status, body }: Answer, verb: Verb): WriteOutcome {
  if (status === 200 || status === 201) {
    if (verb === 'delete') return { kind: 'ok', revision: undefined }
    const { revision, value } = scene.api.seen(body)
    noteRevision(scene, revision)
    return { kind: 'ok', revision, state: value }
  }
  return (status >= 400 && status < 500) || status === 503 || status === NOT_SENT ? { kind: 'refused' } : { kind: 'unknown' }
}
