import { expect, test } from '@jest/globals'
import { type Change, kinds, plain } from '../packaged/support.js'
import { create } from '../support.js'

const SUBDOMAIN = 'a lowercase RFC 1123 subdomain must'
const WILDCARD = 'a wildcard DNS-1123 subdomain must start with'
const rule = (host: string): Change => ({ 'spec.rules': [{ host }] })
const tls = (host: string): Change => ({ 'spec.tls': [{ hosts: [host] }] })
const resource = (reference: object): Change => ({ 'spec.defaultBackend': { resource: reference } })

/** The errors, without the text after the beginning of a long message. */
const causesOf = (change: Change): readonly string[] =>
  create(kinds.Ingress, plain('Ingress', change)).causes.map((cause) =>
    cause.replace(/(?<= (?:must|with)) (?:consist|'\*).*/, ''),
  )

test.each<readonly [change: Change, causes: readonly string[]]>([
  [rule(''), []],
  [rule('a.example'), []],
  [rule('*.example'), []],
  [rule('A'), [`spec.rules[0].host: Invalid value: "A": ${SUBDOMAIN}`]],
  [rule('*'), [`spec.rules[0].host: Invalid value: "*": ${WILDCARD}`]],
  [rule('a.*.example'), [`spec.rules[0].host: Invalid value: "a.*.example": ${WILDCARD}`]],
  [rule('10.0.0.1'), ['spec.rules[0].host: Invalid value: "10.0.0.1": must be a DNS name, not an IP address']],
  [
    rule('::1'),
    ['must be a DNS name, not an IP address', SUBDOMAIN].map((text) => `spec.rules[0].host: Invalid value: "::1": ${text}`),
  ],
  // Certificates may be for addresses.
  [tls('10.0.0.1'), []],
  [tls('*.example'), []],
  [tls(''), [`spec.tls[0].hosts[0]: Invalid value: "": ${SUBDOMAIN}`]],
  [tls('*a.example'), [`spec.tls[0].hosts[0]: Invalid value: "*a.example": ${WILDCARD}`]],
  [resource({ kind: 'K', name: 'n' }), []],
  [resource({ kind: 'K' }), ['spec.defaultBackend.resource.name: Required value: name is required']],
  [resource({ name: 'n' }), ['spec.defaultBackend.resource.kind: Required value: kind is required']],
  [resource({ kind: 'K', name: 'a/b' }), [`spec.defaultBackend.resource.name: Invalid value: "a/b": may not contain '/'`]],
])('an Ingress with %j has the errors %j', (change, causes) => {
  expect(causesOf(change)).toEqual(causes)
})

test('parameters of a class are references, too', () => {
  const { causes } = create(kinds.IngressClass, plain('IngressClass', { 'spec.parameters': { kind: 'K' } }))
  expect(causes).toEqual(['spec.parameters.name: Required value: name is required'])
})
