// Processor time of the thread that asks, in milliseconds: on a busy machine the time on the wall says as much about others.
// Where the system does not tell that, the time on the wall has to do.
import { readFileSync } from 'node:fs'

function threadMs() {
  // Brings the figures of the thread that runs up to date.
  process.cpuUsage()
  return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1e6
}

export const threadClock = process.platform === 'linux' ? threadMs : () => performance.now()
