/**
 * The steps of each write: create, update, patch, apply and delete, in order.
 *
 * A dry run ends at the step `dryRun`. Steps that updates, patches and applies share are listed once.
 *
 * @module
 */

import type { ConnectOptions } from '../../resources/index.js'
import type { DeleteAnswer, WriteAnswer } from '../types.js'
import { admit, mutate, mutateNothing, mutateOptions } from './admit.js'
import {
  decodeConfiguration,
  decodeMerged,
  mergeConfiguration,
  requireCreateByApply,
  requireState,
  requireTypes,
} from './apply.js'
import { authorizeChange } from './authorize.js'
import { letThrough } from './connect.js'
import {
  decodeBody,
  prepareNew,
  requireCreatable,
  requireFreeName,
  requireNoVersion,
  requirePlace,
  stopDryRunOfNew,
  storeNew,
} from './create.js'
import { defaultByKind, defaultBySchema, loadSchema } from './defaults.js'
import { markHeld, requireDeletable, requirePreconditions, stopDryRunOfDelete, storeDeletion } from './delete.js'
import { readOwners, trackOwners } from './ownership.js'
import { applyPatch, decodePatched, requireLive, requirePatchable } from './patch.js'
import { answerReview, placeReview, prepareReviewBody, trackReviewOwners, validateReview } from './review.js'
import { type Steps, steps } from './step.js'
import {
  isMissing,
  prepareChange,
  requireAddressed,
  requireCreateByUpdate,
  requireUid,
  requireUpdatable,
  requireVersion,
  stopDryRunOfChange,
  stopUnchanged,
  storeChange,
  widenScale,
} from './update.js'
import { prepareToValidate, validateKind, validateSchema, warnOfObject } from './validate.js'
import { convertToStored, readLive, readStored, showForAdmission } from './versions.js'

/** A write as steps: those that run once, and those that run again when another write came in between. */
export interface Verb<A> {
  readonly once: Steps<A>
  readonly attempt: Steps<A>
}

const DEFAULT = { default: defaultBySchema, complete: defaultByKind }

const VALIDATE = { judge: prepareToValidate, schema: validateSchema, validate: validateKind, warn: warnOfObject }

/** From a new object with defaults and owners to the store. */
const STORE_NEW = steps<WriteAnswer>({
  mutate,
  prepare: prepareNew,
  authorize: authorizeChange,
  ...VALIDATE,
  admit,
  name: requireFreeName,
  dryRun: stopDryRunOfNew,
  convert: convertToStored,
  store: storeNew,
})

/** From a changed object with defaults and owners to the store. */
const STORE_CHANGE = steps<WriteAnswer>({
  mutate,
  prepare: prepareChange,
  authorize: authorizeChange,
  ...VALIDATE,
  admit,
  unchanged: stopUnchanged,
  dryRun: stopDryRunOfChange,
  convert: convertToStored,
  store: storeChange,
})

const CREATE_DECODED = [...steps({ ...DEFAULT, own: trackOwners }), ...STORE_NEW]

const CHANGE_DECODED = [
  ...steps({ version: requireVersion, widen: widenScale, ...DEFAULT, owners: readOwners, own: trackOwners }),
  ...STORE_CHANGE,
]

const CREATE_BY_UPDATE = [
  ...steps({ accept: requireCreateByUpdate, uid: requireUid, type: requireCreatable, place: requirePlace }),
  ...CREATE_DECODED,
]

const CREATE_BY_APPLY = [...steps({ type: requireCreatable, place: requirePlace, ...DEFAULT }), ...STORE_NEW]

const CHANGE_BY_APPLY = [...steps({ version: requireVersion, ...DEFAULT }), ...STORE_CHANGE]

export const CREATE: Verb<WriteAnswer> = {
  once: steps({ load: loadSchema, accept: requireCreatable, decode: decodeBody, version: requireNoVersion, place: requirePlace }),
  attempt: CREATE_DECODED,
}

/** A create of a virtual type. */
export const REVIEW: Verb<WriteAnswer> = {
  once: steps({
    load: loadSchema,
    accept: requireCreatable,
    decode: decodeBody,
    place: placeReview,
    ...DEFAULT,
    own: trackReviewOwners,
    mutate,
    prepare: prepareReviewBody,
    validate: validateReview,
    admit,
    answer: answerReview,
  }),
  attempt: [],
}

/** A connect request, which has only options. */
export const CONNECT: Verb<ConnectOptions> = { once: steps({ mutate: mutateOptions, admit, letThrough }), attempt: [] }

export const UPDATE: Verb<WriteAnswer> = {
  once: steps({ load: loadSchema, accept: requireUpdatable, decode: decodeBody, address: requireAddressed }),
  attempt: [
    ...steps<WriteAnswer>({
      read: readLive,
      find: (write) => (isMissing(write) ? CREATE_BY_UPDATE : undefined),
      uid: requireUid,
    }),
    ...CHANGE_DECODED,
  ],
}

export const PATCH: Verb<WriteAnswer> = {
  once: steps({ load: loadSchema, accept: requirePatchable }),
  attempt: [
    ...steps({ read: readLive, find: requireLive, patch: applyPatch, decode: decodePatched, address: requireAddressed }),
    ...CHANGE_DECODED,
  ],
}

export const APPLY: Verb<WriteAnswer> = {
  once: steps({ load: loadSchema, accept: requirePatchable, decode: decodeConfiguration }),
  attempt: steps<WriteAnswer>({
    read: readLive,
    find: requireCreateByApply,
    state: requireState,
    owners: readOwners,
    merge: mergeConfiguration,
    types: requireTypes,
    decodeMerged,
    goOn: (write) => (isMissing(write) ? CREATE_BY_APPLY : CHANGE_BY_APPLY),
  }),
}

export const DELETE: Verb<DeleteAnswer> = {
  once: steps({ load: loadSchema }),
  attempt: steps({
    read: readStored,
    find: requireLive,
    preconditions: requirePreconditions,
    accept: requireDeletable,
    show: showForAdmission,
    mutate: mutateNothing,
    admit,
    mark: markHeld,
    dryRun: stopDryRunOfDelete,
    store: storeDeletion,
  }),
}
