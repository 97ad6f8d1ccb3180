/**
 * Priority levels of requests.
 *
 * @module
 */

/** A level, and its rule for requests. Both have uids, by which clients identify them. */
export interface FlowLevel {
  readonly name: 'exempt' | 'administrators' | 'global-default'
  readonly levelUid: string
  readonly schemaUid: string
}

/** All levels, in order of precedence. */
export const FLOW_LEVELS: readonly [exempt: FlowLevel, administrators: FlowLevel, globalDefault: FlowLevel] =
  /* @__PURE__ */ Object.freeze([
    /** Health checks, which need no seat. */
    /* @__PURE__ */ Object.freeze({
      name: 'exempt',
      levelUid: '5f3d1f3e-5c0b-4f0e-9d0c-2f4b8a1c7e01',
      schemaUid: '0b8f6a52-3a77-4f2d-8a53-6d9e1c2b4f11',
    }),
    /** Users with their own seats, which stay available when all others are taken. */
    /* @__PURE__ */ Object.freeze({
      name: 'administrators',
      levelUid: '8d2c7b90-1e64-4a3f-b6a8-90c1d5e3f702',
      schemaUid: '3c9e5d17-6b21-4d88-a0f4-7e2a9b6c5d12',
    }),
    /** All other users. */
    /* @__PURE__ */ Object.freeze({
      name: 'global-default',
      levelUid: 'c41a6e58-92df-4b07-8e3d-1a7f5c9b2d03',
      schemaUid: '7a1d4c83-f05e-4e96-9b7a-8c3f2d6e1a13',
    }),
  ])
