// Processor time of the current thread, in milliseconds: on a busy machine wall time includes the work of others. Wall time is
// used if the system does not provide it.
import { readFileSync } from 'node:fs'

function threadMs() {
  // Updates the figures of the running thread.
  process.cpuUsage()
  return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1e6
}

export const threadClock = process.platform === 'linux' ? threadMs : () => performance.now()
