/**
 * The PostgreSQL engine: a plane's state in a database that many replicas share. Needs the package `pg`.
 *
 * @module
 */

export { createPostgresStorage } from '../../storage/postgres/index.js'
