import type { BodySink, ServerResponse } from '../../src/server/index.js'
import { until } from './answers/until.js'
import { streamOf } from './requests.js'

/** A client that reads everything at once. */
export class Reader implements BodySink {
  readonly lines: string[] = []
  outcome = 'open'
  readonly release: () => void

  constructor(response: ServerResponse) {
    this.release = streamOf(response).start(this)
  }
  write(chunk: Uint8Array): number {
    this.lines.push(...new TextDecoder().decode(chunk).split('\n').filter(Boolean))
    return 0
  }
  onDrained(): void {}
  end(): void {
    this.outcome = 'ended'
  }
  abort(): void {
    this.outcome = 'aborted'
  }
  /** Waits for so many events: what a watch starts with takes more turns of the event loop on a busy machine. */
  async has(count: number): Promise<void> {
    await until(() => this.lines.length >= count)
  }
  get events(): { type: string; object: { code?: number; metadata: { name: string } } }[] {
    return this.lines.map((line) => JSON.parse(line))
  }
  get summary(): string[] {
    return this.events.map(({ type, object }) => `${type} ${object.metadata.name ?? object.code ?? ''}`.trim())
  }
}
