/**
 * Services get their addresses and ports from ranges, each once, and give them back when they go.
 *
 * @module
 */

import {
  type Address,
  type AddressRange,
  type ApiObject,
  addressText,
  type FieldError,
  invalid,
  invalidField,
  isInRange,
  isRecord,
  parseAddress,
  type UnknownRecord,
} from '../../meta/index.js'
import type { AdmissionAttributes } from '../attributes.js'
import type { AdmissionPlugin } from '../plugin.js'

/** A range of ports, both ends in it. */
export interface PortRange {
  readonly first: number
  readonly last: number
}

/** Where addresses and ports come from. */
export interface ServiceRanges {
  /** Addresses within the cluster. */
  readonly addresses: AddressRange
  /** Ports of the nodes. */
  readonly ports: PortRange
}

const SERVICES = { group: '', resource: 'services' }
const HEADLESS = 'None'

type Spec = Readonly<UnknownRecord>

/**
 * Gives services what they need of the ranges: a new one, what it asks for if that is free; one that is changed, what it had.
 *
 * @param ranges - Where addresses and ports come from.
 */
export function serviceAddresses(ranges: ServiceRanges): AdmissionPlugin {
  const addresses = new Pool(ranges.addresses.first + 1n, lastAddress(ranges.addresses))
  const ports = new Pool(BigInt(ranges.ports.first), BigInt(ranges.ports.last))
  const hold = (service: ApiObject) => {
    const owner = service.metadata.uid ?? ''
    addresses.set(owner, heldAddresses(service, ranges.addresses))
    ports.set(owner, heldPorts(service))
  }
  return {
    name: 'ServiceAddresses',
    start: ({ objects }) =>
      objects.follow(SERVICES, {
        put: hold,
        remove: ({ metadata }) => {
          addresses.set(metadata.uid ?? '', [])
          ports.set(metadata.uid ?? '', [])
        },
      }),
    handles: ({ operation, group, resource, subresource }) =>
      operation !== 'DELETE' && group === SERVICES.group && resource === SERVICES.resource && subresource === '',
    async transform(attributes, { round, complete }) {
      const { object, oldObject } = attributes
      if (!object) throw new Error('a service that is written has a state')
      const write = new Allotment(attributes, ranges, addresses, ports, round > 0)
      const spec = write.completed(specOf(object), oldObject && specOf(oldObject))
      return spec === object.spec ? object : complete({ ...object, spec })
    },
  }
}

const specOf = (service: ApiObject): Spec => (isRecord(service.spec) ? service.spec : {})
const portsOf = ({ ports }: Spec): readonly Spec[] => (Array.isArray(ports) ? ports.filter(isRecord) : [])
/** What no two ports of a service have in common. */
const identityOf = ({ port, protocol }: Spec): string => `${port}/${protocol}`
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The last address of IPv4 ranges is for all at once. */
const lastAddress = ({ bits, last, prefix }: AddressRange): bigint => (bits === 32 && prefix < 31 ? last - 1n : last)

function heldAddresses(service: ApiObject, range: AddressRange): readonly bigint[] {
  const address = parseAddress(textOf(specOf(service).clusterIP))
  return address && isInRange(address, range) ? [address.value] : []
}

const heldPorts = (service: ApiObject): readonly bigint[] => {
  const spec = specOf(service)
  const numbers = [...portsOf(spec).map(({ nodePort }) => nodePort), spec.healthCheckNodePort]
  return numbers.flatMap((port) => (typeof port === 'number' && port > 0 ? [BigInt(port)] : []))
}

/** What is taken of a range, and by whom; and what a write that is not over yet has been promised. */
class Pool {
  readonly #first: bigint
  readonly #last: bigint
  readonly #owners = new Map<bigint, string>()
  readonly #held = new Map<string, readonly bigint[]>()
  readonly #promised = new Set<bigint>()
  #next: bigint

  constructor(first: bigint, last: bigint) {
    this.#first = first
    this.#last = last
    this.#next = first + 1n
  }

  /** Says what somebody has now. */
  set(owner: string, numbers: readonly bigint[]): void {
    for (const number of this.#held.get(owner) ?? []) if (this.#owners.get(number) === owner) this.#owners.delete(number)
    for (const number of numbers) this.#owners.set(number, owner)
    if (numbers.length > 0) this.#held.set(owner, numbers)
    else this.#held.delete(owner)
  }

  isIn(number: bigint): boolean {
    return number >= this.#first && number <= this.#last
  }

  isFree(number: bigint, owner: string, countsPromises = true): boolean {
    const holder = this.#owners.get(number)
    return (holder === undefined || holder === owner) && !(countsPromises && this.#promised.has(number))
  }

  /** Promises a number to a write. */
  promise(number: bigint, onEnd: (listener: () => void) => void): void {
    this.#promised.add(number)
    onEnd(() => this.#promised.delete(number))
  }

  /** Finds one that is free, going round; undefined when all are taken. The first of the range is left to who asks for it. */
  find(): bigint | undefined {
    const taken = BigInt(this.#owners.size + this.#promised.size) + 1n
    for (let tried = 0n; tried <= taken; tried++) {
      const number = this.#next
      this.#next = number >= this.#last ? this.#first + 1n : number + 1n
      if (number <= this.#last && this.isFree(number, '')) return number
    }
    return undefined
  }
}

/** What one write of a service is given. */
class Allotment {
  readonly #attributes: AdmissionAttributes
  readonly #ranges: ServiceRanges
  readonly #addresses: Pool
  readonly #ports: Pool
  readonly #owner: string
  /** Whether the write was here before: what it was promised then is its own. */
  readonly #isAgain: boolean

  constructor(attributes: AdmissionAttributes, ranges: ServiceRanges, addresses: Pool, ports: Pool, isAgain: boolean) {
    this.#isAgain = isAgain
    this.#attributes = attributes
    this.#ranges = ranges
    this.#addresses = addresses
    this.#ports = ports
    this.#owner = attributes.oldObject?.metadata.uid ?? ''
  }

  /** The spec with all that it needs. */
  completed(spec: Spec, live: Spec | undefined): Spec {
    if (spec.type === 'ExternalName') return withoutAddresses(spec)
    return this.#withPorts(this.#withAddress(spec, live), live)
  }

  #withAddress(spec: Spec, live: Spec | undefined): Spec {
    const asked = textOf(spec.clusterIP) || textOf(Array.isArray(spec.clusterIPs) ? spec.clusterIPs[0] : '')
    // Who does not say it keeps what the service has.
    const clusterIP = asked || (live?.type === 'ExternalName' ? '' : textOf(live?.clusterIP)) || addressText(this.#newAddress())
    if (clusterIP !== HEADLESS && clusterIP !== textOf(live?.clusterIP)) this.#takeAddress(clusterIP)
    const family = this.#ranges.addresses.bits === 32 ? 'IPv4' : 'IPv6'
    const isBoth = clusterIP === HEADLESS && (!isRecord(spec.selector) || Object.keys(spec.selector).length === 0)
    const families = isBoth ? [family, family === 'IPv4' ? 'IPv6' : 'IPv4'] : [family]
    return {
      ...spec,
      clusterIP,
      clusterIPs: [clusterIP],
      ipFamilies: spec.ipFamilies ?? live?.ipFamilies ?? families,
      ipFamilyPolicy: spec.ipFamilyPolicy ?? live?.ipFamilyPolicy ?? (isBoth ? 'RequireDualStack' : 'SingleStack'),
    }
  }

  #newAddress(): Address {
    const value = this.#addresses.find()
    if (value === undefined) this.#refuse([invalidField('spec.clusterIPs', [], 'failed to allocate an IP: range is full')])
    return { bits: this.#ranges.addresses.bits, value: value as bigint }
  }

  #takeAddress(text: string): void {
    const address = parseAddress(text)
    // What is no address, the kind has something to say to.
    if (!address) return
    const { first, prefix, bits } = this.#ranges.addresses
    const say = (why: string) => this.#refuse([invalidField('spec.clusterIPs', [text], `failed to allocate IP ${text}: ${why}`)])
    if (!isInRange(address, this.#ranges.addresses) || !this.#addresses.isIn(address.value)) {
      const range = `${addressText({ bits, value: first })}/${prefix}`
      say(`the provided IP (${text}) is not in the valid range. The range of valid IPs is ${range}`)
    }
    if (!this.#addresses.isFree(address.value, this.#owner, !this.#isAgain)) say('provided IP is already allocated')
    this.#promise(this.#addresses, address.value)
  }

  #withPorts(spec: Spec, live: Spec | undefined): Spec {
    const needed = spec.type === 'NodePort' || (spec.type === 'LoadBalancer' && spec.allocateLoadBalancerNodePorts !== false)
    const mayHave = needed || spec.type === 'LoadBalancer'
    // Ports of one number and several protocols are reached at one port of the nodes.
    const given = new Map<unknown, number>()
    const held = new Map(portsOf(live ?? {}).map((port) => [identityOf(port), port.nodePort]))
    const ports = portsOf(spec).map((port, i) => {
      const before = held.get(identityOf(port))
      const asked = Number(port.nodePort ?? 0) || (mayHave ? Number(before ?? 0) : 0)
      // A port that the service does not need any more goes, unless somebody asks for it anew.
      if (!mayHave) return asked !== 0 && asked === before ? without(port, 'nodePort') : port
      const nodePort = asked || (needed ? (given.get(port.port) ?? this.#newPort(i)) : 0)
      if (nodePort === 0) return port
      if (nodePort !== before && !this.#isPromised.has(nodePort)) this.#takePort(nodePort, `spec.ports[${i}].nodePort`)
      given.set(port.port, nodePort)
      return { ...port, nodePort }
    })
    return this.#withHealthPort(ports.length > 0 ? { ...spec, ports } : spec, live)
  }

  readonly #isPromised = new Set<number>()

  #withHealthPort(spec: Spec, live: Spec | undefined): Spec {
    if (spec.type !== 'LoadBalancer' || spec.externalTrafficPolicy !== 'Local') return spec
    const before = Number(live?.healthCheckNodePort ?? 0)
    const port = Number(spec.healthCheckNodePort ?? 0) || before || this.#newPort(0)
    if (port !== before && !this.#isPromised.has(port)) this.#takePort(port, 'spec.healthCheckNodePort')
    return { ...spec, healthCheckNodePort: port }
  }

  #newPort(index: number): number {
    const found = this.#ports.find()
    if (found === undefined)
      this.#refuse([invalidField(`spec.ports[${index}].nodePort`, 0, 'failed to allocate a nodePort: range is full')])
    return Number(found)
  }

  #takePort(port: number, field: string): void {
    const { first, last } = this.#ranges.ports
    const number = BigInt(port)
    if (!this.#ports.isIn(number))
      this.#refuse([
        invalidField(field, port, `provided port is not in the valid range. The range of valid ports is ${first}-${last}`),
      ])
    if (!this.#ports.isFree(number, this.#owner, !this.#isAgain))
      this.#refuse([invalidField(field, port, 'provided port is already allocated')])
    this.#isPromised.add(port)
    this.#promise(this.#ports, number)
  }

  /** A write that is only tried is promised nothing. */
  #promise(pool: Pool, number: bigint): void {
    const { dryRun, onEnd } = this.#attributes
    if (!dryRun) pool.promise(number, onEnd)
  }

  #refuse(errors: readonly FieldError[]): never {
    throw invalid({ group: '', kind: 'Service' }, this.#attributes.object?.metadata.name ?? '', errors)
  }
}

const without = (object: Spec, ...members: readonly string[]): Spec =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !members.includes(key)))

/** A service that stands for a name elsewhere has neither addresses nor ports here. */
const withoutAddresses = (spec: Spec): Spec => {
  const rest = without(spec, 'clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy', 'healthCheckNodePort')
  const ports = portsOf(spec).map((port) => without(port, 'nodePort'))
  return ports.length > 0 ? { ...rest, ports } : rest
}
