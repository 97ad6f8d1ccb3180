/** A hook around every request: one line for each, when it is answered. */

import { ApiError, type CustomStage } from 'binnacle'

export const accessLog = (log: (line: string) => void): CustomStage => ({
  name: 'access-log',
  // The first stage of the plane: whatever becomes of a request, it passes here.
  before: 'limits',
  async handle(exchange, next) {
    const { method, path } = exchange.request
    const tell = (code: number) => log(`${method} ${path} ${exchange.user?.username ?? '-'} ${code}`)
    try {
      const answer = await next(exchange)
      tell(exchange.code)
      return answer
    } catch (error) {
      tell(error instanceof ApiError ? error.status.code : 500)
      throw error
    }
  },
})
