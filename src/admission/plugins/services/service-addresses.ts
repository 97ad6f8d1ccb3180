/**
 * Allocates cluster IPs and node ports of Services from ranges, and releases them with the Service.
 *
 * @module
 */

import {
  type AddressRange,
  type ApiObject,
  addressText,
  type FieldError,
  invalid,
  invalidField,
  isInRange,
  isRecord,
  jsonEqual,
  parseAddress,
  type UnknownRecord,
} from '../../../meta/index.js'
import type { AdmissionAttributes } from '../../attributes.js'
import type { AdmissionPlugin } from '../../plugin.js'
import { NumberPool, type NumberPoolOptions, type NumberTaker } from './number-pool.js'

/** A range of ports, both ends included. */
export interface PortRange {
  readonly first: number
  readonly last: number
}

/** The ranges of addresses and ports. */
export interface ServiceRanges {
  /** Ranges of cluster IPs. */
  readonly addresses: AddressRange
  /** Range of node ports. */
  readonly ports: PortRange
  /** Locks, which keep other processes on the same storage from allocating the same address or port. */
  readonly locks: NumberPoolOptions['locks']
}

const SERVICES = { group: '', resource: 'services' }
const HEADLESS = 'None'

type Spec = Readonly<UnknownRecord>

/**
 * Allocates addresses and ports to services: a new one gets what it requests, if free; a changed one keeps what it had.
 *
 * @param ranges - The ranges of addresses and ports.
 */
export function serviceAddresses(ranges: ServiceRanges): AdmissionPlugin {
  const { locks } = ranges
  const [first, last] = [ranges.addresses.first + 1n, lastAddress(ranges.addresses)]
  // The first address is reserved for the plane itself.
  const addresses = new NumberPool({ first, last, givenFrom: first + 1n, locks, name: 'address' })
  const [firstPort, lastPort] = [BigInt(ranges.ports.first), BigInt(ranges.ports.last)]
  const ports = new NumberPool({ first: firstPort, last: lastPort, givenFrom: firstPort, locks, name: 'port' })
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
    async transform(attributes, { complete }) {
      const { object, oldObject } = attributes
      if (!object) throw new Error('a service that is written has a state')
      const write = new Allotment(attributes, ranges, addresses, ports)
      const spec = await write.completed(specOf(object), oldObject && specOf(oldObject))
      return spec === object.spec ? object : complete({ ...object, spec })
    },
  }
}

const specOf = (service: ApiObject): Spec => (isRecord(service.spec) ? service.spec : {})
const portsOf = ({ ports }: Spec): readonly Spec[] => (Array.isArray(ports) ? ports.filter(isRecord) : [])
/** The key that has to be unique among the ports of a service. */
const identityOf = ({ port, protocol }: Spec): string => `${port}/${protocol}`
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The last address of an IPv4 range is the broadcast address. */
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

/** The allocations of one write of a service. */
class Allotment {
  readonly #attributes: AdmissionAttributes
  readonly #ranges: ServiceRanges
  readonly #addresses: NumberPool
  readonly #ports: NumberPool
  readonly #taker: NumberTaker

  constructor(attributes: AdmissionAttributes, ranges: ServiceRanges, addresses: NumberPool, ports: NumberPool) {
    this.#attributes = attributes
    this.#ranges = ranges
    this.#addresses = addresses
    this.#ports = ports
    const { dryRun, onEnd, oldObject } = attributes
    this.#taker = { dryRun, onEnd, owner: oldObject?.metadata.uid ?? '' }
  }

  /** The spec with all allocations. */
  async completed(spec: Spec, live: Spec | undefined): Promise<Spec> {
    if (spec.type === 'ExternalName') return live ? withoutAddresses(spec, live) : spec
    return this.#withPorts(await this.#withAddress(spec, live), live)
  }

  async #withAddress(spec: Spec, live: Spec | undefined): Promise<Spec> {
    const asked = textOf(spec.clusterIP) || textOf(Array.isArray(spec.clusterIPs) ? spec.clusterIPs[0] : '')
    // Unset fields keep the values of the stored service.
    const clusterIP = asked || (live?.type === 'ExternalName' ? '' : textOf(live?.clusterIP)) || (await this.#newAddress())
    if (clusterIP !== HEADLESS && clusterIP !== textOf(live?.clusterIP)) await this.#takeAddress(clusterIP)
    const family = this.#ranges.addresses.bits === 32 ? 'IPv4' : 'IPv6'
    const isBoth = clusterIP === HEADLESS && (!isRecord(spec.selector) || Object.keys(spec.selector).length === 0)
    if (!isBoth) this.#requireFamily(spec, family)
    const families = isBoth ? [family, family === 'IPv4' ? 'IPv6' : 'IPv4'] : [family]
    return {
      ...spec,
      clusterIP,
      clusterIPs: [clusterIP],
      ipFamilies: spec.ipFamilies ?? live?.ipFamilies ?? families,
      ipFamilyPolicy: spec.ipFamilyPolicy ?? live?.ipFamilyPolicy ?? (isBoth ? 'RequireDualStack' : 'SingleStack'),
    }
  }

  /**
   * All allocated addresses have one family, so requests for another are refused. Not checked for headless services without a
   * selector, whose addresses are unknown.
   */
  #requireFamily({ ipFamilies, ipFamilyPolicy }: Spec, family: string): void {
    const others = (Array.isArray(ipFamilies) ? ipFamilies : []).flatMap((given: unknown, i) =>
      given === family ? [] : [invalidField(`spec.ipFamilies[${i}]`, given, 'not configured on this cluster')],
    )
    const detail = 'this cluster is not configured for dual-stack services'
    const needsBoth = ipFamilyPolicy === 'RequireDualStack'
    const errors = [...others, ...(needsBoth ? [invalidField('spec.ipFamilyPolicy', ipFamilyPolicy, detail)] : [])]
    if (errors.length > 0) this.#refuse(errors)
  }

  async #newAddress(): Promise<string> {
    const value = await this.#addresses.takeAny(this.#taker)
    if (value !== undefined) return addressText({ bits: this.#ranges.addresses.bits, value })
    return this.#refuse([invalidField('spec.clusterIPs', [], 'failed to allocate an IP: range is full')])
  }

  async #takeAddress(text: string): Promise<void> {
    const address = parseAddress(text)
    // Invalid addresses are reported by the validation of the kind.
    if (!address) return
    const { first, prefix, bits } = this.#ranges.addresses
    const say = (why: string) => this.#refuse([invalidField('spec.clusterIPs', [text], `failed to allocate IP ${text}: ${why}`)])
    if (!isInRange(address, this.#ranges.addresses) || !this.#addresses.isIn(address.value)) {
      const range = `${addressText({ bits, value: first })}/${prefix}`
      say(`the provided IP (${text}) is not in the valid range. The range of valid IPs is ${range}`)
    }
    if (!(await this.#addresses.take(address.value, this.#taker))) say('provided IP is already allocated')
  }

  async #withPorts(spec: Spec, live: Spec | undefined): Promise<Spec> {
    const needed = spec.type === 'NodePort' || (spec.type === 'LoadBalancer' && spec.allocateLoadBalancerNodePorts !== false)
    const mayHave = needed || spec.type === 'LoadBalancer'
    // Ports with the same number and different protocols share a node port.
    const given = new Map<string, number>()
    const held = new Map(portsOf(live ?? {}).map((port) => [identityOf(port), port.nodePort]))
    const ports: Spec[] = []
    for (const [i, port] of portsOf(spec).entries()) {
      const before = held.get(identityOf(port))
      const asked = Number(port.nodePort ?? 0) || (mayHave ? Number(before ?? 0) : 0)
      // A node port that the service no longer needs is released, unless the request asks for a new one.
      if (!mayHave) {
        ports.push(asked !== 0 && asked === before ? without(port, 'nodePort') : port)
        continue
      }
      const nodePort = asked || (needed ? (given.get(String(port.port)) ?? (await this.#newPort(i))) : 0)
      if (nodePort !== 0) {
        if (nodePort !== before) await this.#takePort(nodePort, `spec.ports[${i}].nodePort`)
        given.set(String(port.port), nodePort)
      }
      ports.push(nodePort === 0 ? port : { ...port, nodePort })
    }
    return this.#withHealthPort(ports.length > 0 ? { ...spec, ports } : spec, live)
  }

  async #withHealthPort(spec: Spec, live: Spec | undefined): Promise<Spec> {
    if (spec.type !== 'LoadBalancer' || spec.externalTrafficPolicy !== 'Local') return spec
    const before = Number(live?.healthCheckNodePort ?? 0)
    const port = Number(spec.healthCheckNodePort ?? 0) || before || (await this.#newPort(0))
    if (port !== before) await this.#takePort(port, 'spec.healthCheckNodePort')
    return { ...spec, healthCheckNodePort: port }
  }

  async #newPort(index: number): Promise<number> {
    const found = await this.#ports.takeAny(this.#taker)
    if (found !== undefined) return Number(found)
    return this.#refuse([invalidField(`spec.ports[${index}].nodePort`, 0, 'failed to allocate a nodePort: range is full')])
  }

  async #takePort(port: number, field: string): Promise<void> {
    const { first, last } = this.#ranges.ports
    const number = BigInt(port)
    if (!this.#ports.isIn(number))
      this.#refuse([
        invalidField(field, port, `provided port is not in the valid range. The range of valid ports is ${first}-${last}`),
      ])
    if (!(await this.#ports.take(number, this.#taker)))
      this.#refuse([invalidField(field, port, 'provided port is already allocated')])
  }

  #refuse(errors: readonly FieldError[]): never {
    throw invalid({ group: '', kind: 'Service' }, this.#attributes.object?.metadata.name ?? '', errors)
  }
}

const without = (object: Spec, ...members: readonly string[]): Spec =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !members.includes(key)))

/** A service that becomes an ExternalName loses its addresses and ports here; requested ones are refused. */
const withoutAddresses = (spec: Spec, live: Spec): Spec => {
  const gone = ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy', 'healthCheckNodePort']
  const rest = without(spec, ...gone.filter((member) => jsonEqual(spec[member], live[member])))
  const held = new Map(portsOf(live).map((port) => [identityOf(port), port.nodePort]))
  const ports = portsOf(spec).map((port) => (port.nodePort === held.get(identityOf(port)) ? without(port, 'nodePort') : port))
  return ports.length > 0 ? { ...rest, ports } : rest
}
