/**
 * A plane for tests: a whole control plane with a manual clock, faults, seeds and time travel.
 *
 * @module
 */

import { Activity, type Client, type InProcessClientOptions, type Transport } from '../client/index.js'
import type { RequestTrace } from '../endpoints/index.js'
import { check, type OptionCheck, type UserInfo } from '../meta/index.js'
import { type ControlPlane, type ControlPlaneOptions, createControlPlane, optionsWith } from '../plane/index.js'
import { loadWrites } from '../registry/index.js'
import { diffStates, type ObjectDifference } from './diff.js'
import { FaultRules, type Faults } from './faults.js'
import { typeFinder } from './find-type.js'
import { RequestHistory, type RequestRecord } from './history.js'
import { ManualClock, requireDuration } from './manual-clock.js'
import type { Manifests } from './read-manifests.js'
import type { RequestFilter } from './request-filter.js'
import { seedState } from './seed.js'
import { SeededRandom } from './seeded-random.js'
import { settled } from './settled.js'
import { ShuffledDelivery } from './shuffled-delivery.js'
import { type PlaneSnapshot, snapshotOf } from './snapshot.js'
import { testedHandler } from './tested-handler.js'
import { testedTransport } from './tested-transport.js'
import { Timeline } from './timeline.js'
import type { Wire } from './wire.js'

/** Options of a test plane: those of any plane except its storage, and those for tests. */
export interface TestPlaneOptions extends Omit<ControlPlaneOptions, 'storage' | 'routes' | 'clock' | 'random'> {
  /** Objects stored at the start; see {@link TestPlane.seed}. */
  readonly objects?: Manifests
  /** The clock of everything in the plane; a new one by default, at 2026-01-02T03:04:05Z. Planes may share one. */
  readonly clock?: ManualClock
  /** Seed of names, uids and all other random values. Default 1. */
  readonly seed?: number
  /**
   * Delivers events to the watches of in-process clients with a delay, in a random order between watches that the seed
   * determines. Each watch still receives all events in order. Default false.
   */
  readonly shuffleDeliveries?: boolean
}

/** A control plane in a test. It opens no port and sets no timer; `close()` releases everything. */
export interface TestPlane extends ControlPlane {
  readonly clock: ManualClock
  /** Faults between clients and the plane. */
  readonly faults: Faults
  /** The newest revision. */
  readonly revision: number
  /**
   * Makes a client in process. `settled()` waits for all clients of one plane.
   *
   * @param options - The user; the plane itself by default.
   */
  client(options?: InProcessClientOptions): Client
  /**
   * Resolves when no work is left: requests are answered, informers have caught up, work queues are empty. It does not wait for
   * timers; {@link TestPlane.advance} fires them.
   *
   * @throws Error after three seconds in which work waits for the clock by `pause`, and the clock is not advanced.
   */
  settled(): Promise<void>
  /**
   * Moves time forward, from one timer to the next; before and after each, all other work is finished. Work that waits for
   * anything else than time and the plane is not awaited.
   *
   * @param ms - Milliseconds.
   */
  advance(ms: number): Promise<void>
  /**
   * Stores objects as they are: no admission, no validation, no check of owners; existing ones are replaced. So any state can be
   * loaded, such as objects under deletion, fields of unknown managers, and dumps of clusters. Uids and creation times are kept,
   * and generated where missing; versions are the plane's own. Namespaced objects without a namespace go to `default`; namespaces
   * are not created.
   *
   * @param objects - Objects, lists of them, or YAML or JSON text, in several documents or not.
   * @throws RangeError that names all types that the plane does not serve, and for a value that is no object; nothing is stored
   *   then.
   */
  seed(objects: Manifests): Promise<void>
  /**
   * Reads the state at a revision, however long ago that was.
   *
   * @param revision - From 1; default the newest.
   * @throws RangeError for a revision that does not exist.
   */
  at(revision?: number): PlaneSnapshot
  /**
   * Compares the states at two revisions.
   *
   * @param from - A revision.
   * @param to - Another; default the newest.
   * @throws RangeError for a revision that does not exist.
   */
  diff(from: number, to?: number): readonly ObjectDifference[]
  /**
   * Restores an earlier state. Objects have their earlier versions again; the plane's own revision continues. Watches end with
   * 410, as after a restore, and informers start anew. Time does not go back.
   *
   * @param revision - A revision.
   * @throws RangeError for a revision that does not exist.
   */
  rewind(revision: number): Promise<void>
  /**
   * Makes another plane with the same state, history of revisions, time and random state. Afterwards the two are independent; the
   * fork's request history and faults are empty.
   */
  fork(): Promise<TestPlane>
  /**
   * The requests so far, oldest first: those of in-process clients, and resource requests to `handle`.
   *
   * @param filter - Selects requests; all by default.
   * @throws TypeError with one line for each unknown or wrong member of the filter.
   */
  history(filter?: RequestFilter): readonly RequestRecord[]
}

/**
 * Makes a test plane.
 *
 * @param options - Types, objects, clock and seed; all options of a control plane.
 * @returns The plane, ready to answer. Close it when the test is over.
 * @throws TypeError with one line for each invalid option, RangeError for objects that cannot be loaded.
 */
export async function testPlane(options: TestPlaneOptions = {}): Promise<TestPlane> {
  check.refuse('testPlane', checkedOptions(options, ''))
  const { objects, clock = new ManualClock(), seed = 1, shuffleDeliveries = false, ...planeOptions } = options
  const parts = { timeline: new Timeline(), clock, random: new SeededRandom(seed), planeOptions, shuffleDeliveries }
  const plane = await openPlane(parts)
  try {
    if (objects !== undefined) await plane.seed(objects)
    return plane
  } catch (error) {
    await plane.close()
    throw error
  }
}

/** A part of every test plane: a storage with a history, repeatable random numbers. */
const isOwn: OptionCheck = function* (_value, path) {
  yield `${path} is the test plane's own: expected none`
}
const checkedOptions = /* @__PURE__ */ optionsWith(
  {
    objects: check.anything,
    clock: check.fits('a ManualClock', (value) => check.has(value, 'advance')),
    seed: check.fits('a number that chance could repeat with', (value) => Number.isFinite(value)),
    shuffleDeliveries: check.truth,
  },
  { storage: isOwn, routes: isOwn, random: isOwn, controllerClient: isOwn },
)

/** The parts of a fork, its own and shared ones. */
interface PlaneParts {
  readonly timeline: Timeline
  readonly clock: ManualClock
  readonly random: SeededRandom
  readonly shuffleDeliveries: boolean
  readonly planeOptions: ControlPlaneOptions
}

async function openPlane(parts: PlaneParts): Promise<TestPlane> {
  const { timeline, clock, random, planeOptions } = parts
  const wire = createWire(parts)
  const { activity, faults, history } = wire
  const trace = (told: RequestTrace) => {
    history.traced(told)
    planeOptions.trace?.(told)
  }
  const wrapTransport = (transport: Transport, user: UserInfo) => testedTransport(wire, transport, user.username)
  const controllerClient = { activity, wrapTransport }
  const [plane] = await Promise.all([
    createControlPlane({ ...planeOptions, storage: timeline, clock, random, trace, controllerClient }),
    // Every test writes, so that code is loaded before the test begins.
    loadWrites(),
  ])
  const { handle } = testedHandler(wire, plane, planeOptions.authenticators ?? [])

  return {
    dialect: plane.dialect,
    features: plane.features,
    catalog: plane.catalog,
    registry: plane.registry,
    get stats() {
      return plane.stats
    },
    within: (connection, run, options) => plane.within(connection, run, options),
    explainAccess: (question) => plane.explainAccess(question),
    startDraining: () => plane.startDraining(),
    drain: () => plane.drain(),
    close: () => plane.close(),
    handle,
    clock,
    faults,
    client: (options = {}) => {
      check.refuse('plane.client', check.object(options, 'options'))
      return plane.client({
        activity,
        ...options,
        wrapTransport(transport, user) {
          const tested = wrapTransport(transport, user)
          return options.wrapTransport ? options.wrapTransport(tested, user) : tested
        },
      })
    },
    settled: () => settled(activity, clock),
    advance: (ms) => advance(clock, activity, ms),
    get revision() {
      return timeline.latest
    },
    ...timeTravel(plane, parts),
    history: (filter) => history.records(filter),
  }
}

/** The test parts between the clients of a plane and the plane. */
function createWire({ clock, random, shuffleDeliveries }: PlaneParts): Wire {
  const activity = new Activity()
  let asked = 0
  return {
    faults: new FaultRules(),
    history: new RequestHistory(clock),
    activity,
    clock,
    delivery: shuffleDeliveries ? new ShuffledDelivery(random.clone(), activity) : undefined,
    nextAuditId: () => `request-${++asked}`,
  }
}

async function advance(clock: ManualClock, activity: Activity, ms: number): Promise<void> {
  requireDuration(ms)
  const end = clock.now() + ms
  await activity.stalled()
  for (let next = clock.nextTimerAt; next !== undefined && next <= end; next = clock.nextTimerAt) {
    clock.advance(Math.max(0, next - clock.now()))
    await activity.stalled()
  }
  clock.advance(end - clock.now())
}

type TimeTravel = Pick<TestPlane, 'seed' | 'at' | 'diff' | 'rewind' | 'fork'>

/** Methods that need a timeline as storage. */
function timeTravel({ catalog }: ControlPlane, parts: PlaneParts): TimeTravel {
  const { timeline, clock, random } = parts
  const findType = typeFinder(catalog)
  const stateAt = (revision: number) => timeline.stateAt(requireRevision(revision, timeline.latest))
  return {
    seed: (objects) => seedState({ timeline, catalog, clock, random }, objects),
    at: (revision = timeline.latest) => snapshotOf(revision, stateAt(revision), findType),
    diff: (from, to = timeline.latest) => diffStates(stateAt(from), stateAt(to)),
    rewind: async (revision) => timeline.rewind(requireRevision(revision, timeline.latest)),
    async fork() {
      const [own, here] = [random.clone(), random.clone()]
      const origin = { timeline: new Timeline(timeline), clock: new ManualClock(clock.now()), random: own }
      const fork = await openPlane({ ...parts, ...origin })
      // Opening the fork consumed random values.
      own.follow(here)
      return fork
    },
  }
}

function requireRevision(revision: number, latest: number): number {
  if (Number.isInteger(revision) && revision >= 1 && revision <= latest) return revision
  throw new RangeError(`there is no revision ${revision}; expected a whole number from 1 to ${latest}`)
}
