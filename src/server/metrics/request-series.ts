/**
 * The series in which requests are counted. Those of one verb and type are found without making their keys anew for each request.
 *
 * @module
 */

import type { RequestInfo } from '../../endpoints/index.js'
import type { ResourceVersion } from '../../resources/index.js'
import { type FindResource, isLongRunning, type RequestLabels, requestLabels } from './request-labels.js'
import {
  durationSeries,
  type HistogramSeries,
  type Labels,
  type NumberSeries,
  numberSeries,
  SeriesMap,
  sizeSeries,
} from './series.js'

/** What is counted of requests with the same labels. */
export class CountedRequests {
  /** The same for the same labels. */
  readonly key: string
  /** Whether their answers last as long as their clients like. */
  readonly isLongRunning: boolean
  /** Whether the sizes of their answers are counted, as in Kubernetes: those of single objects and of lists. */
  readonly hasSizes: boolean
  readonly #labels: RequestLabels
  readonly #all: RequestSeries
  readonly #byStatus = new Map<number, NumberSeries>()
  #durations: HistogramSeries | undefined
  #sizes: HistogramSeries | undefined

  constructor(labels: RequestLabels, all: RequestSeries) {
    const { verb, group, version, resource, subresource, scope } = labels
    this.key = `${verb} ${group}/${version}/${resource}/${subresource} ${scope}`
    this.isLongRunning = isLongRunning(labels)
    this.hasSizes = verb === 'GET' || verb === 'LIST'
    this.#labels = labels
    this.#all = all
  }

  readonly labels = (): Labels => ({ ...this.#labels })

  /** Those that were answered with a status. */
  withStatus(status: number): NumberSeries {
    let series = this.#byStatus.get(status)
    if (!series) {
      series = this.#all.requests.at(`${this.key} ${status}`, () => ({ ...this.#labels, code: String(status) }))
      this.#byStatus.set(status, series)
    }
    return series
  }

  /** How long their answers took. */
  get durations(): HistogramSeries {
    this.#durations ??= this.#all.durations.at(this.key, this.labels)
    return this.#durations
  }

  /** How large their answers were. */
  get sizes(): HistogramSeries {
    this.#sizes ??= this.#all.sizes.at(this.key, this.labels)
    return this.#sizes
  }
}

/** By verb, scope and subresource, all of which are texts that exist: a look-up makes none. */
type CountedByLabels = Map<string, Map<string, Map<string, CountedRequests>>>

/** The series of all requests. */
export class RequestSeries {
  readonly requests = new SeriesMap(numberSeries)
  readonly durations = durationSeries()
  readonly sizes = sizeSeries()
  readonly #find: FindResource
  readonly #byVersion = new WeakMap<ResourceVersion, CountedByLabels>()
  /** Of addresses that nothing serves. */
  readonly #unserved: CountedByLabels = new Map()

  /** @param find - Finds the type that a request addresses. */
  constructor(find: FindResource) {
    this.#find = find
  }

  /** Those that are counted with a request. */
  of(request: RequestInfo): CountedRequests {
    const served = request.isResourceRequest ? this.#find(request.group, request.version, request.resource)?.version : undefined
    const labels = requestLabels(request, served)
    const known = served ? entryOf(this.#byVersion, served, (): CountedByLabels => new Map()) : this.#unserved
    const ofVerb = entryOf(known, labels.verb, () => new Map())
    const inScope = entryOf(ofVerb, labels.scope, () => new Map())
    return entryOf(inScope, labels.subresource, () => new CountedRequests(labels, this))
  }
}

/** The entry of a key, made when it is first asked for. */
function entryOf<K, V>(entries: { get(key: K): V | undefined; set(key: K, entry: V): unknown }, key: K, make: () => V): V {
  let entry = entries.get(key)
  if (entry === undefined) {
    entry = make()
    entries.set(key, entry)
  }
  return entry
}
