// What processor time a server has had, told to whoever measures it.
export function tellCpu() {
  const { user, system } = process.cpuUsage()
  process.send({ us: user + system })
}
