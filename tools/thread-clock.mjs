// Processor time of the current thread, in milliseconds: on a busy machine wall time includes the work of others. Wall time is
// used if the system does not provide it.
import { readFileSync } from 'node:fs'

function threadMs() {
  // Brings the figures of the thread that runs up to date.
  process.cpuUsage()
  return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1e6
}

export const threadClock = process.platform === 'linux' ? threadMs : () => performance.now()
