import { afterAll, beforeAll } from '@jest/globals'
import { createPostgresStorage } from '../../../src/public/storage/postgres.js'
import { describeStorage } from '../describe-storage.js'
import { type Postgres, startPostgres } from './support.js'

let postgres: Postgres
let count = 0

beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

describeStorage('PostgreSQL', () => {
  count += 1
  return createPostgresStorage({ url: postgres.socketUrl, schema: `test-${count}` })
})
