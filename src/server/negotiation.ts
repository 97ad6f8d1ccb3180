/**
 * Content negotiation: the media types that a client accepts against those of an answer.
 *
 * @module
 */

import { type MediaRange, parseAccept } from '../codec/index.js'
import type { AnswerKind } from '../endpoints/index.js'
import { type Dialect, notAcceptable } from '../meta/index.js'
import { type BinaryForm, BinaryForms, type BinaryTarget, mayBeBinary } from './binary-form.js'
import type { ParsedRequest } from './parsed-request.js'

/** The shapes of an object or a list. */
export type Shape = 'Object' | 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList'

/** The representation of an answer. */
export interface Representation {
  readonly format: 'json' | 'yaml' | 'protobuf'
  readonly shape: Shape
  /** `apiVersion` of tables and partial metadata, such as `meta.platform.io/v1`. */
  readonly metaVersion: string
  /** JSON with line breaks and indentation. */
  readonly pretty: boolean
  /** Whether `metadata.managedFields` of all objects is left out. */
  readonly dropManagedFields: boolean
  /** The protobuf encoder, where that is the format. */
  readonly binary?: BinaryForm
}

/** The layout of a value. */
export type Layout = Pick<Representation, 'format' | 'pretty' | 'binary'>

/** Answers of virtual types are objects of their own kind. */
type ShapedKind = AnswerKind | 'review'

const JSON_TYPE = 'application/json'
const YAML_TYPE = 'application/yaml'
const META_VERSIONS: ReadonlySet<string> = new Set(['v1', 'v1beta1'])

/** The possible shapes of each kind of answer. */
const SHAPES: Readonly<Record<ShapedKind, ReadonlySet<string>>> = {
  object: new Set(['Table', 'PartialObjectMetadata']),
  list: new Set(['Table', 'PartialObjectMetadataList']),
  watch: new Set(['Table', 'PartialObjectMetadata']),
  // The answer of a virtual type is no row.
  review: new Set(['PartialObjectMetadata']),
}

/** The most `Accept` headers whose outcome is cached. Clients of a plane use a handful. */
const REMEMBERED = 256

/** Protobuf forms of an answer. */
interface Capabilities {
  /** The form of the target's objects. */
  readonly target: BinaryForm | undefined
  /** The form of metadata alone, which every kind has. */
  readonly common: BinaryForm | undefined
}

const TEXT_ONLY: Capabilities = { target: undefined, common: undefined }

/** Chooses representations; one for each server. */
export class Negotiator {
  readonly #metaGroup: string
  readonly #protobufSubtype: string
  readonly #protobufType: string
  readonly #binary: BinaryForms
  readonly #chosen = new Map<string, Representation>()

  /** @param dialect - Names the group of tables and the media type of protobuf. */
  constructor(dialect: Dialect) {
    this.#metaGroup = `meta.${dialect.groupDomain}`
    this.#protobufType = dialect.protobufMediaType
    this.#protobufSubtype = dialect.protobufMediaType.slice('application/'.length)
    this.#binary = new BinaryForms(dialect)
  }

  /**
   * Chooses how a request is answered: the client's first choice that can be served, in the order of RFC 9110 §12.5.1.
   *
   * @param request - The request, whose `Accept` and `pretty` count.
   * @param answer - The kind of answer.
   * @param target - The request's target; decides whether there is a protobuf form.
   * @returns The choice; a promise of it for clients that accept protobuf.
   * @throws {@link ApiError} 406 when nothing acceptable can be made.
   * @see Specification, "Content negotiation"
   */
  choose(request: ParsedRequest, answer: AnswerKind, target: BinaryTarget): Representation | Promise<Representation> {
    const isReview = target.definition.review || target.subresource?.virtualType !== undefined
    const kind = answer === 'object' && isReview ? 'review' : answer
    const pretty = wantsPretty(request)
    const accept = request.header('accept') ?? ''
    const key = `${kind}${target.definition.custom ? '*' : ''}${pretty ? '+' : ' '}${accept}`
    const known = this.#chosen.get(key)
    if (known) return known
    const ranges = target.definition.custom ? parseAccept(accept) : this.#named(parseAccept(accept))
    if (ranges.some((range) => this.#isBinary(range))) return this.#chooseAny(ranges, kind, target, pretty)
    const chosen = this.#negotiate(ranges, kind, pretty, TEXT_ONLY) ?? this.#refuse(kind, target)
    if (this.#chosen.size >= REMEMBERED) this.#chosen.clear()
    this.#chosen.set(key, chosen)
    return chosen
  }

  /**
   * Chooses the format of an error, which is always possible: JSON unless YAML or protobuf is preferred.
   *
   * @param request - The request that failed.
   * @param textOnly - Whether the target has no protobuf form.
   */
  async chooseForError(request: ParsedRequest, textOnly: boolean): Promise<Layout> {
    const pretty = wantsPretty(request)
    let ranges: readonly MediaRange[]
    try {
      ranges = parseAccept(request.header('accept'))
    } catch {
      return { format: 'json', pretty }
    }
    for (const range of ranges) {
      const format = this.#formatOf(range)
      if (format === 'protobuf' && !textOnly) return { format, pretty, binary: await this.#binary.common() }
      if (format === 'json' || format === 'yaml') return { format, pretty }
    }
    return { format: 'json', pretty }
  }

  /**
   * What is accepted of an answer about a type of the plane itself: at least one media type has to be named, or anything be
   * accepted, for `application/*` to count.
   */
  #named(ranges: readonly MediaRange[]): readonly MediaRange[] {
    return ranges.every((range) => (range.subtype === '*' ? range.type !== '*' : this.#formatOf(range) === undefined))
      ? []
      : ranges
  }

  async #chooseAny(
    ranges: readonly MediaRange[],
    kind: ShapedKind,
    target: BinaryTarget,
    pretty: boolean,
  ): Promise<Representation> {
    const [common, own] = await Promise.all([this.#binary.common(), this.#binary.of(target)])
    return this.#negotiate(ranges, kind, pretty, { common, target: own }) ?? this.#refuse(kind, target)
  }

  #refuse(kind: ShapedKind, target: BinaryTarget): never {
    const watch = kind === 'watch'
    const types = [JSON_TYPE, ...(watch ? [] : [YAML_TYPE]), ...(mayBeBinary(target) ? [this.#protobufType] : [])]
    throw notAcceptable(watch ? types.map((type) => `${type};stream=watch`) : types)
  }

  #negotiate(ranges: readonly MediaRange[], kind: ShapedKind, pretty: boolean, binary: Capabilities): Representation | undefined {
    for (const range of ranges) {
      const format = this.#formatOf(range)
      if (format === undefined || (kind === 'watch' && format === 'yaml')) continue
      const shape = this.#shapeOf(range, kind)
      if (shape === undefined) continue
      const form = format === 'protobuf' ? binaryFormOf(shape, binary) : undefined
      if (format === 'protobuf' && !form) continue
      const { parameters } = range
      return {
        format,
        shape,
        metaVersion: `${this.#metaGroup}/${shape === 'Object' ? 'v1' : (parameters.v ?? 'v1')}`,
        pretty: format === 'json' && kind !== 'watch' && (pretty || isSet(parameters.pretty)),
        dropManagedFields: parameters.drop?.split('+').includes('metadata.managedFields') ?? false,
        ...(form && { binary: form }),
      }
    }
    return undefined
  }

  /** The shape of a media range; undefined when it is unknown, or not possible for this kind of answer. */
  #shapeOf({ parameters }: MediaRange, kind: ShapedKind): Shape | undefined {
    const { as, g, v } = parameters
    if (as === undefined || as === '') return 'Object'
    if (!SHAPES[kind].has(as) || g !== this.#metaGroup || !META_VERSIONS.has(v ?? '')) return undefined
    return as as Shape
  }

  #isBinary({ type, subtype }: MediaRange): boolean {
    return type === 'application' && subtype === this.#protobufSubtype
  }

  #formatOf(range: MediaRange): Representation['format'] | undefined {
    const { type, subtype } = range
    if (type === '*' || (type === 'application' && (subtype === '*' || subtype === 'json'))) return 'json'
    if (type !== 'application') return undefined
    return subtype === 'yaml' ? 'yaml' : this.#isBinary(range) ? 'protobuf' : undefined
  }
}

/** Cells are any JSON, which no message holds: there are no tables in protobuf. */
function binaryFormOf(shape: Shape, { common, target }: Capabilities): BinaryForm | undefined {
  if (shape === 'Table') return undefined
  return shape === 'Object' ? target : common
}

const isSet = (value: string | undefined): boolean => value === '1' || value?.toLowerCase() === 'true' || value === 't'

/** Browsers and tools for people get indented JSON by default. */
const PEOPLE = /^(?:curl|Wget|Mozilla\/5\.0)/

function wantsPretty(request: ParsedRequest): boolean {
  const value = request.query.get('pretty')
  if (value) return isSet(value)
  const agent = request.header('user-agent')
  return agent !== undefined && PEOPLE.test(agent)
}
