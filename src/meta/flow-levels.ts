/**
 * The levels that requests are sorted into.
 *
 * @module
 */

/** A level, and the rule that sorts requests into it. They have uids, as clients know a level and its rule by these alone. */
export interface FlowLevel {
  readonly name: 'exempt' | 'administrators' | 'global-default'
  readonly levelUid: string
  readonly schemaUid: string
}

/** All levels, the one that counts first before the others. */
export const FLOW_LEVELS: readonly [exempt: FlowLevel, administrators: FlowLevel, globalDefault: FlowLevel] = Object.freeze([
  /** Health checks: they need no seat. */
  Object.freeze({
    name: 'exempt',
    levelUid: '5f3d1f3e-5c0b-4f0e-9d0c-2f4b8a1c7e01',
    schemaUid: '0b8f6a52-3a77-4f2d-8a53-6d9e1c2b4f11',
  }),
  /** Users with seats of their own, which are free when all others are taken. */
  Object.freeze({
    name: 'administrators',
    levelUid: '8d2c7b90-1e64-4a3f-b6a8-90c1d5e3f702',
    schemaUid: '3c9e5d17-6b21-4d88-a0f4-7e2a9b6c5d12',
  }),
  /** All other users. */
  Object.freeze({
    name: 'global-default',
    levelUid: 'c41a6e58-92df-4b07-8e3d-1a7f5c9b2d03',
    schemaUid: '7a1d4c83-f05e-4e96-9b7a-8c3f2d6e1a13',
  }),
])
