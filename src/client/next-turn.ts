/**
 * Turns of the event loop.
 *
 * @module
 */

/** Node's ports have `ref` and `unref`, which browsers lack: an unreferenced one does not keep the process alive. */
type Port = MessagePort & { ref?(): void; unref?(): void }

const waiting: (() => void)[] = []
let channel: { readonly receiver: Port; readonly sender: MessagePort } | undefined

/** The next turn of the event loop, by a message: a test may control the timers. */
export function nextTurn(): Promise<void> {
  channel ??= openChannel()
  const { receiver, sender } = channel
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) receiver.ref?.()
    sender.postMessage(undefined)
  })
}

/** One channel for all callers, as channels are slow to create. It does not keep the process alive while no caller waits. */
function openChannel(): NonNullable<typeof channel> {
  const { port1, port2 } = new MessageChannel()
  const receiver: Port = port1
  receiver.onmessage = () => {
    const resolve = waiting.shift()
    if (waiting.length === 0) receiver.unref?.()
    resolve?.()
  }
  return { receiver, sender: port2 }
}
