/**
 * A real etcd in a test.
 *
 * @module
 */

/** What `tools/etcd.mjs` starts. */
export interface Etcd {
  readonly url: string
  pause(): Promise<void>
  resume(): Promise<void>
  kill(): Promise<void>
  restart(): Promise<void>
  stop(): Promise<void>
}

/** How etcd is started. */
export interface EtcdStart {
  readonly tls?: { readonly cert: string; readonly key: string; readonly ca?: string }
  readonly args?: readonly string[]
}

const TOOL: string = '../../../tools/etcd.mjs'

/** Starts an etcd that the test stops at its end. */
export async function startEtcd(options: EtcdStart = {}): Promise<Etcd> {
  const tool: { startEtcd(options: EtcdStart): Promise<Etcd> } = await import(TOOL)
  return tool.startEtcd(options)
}
