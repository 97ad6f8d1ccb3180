/**
 * Clients that write, read and watch a few ConfigMaps over HTTP, and write down what they see. They go on through whatever
 * happens to the server: a failed request is recorded as open, and tried again differently.
 */

import type { Freshness, HistoryRecord, Seen, WatchRecordEvent, WriteOutcome } from './history.js'
import { Recorder } from './history.js'

export interface WorkloadOptions {
  /** Where to send the next request, such as `http://127.0.0.1:8080`; asked each time, so that servers may move. */
  readonly server: () => string
  /** Namespace of the objects; it exists, and is empty. */
  readonly namespace: string
  readonly writers: number
  readonly readers: number
  readonly watchers: number
  /** How many objects the writers share. */
  readonly keys: number
  /** Repeats the same choices. */
  readonly seed: number
  /** Bytes of filling in each object. */
  readonly padding?: number
  /** How long a request may take, in milliseconds. */
  readonly patienceMs?: number
}

interface ConfigMap {
  readonly metadata: { readonly name: string; readonly resourceVersion: string }
  readonly data: { readonly value: string }
}

interface Answer {
  readonly status: number
  readonly body: unknown
}

const PAUSE_MS = 20

/** A workload that runs until it is stopped. */
export class Workload {
  readonly recorder = new Recorder()
  readonly #options: WorkloadOptions
  readonly #stop = new AbortController()
  readonly #tasks: Promise<void>[] = []
  readonly #random: () => number
  #values = 0
  #acknowledged = 0

  constructor(options: WorkloadOptions) {
    this.#options = options
    this.#random = lcg(options.seed)
  }

  get records(): readonly HistoryRecord[] {
    return this.recorder.records
  }

  /** Writes that the server has acknowledged so far. */
  get acknowledged(): number {
    return this.#acknowledged
  }

  /** Starts all clients. The first watchers start from the empty collection, so that nothing escapes them. */
  async start(): Promise<void> {
    const from = await this.#revision()
    const { writers, readers, watchers } = this.#options
    for (let i = 0; i < watchers; i++) this.#tasks.push(this.#watcher(from))
    for (let i = 0; i < writers; i++) this.#tasks.push(this.#writer())
    for (let i = 0; i < readers; i++) this.#tasks.push(this.#reader())
  }

  /** Ends reads and writes, lets the watches catch up with the last state, and reads that state. */
  async finish(): Promise<void> {
    this.#stop.abort()
    await Promise.all(this.#tasks)
    const end = await this.#untilAnswered(() => this.#list({ kind: 'mostRecent' }))
    await this.#watchOnce(this.#startRevision, end, AbortSignal.timeout(this.#patience))
  }

  #startRevision = 0

  async #revision(): Promise<number> {
    this.#startRevision = await this.#untilAnswered(() => this.#list({ kind: 'mostRecent' }))
    return this.#startRevision
  }

  get #patience(): number {
    return this.#options.patienceMs ?? 5_000
  }

  async #untilAnswered<T>(attempt: () => Promise<T | undefined>): Promise<T> {
    for (let tries = 0; tries < 500; tries++) {
      const answer = await attempt()
      if (answer !== undefined) return answer
      await pause()
    }
    throw new Error('the server did not come back')
  }

  async #writer(): Promise<void> {
    const known = new Map<string, number>()
    while (!this.#stop.signal.aborted) {
      const name = this.#pick()
      if (!known.has(name) || this.#random() < 0.3) {
        const seen = await this.#get(name, { kind: 'mostRecent' })
        if (seen === 'failed') await pause()
        else if (seen) known.set(name, seen.revision)
        else known.delete(name)
      }
      const revision = known.get(name)
      const verb = revision === undefined ? 'create' : this.#random() < 0.15 ? 'delete' : 'update'
      const outcome = await this.#write(name, verb, revision)
      known.delete(name)
      if (outcome.kind === 'ok' && outcome.revision !== undefined && verb !== 'delete') known.set(name, outcome.revision)
      if (outcome.kind === 'unknown') await pause()
    }
  }

  async #write(name: string, verb: 'create' | 'update' | 'delete', expected: number | undefined): Promise<WriteOutcome> {
    this.#values += 1
    const value = verb === 'delete' ? undefined : `${name}-${this.#values}`
    const start = this.recorder.now()
    const answer = await this.#send(verb, name, value, expected)
    const outcome = outcomeOf(answer, verb)
    if (outcome.kind === 'ok') this.#acknowledged += 1
    this.recorder.add({ type: 'write', key: name, verb, value, expected, start, end: this.recorder.now(), outcome })
    return outcome
  }

  #send(verb: 'create' | 'update' | 'delete', name: string, value: string | undefined, expected: number | undefined) {
    const resourceVersion = String(expected)
    if (verb === 'delete') return this.#request('DELETE', `/${name}`, { preconditions: { resourceVersion } })
    const metadata = { name, ...(expected !== undefined && { resourceVersion }) }
    const object = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata,
      data: { value, padding: 'x'.repeat(this.#options.padding ?? 0) },
    }
    return verb === 'create' ? this.#request('POST', '', object) : this.#request('PUT', `/${name}`, object)
  }

  async #reader(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const freshness: Freshness = this.#random() < 0.5 ? { kind: 'mostRecent' } : { kind: 'any' }
      const seen = this.#random() < 0.7 ? await this.#get(this.#pick(), freshness) : await this.#list(freshness)
      if (seen === 'failed' || seen === undefined) await pause()
    }
  }

  async #get(name: string, freshness: Freshness): Promise<Seen | undefined | 'failed'> {
    const start = this.recorder.now()
    const { status, body } = await this.#request('GET', `/${name}${freshness.kind === 'any' ? '?resourceVersion=0' : ''}`)
    const end = this.recorder.now()
    if (status !== 200 && status !== 404) return 'failed'
    const seen = status === 200 ? seenOf(body as ConfigMap) : undefined
    this.recorder.add({ type: 'read', key: name, freshness, start, end, seen })
    return seen
  }

  /** Lists in one piece or in pages; the revision that it shows, or undefined when the server failed. */
  async #list(freshness: Freshness): Promise<number | undefined> {
    const limit = freshness.kind === 'mostRecent' && this.#random() < 0.5 ? `&limit=${1 + Math.floor(this.#random() * 4)}` : ''
    const start = this.recorder.now()
    const items: Seen[] = []
    let revision = 0
    for (let token = ''; ; ) {
      const query = `?${freshness.kind === 'any' ? 'resourceVersion=0' : ''}${limit}${token && `&continue=${encodeURIComponent(token)}`}`
      const { status, body } = await this.#request('GET', query)
      if (status !== 200) return undefined
      const list = body as { metadata: { resourceVersion: string; continue?: string }; items: ConfigMap[] }
      revision = Number(list.metadata.resourceVersion)
      for (const item of list.items) items.push(seenOf(item))
      token = list.metadata.continue ?? ''
      if (!token) break
    }
    this.recorder.add({ type: 'list', freshness, start, end: this.recorder.now(), revision, items })
    return revision
  }

  /** Watches from a revision on, and after each break from where it got to. */
  async #watcher(from: number): Promise<void> {
    for (let revision = from; !this.#stop.signal.aborted; ) {
      revision = await this.#watchOnce(revision, Number.POSITIVE_INFINITY, this.#stop.signal)
      if (!this.#stop.signal.aborted) await pause()
    }
  }

  /** One stream, up to a revision; where it got to. */
  async #watchOnce(from: number, upTo: number, signal: AbortSignal): Promise<number> {
    const events: WatchRecordEvent[] = []
    let told = from
    try {
      const query = `?watch=true&allowWatchBookmarks=true&resourceVersion=${from}&timeoutSeconds=60`
      const response = await fetch(this.#url(query), { signal })
      if (!response.ok || !response.body) return told
      for await (const line of lines(response.body)) {
        const event = readEvent(line)
        if (event === undefined) break
        events.push(event)
        told = event.type === 'BOOKMARK' ? event.revision : event.seen.revision
        if (told >= upTo) break
      }
    } catch {
      // The stream broke off: what was told until then counts.
    }
    this.recorder.add({ type: 'watch', from, events })
    return told
  }

  #pick(): string {
    return `k${Math.floor(this.#random() * this.#options.keys)}`
  }

  #url = (rest: string): string => `${this.#options.server()}/api/v1/namespaces/${this.#options.namespace}/configmaps${rest}`

  /** Sends a request; status 0 when there is no answer. */
  async #request(method: string, rest: string, content?: object): Promise<Answer> {
    try {
      const init = content && { body: JSON.stringify(content), headers: { 'content-type': 'application/json' } }
      const response = await fetch(this.#url(rest), { method, ...init, signal: AbortSignal.timeout(this.#patience) })
      return { status: response.status, body: await response.json() }
    } catch {
      return { status: 0, body: undefined }
    }
  }
}

/** Only what is certain counts as refused: whatever the server says about itself leaves the write open. */
function outcomeOf({ status, body }: Answer, verb: 'create' | 'update' | 'delete'): WriteOutcome {
  if (status === 200 || status === 201)
    return { kind: 'ok', revision: verb === 'delete' ? undefined : seenOf(body as ConfigMap).revision }
  return status >= 400 && status < 500 && status !== 429 ? { kind: 'refused' } : { kind: 'unknown' }
}

const seenOf = ({ metadata, data }: ConfigMap): Seen => ({
  key: metadata.name,
  revision: Number(metadata.resourceVersion),
  value: data.value,
})

/** An event of a watch; undefined for an ERROR, which ends it. */
function readEvent(line: string): WatchRecordEvent | undefined {
  const { type, object } = JSON.parse(line) as { type: string; object: ConfigMap }
  if (type === 'BOOKMARK') return { type, revision: Number(object.metadata.resourceVersion) }
  return type === 'ADDED' || type === 'MODIFIED' || type === 'DELETED' ? { type, seen: seenOf(object) } : undefined
}

async function* lines(body: ReadableStream<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of body) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = parts.pop() ?? ''
    yield* parts
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS))

/** Numbers from 0 to 1 that repeat with the seed (numerical recipes' constants). */
function lcg(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
