/**
 * Which representation a client gets: the media types that it accepts against those that an answer can be made in.
 *
 * @module
 */

import { type MediaRange, parseAccept } from '../codec/index.js'
import { type Dialect, notAcceptable } from '../meta/index.js'
import type { RequestInfo } from './parse-request.js'

/** The shapes that an object or a list can be asked for in. */
export type Shape = 'Object' | 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList'

/** How an answer is written. */
export interface Representation {
  readonly format: 'json' | 'yaml'
  readonly shape: Shape
  /** `apiVersion` of tables and partial metadata, such as `meta.platform.io/v1`. */
  readonly metaVersion: string
  /** JSON with line breaks and indentation. */
  readonly pretty: boolean
}

/** What kind of answer is to be represented. */
export type AnswerKind = 'object' | 'list' | 'watch'

const JSON_TYPE = 'application/json'
const YAML_TYPE = 'application/yaml'
const OFFERED = [JSON_TYPE, YAML_TYPE]
const META_VERSIONS: ReadonlySet<string> = new Set(['v1', 'v1beta1'])

/** Shapes that make sense for each kind of answer. */
const SHAPES: Readonly<Record<AnswerKind, ReadonlySet<string>>> = {
  object: new Set(['Table', 'PartialObjectMetadata']),
  list: new Set(['Table', 'PartialObjectMetadataList']),
  watch: new Set(['Table', 'PartialObjectMetadata']),
}

/** How many different `Accept` headers are remembered with their outcome. Clients of a plane use a handful. */
const REMEMBERED = 256

/** Chooses representations; one for each server. */
export class Negotiator {
  readonly #metaGroup: string
  readonly #chosen = new Map<string, Representation>()

  /** @param dialect - Says what the group of tables is called. */
  constructor(dialect: Dialect) {
    this.#metaGroup = `meta.${dialect.groupDomain}`
  }

  /**
   * Chooses how a request is answered: the client's first choice that can be served, in the order of RFC 9110 §12.5.1.
   *
   * @param request - The request, whose `Accept` and `pretty` count.
   * @param kind - What the answer is.
   * @throws {@link ApiError} 406 when nothing acceptable can be made.
   * @see Specification, "Content negotiation"
   */
  choose(request: RequestInfo, kind: AnswerKind): Representation {
    const pretty = wantsPretty(request)
    const accept = request.header('accept') ?? ''
    const key = `${kind}${pretty ? '+' : ' '}${accept}`
    const known = this.#chosen.get(key)
    if (known) return known
    const chosen = this.#negotiate(accept, kind, pretty)
    if (!chosen) throw notAcceptable(kind === 'watch' ? [`${JSON_TYPE};stream=watch`] : OFFERED)
    if (this.#chosen.size >= REMEMBERED) this.#chosen.clear()
    this.#chosen.set(key, chosen)
    return chosen
  }

  /**
   * Chooses how a failure is written, which is always possible: JSON unless YAML is preferred.
   *
   * @param request - The request that failed.
   */
  chooseForError(request: RequestInfo): Pick<Representation, 'format' | 'pretty'> {
    const pretty = wantsPretty(request)
    try {
      const [first] = parseAccept(request.header('accept')).flatMap((range) => formatOf(range) ?? [])
      return { format: first ?? 'json', pretty }
    } catch {
      return { format: 'json', pretty }
    }
  }

  #negotiate(accept: string, kind: AnswerKind, pretty: boolean): Representation | undefined {
    for (const range of parseAccept(accept)) {
      const format = formatOf(range)
      if (format === undefined || (kind === 'watch' && format === 'yaml')) continue
      const shape = this.#shapeOf(range, kind)
      if (shape === undefined) continue
      const version = range.parameters.v ?? 'v1'
      const indented = format === 'json' && kind !== 'watch' && (pretty || isSet(range.parameters.pretty))
      return { format, shape, metaVersion: `${this.#metaGroup}/${shape === 'Object' ? 'v1' : version}`, pretty: indented }
    }
    return undefined
  }

  /** The shape that a range asks for; undefined when it is none of ours, or not one for this kind of answer. */
  #shapeOf({ parameters }: MediaRange, kind: AnswerKind): Shape | undefined {
    const { as, g, v } = parameters
    if (as === undefined || as === '') return 'Object'
    if (!SHAPES[kind].has(as) || g !== this.#metaGroup || !META_VERSIONS.has(v ?? '')) return undefined
    return as as Shape
  }
}

function formatOf({ type, subtype }: MediaRange): 'json' | 'yaml' | undefined {
  if (type === '*' || (type === 'application' && (subtype === '*' || subtype === 'json'))) return 'json'
  return type === 'application' && subtype === 'yaml' ? 'yaml' : undefined
}

const isSet = (value: string | undefined): boolean => value === '1' || value?.toLowerCase() === 'true' || value === 't'

/** People at a terminal or a browser read what they get, so those get line breaks without asking. */
const PEOPLE = /^(?:curl|Wget|Mozilla\/5\.0)/

function wantsPretty(request: RequestInfo): boolean {
  const value = request.query.get('pretty')
  if (value) return isSet(value)
  const agent = request.header('user-agent')
  return agent !== undefined && PEOPLE.test(agent)
}
