/**
 * The path of every request: the stages that both doors share, HTTP and clients in process, and the verb at the end.
 *
 * @module
 */

export { createEndpoints, type Endpoints } from './endpoints.js'
export { chosenAuditId, type Door, type Exchange } from './exchange.js'
export { FlowControl, type RequestSlot } from './flow/flow-control.js'
export { seatsOf } from './flow/request-seats.js'
export { SharedBytes } from './flow/shared-bytes.js'
export { defaultLimits, type ServerLimits } from './limits.js'
export { consoleLogger, guardedLogger, type LogFields, type Logger } from './logger.js'
export * from './options/index.js'
export type { AdmittedWatch, AnswerKind, Outcome } from './outcome.js'
export { isReadMethod, type RequestInfo } from './request-info.js'
export type { RequestKind, RequestMetrics } from './request-metrics.js'
export { type CustomStage, type Stage, withCustomStages } from './stage.js'
export type { AnonymousAccess } from './stages/authentication.js'
export { InFlight } from './stages/in-flight.js'
export { requestStages } from './stages/stages.js'
export { requireTime } from './stages/time-limit.js'
export type { RequestTrace } from './trace.js'
export { dispatchVerb } from './verbs/dispatch-verb.js'
export { MAX_SHORTENED_WARNING, MAX_WARNINGS_LENGTH, type WarningCollector } from './warnings.js'
export { WatchRegister } from './watch-register.js'
