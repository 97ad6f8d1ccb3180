/**
 * Priority levels of requests, and the rules that sort requests into them. Their names are those of the mandatory and suggested
 * objects of Kubernetes.
 *
 * @module
 */

/** A rule for requests (FlowSchema), and its level (PriorityLevelConfiguration). Both have uids, by which clients identify them. */
export interface FlowRule {
  readonly schema: 'exempt' | 'probes' | 'global-default' | 'catch-all'
  readonly schemaUid: string
  readonly level: 'exempt' | 'global-default' | 'catch-all'
  readonly levelUid: string
}

/** Spreading an object would keep all of this in bundles that do not use it. */
const EXEMPT_UID = '5f3d1f3e-5c0b-4f0e-9d0c-2f4b8a1c7e01'

/** All rules, in order of precedence. */
export const FLOW_RULES: readonly [exempt: FlowRule, probes: FlowRule, globalDefault: FlowRule, catchAll: FlowRule] =
  /* @__PURE__ */ Object.freeze([
    /** Administrators: users with their own seats, which stay available when all others are taken. */
    /* @__PURE__ */ Object.freeze({
      schema: 'exempt',
      schemaUid: '3c9e5d17-6b21-4d88-a0f4-7e2a9b6c5d12',
      level: 'exempt',
      levelUid: EXEMPT_UID,
    }),
    /** Health checks, which need no seat. */
    /* @__PURE__ */ Object.freeze({
      schema: 'probes',
      schemaUid: '0b8f6a52-3a77-4f2d-8a53-6d9e1c2b4f11',
      level: 'exempt',
      levelUid: EXEMPT_UID,
    }),
    /** All other users. */
    /* @__PURE__ */ Object.freeze({
      schema: 'global-default',
      schemaUid: '7a1d4c83-f05e-4e96-9b7a-8c3f2d6e1a13',
      level: 'global-default',
      levelUid: 'c41a6e58-92df-4b07-8e3d-1a7f5c9b2d03',
    }),
    /** No request is left for it. It exists as clients expect it in every cluster. */
    /* @__PURE__ */ Object.freeze({
      schema: 'catch-all',
      schemaUid: '29ad7432-821d-4a46-ac69-d9bf494f6a88',
      level: 'catch-all',
      levelUid: '61084a87-7eff-4421-93ce-2cfbb75490bb',
    }),
  ])
