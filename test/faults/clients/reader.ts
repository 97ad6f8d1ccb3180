/**
 * A client that reads objects and lists, with random consistency, in full or in pages.
 */

import type { Freshness, Seen } from '../history/history.js'
import { choose, noteRevision, pause, pick, type Scene } from './scene.js'

/** Reads until the scene ends. */
export async function runReader(scene: Scene): Promise<void> {
  const { random } = scene
  while (!scene.stop.aborted) {
    const freshness = choose<Freshness>(random, [
      [5, { kind: 'mostRecent' }],
      [2, { kind: 'any' }],
      [2, { kind: 'notOlderThan', revision: scene.newest }],
      [1, { kind: 'exact', revision: scene.recent[Math.floor(random() * scene.recent.length)] ?? scene.newest }],
    ])
    // Exact reads of a single object do not exist.
    const isList = freshness.kind === 'exact' || random() < 0.3
    const result = isList ? await readList(scene, freshness) : await readObject(scene, pick(scene), freshness)
    if (result === 'failed') await pause()
    if (scene.thinkMs > 0) await pause(scene.thinkMs)
  }
}

/** Reads one object. */
export async function readObject(scene: Scene, key: string, freshness: Freshness): Promise<Seen | undefined | 'failed'> {
  const { api, recorder, counts } = scene
  const start = recorder.now()
  const { status, body } = await api.request('GET', `/${key}?${queryOf(freshness)}`)
  const end = recorder.now()
  if (status !== 200 && status !== 404) {
    counts.failed += 1
    return 'failed'
  }
  const seen = status === 200 ? api.seen(body) : undefined
  if (seen) noteRevision(scene, seen.revision)
  recorder.add({ type: 'read', key, freshness, start, end, seen })
  return seen
}

/** Lists all objects; returns the revision of the list, or that it was not available. */
export async function readList(scene: Scene, freshness: Freshness): Promise<number | 'failed'> {
  const { api, recorder, counts, random } = scene
  // With a limit, a resourceVersion without resourceVersionMatch would be exact.
  const limit = freshness.kind !== 'notOlderThan' && random() < 0.5 ? `&limit=${1 + Math.floor(random() * 4)}` : ''
  const start = recorder.now()
  const items: Seen[] = []
  let revision: number | undefined
  let query = `?${queryOf(freshness)}${limit}`
  for (let failures = 0; ; ) {
    const { status, body } = await api.request('GET', query)
    if (status === 410) {
      counts.expired += 1
      return 'failed'
    }
    if (status !== 200) {
      counts.failed += 1
      failures += 1
      // A list can be continued, whatever happened to the server meanwhile.
      if (revision === undefined || failures > 100) return 'failed'
      await pause()
      continue
    }
    const { metadata, items: page } = body as { metadata: { resourceVersion: string; continue?: string }; items: object[] }
    if (revision !== undefined && revision !== Number(metadata.resourceVersion)) {
      recorder.add({ type: 'fault', text: `a list at ${revision} goes on at ${metadata.resourceVersion}` })
    }
    revision = Number(metadata.resourceVersion)
    for (const item of page) items.push(api.seen(item))
    if (!metadata.continue) break
    query = `?${limit}&continue=${encodeURIComponent(metadata.continue)}`
  }
  noteRevision(scene, revision)
  recorder.add({ type: 'list', freshness, start, end: recorder.now(), revision, items })
  return revision
}

function queryOf(freshness: Freshness): string {
  switch (freshness.kind) {
    case 'mostRecent':
      return ''
    case 'any':
      return 'resourceVersion=0'
    case 'notOlderThan':
      return `resourceVersion=${freshness.revision}`
    case 'exact':
      return `resourceVersion=${freshness.revision}&resourceVersionMatch=Exact`
  }
}
