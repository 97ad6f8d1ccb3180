import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type Client, connectWithFetch, informer, lead, ownedBy, recordEvent } from '../../src/client/index.js'
import { connect } from '../../src/client/node/index.js'
import { type TestPlane, testPlane } from '../../src/testing/index.js'
import { Widget } from '../testing/widget.js'

/** What a program without types may write. */
// biome-ignore lint/suspicious/noExplicitAny: types would keep these calls from being written
type Loose = any

const A_TYPE = 'expected a type of a client, such as client.resource(Widget)'
const lease = { leases: undefined, name: 'a', identity: 'b' } as Loose

let plane: TestPlane
let client: Client
beforeEach(async () => {
  plane = await testPlane({ resources: [Widget] })
  client = plane.client()
})
afterEach(() => plane.close())

describe('invalid arguments to a client from a program without types are refused in one line that names valid ones', () => {
  test.each<[string, (loose: Loose) => unknown, string | RegExp]>([
    ['no type', () => informer(undefined as Loose), `informer: resource is undefined: ${A_TYPE}`],
    ['a definition', () => informer(Widget as Loose), `informer: resource is an object: ${A_TYPE}`],
    ['no type that is shared', () => client.informers.of(undefined as Loose), `informer: resource is undefined: ${A_TYPE}`],
    [
      'a misspelt selector',
      (widgets) => informer(widgets, { labelselector: 'a=b' } as Loose),
      'informer: labelselector is unknown: did you mean labelSelector?',
    ],
    [
      'an index that is no function',
      (widgets) => client.informers.of(widgets, { indexes: { color: '.spec.color' } } as Loose),
      'informer: indexes.color is ".spec.color": expected a function',
    ],
    [
      'a start that there is not',
      (widgets) => informer(widgets, { initial: 'list' } as Loose),
      'informer: initial is "list": expected "pages" or "stream"',
    ],
    ['no definition', () => client.resource(undefined as Loose), /^client\.resource: type is undefined: expected a definition, /],
    [
      'a type by its apiVersion',
      () => client.resource({ apiVersion: 'apps/v1', kind: 'Deployment' } as Loose),
      'client.resource: type.apiVersion is "apps/v1": expected { group: "apps", version: "v1", kind: "Deployment" }',
    ],
    [
      'a type of the core group by its apiVersion',
      () => client.resource({ apiVersion: 'v1', kind: 'ConfigMap' } as Loose),
      'client.resource: type.apiVersion is "v1": expected { group: "", version: "v1", kind: "ConfigMap" }',
    ],
    [
      'a type by its apiVersion, without a kind',
      () => client.resource({ apiVersion: 'v1' } as Loose),
      'client.resource: type.apiVersion is "v1": expected { group: "", version: "v1", kind: "…" }',
    ],
    [
      'a type without a group',
      () => client.resource({ version: 'v1', kind: 'ConfigMap' } as Loose),
      'client.resource: type.group is undefined: expected the name of a group, "" for that of ConfigMaps',
    ],
    [
      'a group with its version',
      () => client.resource({ group: 'apps/v1', version: 'v1', kind: 'Deployment' }),
      'client.resource: type.group is "apps/v1": expected the name of a group, "" for that of ConfigMaps',
    ],
    [
      'a type without a version',
      () => client.resource({ group: '', kind: 'ConfigMap' } as Loose),
      'client.resource: type.version is undefined: expected a version, such as "v1"',
    ],
    [
      'a type without a kind',
      () => client.resource({ group: '', version: 'v1' } as Loose),
      'client.resource: type.kind is undefined: expected a kind, such as "ConfigMap", or resource, its plural name',
    ],
    [
      'a kind in the place of a plural name',
      () => client.resource({ group: '', version: 'v1', resource: 'ConfigMap' }),
      'client.resource: type.resource is "ConfigMap": expected the plural name in URLs, such as "configmaps"',
    ],
    ['a name', () => client.resource('widgets' as Loose), /^client\.resource: type is "widgets": expected a definition, /],
    [
      'a misspelt version',
      () => client.resource(Widget, { verison: 'v1' } as Loose),
      'client.resource: options.verison is unknown: did you mean version?',
    ],
    ['a misspelt user', () => plane.client({ usr: 'ada' } as Loose), 'plane.client: usr is unknown: did you mean user?'],
    [
      'a user without groups',
      () => plane.client({ user: { username: 'ada' } } as Loose),
      'plane.client: user is an object: expected a name, or { username, groups }',
    ],
    [
      'no user to impersonate',
      () => plane.client({ impersonate: 'ada' } as Loose),
      'plane.client: impersonate is "ada": expected an object',
    ],
    ['no address', () => connectWithFetch(undefined as Loose), 'connectWithFetch: the options are undefined: expected an object'],
    [
      'a misspelt token',
      () => connectWithFetch({ server: 'http://plane', tokn: 'a' } as Loose),
      'connectWithFetch: tokn is unknown: did you mean token?',
    ],
    ['no configuration', () => connect(undefined as Loose), 'connect: the options are undefined: expected an object'],
    [
      'a certificate that is none',
      () => connect({ server: 'https://plane', ca: 1 } as Loose),
      'connect: ca is 1: expected text in PEM with a CERTIFICATE',
    ],
    ['no owner', () => ownedBy(undefined as Loose), 'ownedBy: owner is undefined: expected an object as the plane gave it'],
  ])('%s', (_what, call, says) => {
    const message = typeof says === 'string' ? new TypeError(says) : says
    expect(() => call(client.resource(Widget))).toThrow(message)
  })

  test.each<[string, () => Promise<unknown>, string]>([
    [
      'an event without a reason',
      () => recordEvent(client, { metadata: {} } as Loose, { note: 'a', reporter: 'b' } as Loose),
      'recordEvent: event.reason is undefined: expected text',
    ],
    [
      'a plane for its client',
      () => recordEvent(plane as Loose, { metadata: {} } as Loose, { reason: 'A', note: 'a', reporter: 'b' }),
      'recordEvent: client is an object: expected a client, such as plane.client()',
    ],
    [
      'an election without leases',
      () => lead(lease, async () => {}, AbortSignal.abort()),
      `lead: leases is undefined: expected the Leases of a namespace, such as client.resource({ group: 'coordination.platform.io', version: 'v1', kind: 'Lease' }).namespace('default')`,
    ],
    [
      'an election without work',
      () => lead({ ...lease, leases: client.resource(Widget) }, undefined as Loose, AbortSignal.abort()),
      'lead: work is undefined: expected a function',
    ],
  ])('%s', async (_what, call, says) => {
    await expect(call()).rejects.toThrow(new TypeError(says))
  })
})
