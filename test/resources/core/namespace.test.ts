import { describe, expect, test } from '@jest/globals'
import { type ApiObject, kubernetesDialect, platformDialect } from '../../../src/meta/index.js'
import { builtinResources } from '../../../src/resources/index.js'
import { create, NOW, objectOf, pick, update } from '../support.js'

const namespaces = pick(builtinResources(platformDialect), 'namespaces')
const { strategy } = namespaces
const LABEL = 'platform.io/metadata.name'

const namespace = (fields: Readonly<Record<string, unknown>> = {}, metadata = {}): ApiObject =>
  objectOf(namespaces, { metadata: { name: 'n', ...metadata }, ...fields })
const live = namespace({ spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } }, { labels: { [LABEL]: 'n' } })

describe('Namespace', () => {
  test('a new one is active, is held by the finalizer, and has its name among its labels', () => {
    expect(create(namespaces, namespace({ status: { phase: 'Terminating' } })).object).toEqual(live)
  })

  test('finalizers of the creator are kept, with the default one added', () => {
    const { object } = create(namespaces, namespace({ spec: { finalizers: ['example.com/hold'] } }))
    expect(object.spec).toEqual({ finalizers: ['example.com/hold', 'kubernetes'] })
  })

  test('the label of the name is put right', () => {
    const { object } = create(namespaces, namespace({}, { labels: { [LABEL]: 'other', a: 'b' } }))
    expect(object.metadata.labels).toEqual({ [LABEL]: 'n', a: 'b' })
  })

  test('neither finalizers nor status change through the object itself', () => {
    const sent = namespace({ spec: { finalizers: [] }, status: { phase: 'Terminating' } }, { labels: { a: 'b' } })
    expect(update(namespaces, live, sent)).toEqual({
      object: { ...live, metadata: { name: 'n', labels: { [LABEL]: 'n', a: 'b' } } },
      causes: [],
    })
  })

  test('the finalizers change through /finalize, and the status does not', () => {
    const sent = namespace({ spec: { finalizers: ['example.com/hold'] }, status: { phase: 'Terminating' } })
    expect(update(namespaces, live, sent, 'finalize').object).toMatchObject({
      spec: { finalizers: ['example.com/hold'] },
      status: { phase: 'Active' },
    })
    expect(update(namespaces, live, namespace({ spec: { finalizers: [] } }), 'finalize').object.spec).toEqual({})
  })

  test('/status takes the status and metadata', () => {
    const sent = namespace(
      { spec: { finalizers: [] }, status: { phase: 'Active', conditions: [{ type: 'X', status: 'True' }] } },
      { labels: { a: 'b' } },
    )
    expect(update(namespaces, live, sent, 'status').object).toMatchObject({
      metadata: { labels: { a: 'b' } },
      spec: { finalizers: ['kubernetes'] },
      status: { conditions: [{ type: 'X', status: 'True' }] },
    })
  })

  test('the phase says whether it is being deleted', () => {
    const wrong = namespace({ status: { phase: 'Terminating' } })
    expect(update(namespaces, live, wrong, 'status').causes).toEqual([
      'status.phase: Invalid value: "Terminating": may only be "Active" if `deletionTimestamp` is empty',
    ])
  })

  test.each([
    { finalizer: 'plain', cause: 'name is neither a standard finalizer name nor is it fully qualified' },
    { finalizer: 'not a name', cause: 'name part must consist of alphanumeric characters' },
  ])('the finalizer $finalizer is refused', ({ finalizer, cause }) => {
    const { causes } = create(namespaces, namespace({ spec: { finalizers: [finalizer] } }))
    expect(causes).toEqual([expect.stringContaining(`spec.finalizers: Invalid value: "${finalizer}": ${cause}`)])
  })

  test('one that is being deleted is terminating, without a grace period, until its finalizers are removed', () => {
    const marked = {
      ...live,
      metadata: { ...live.metadata, deletionTimestamp: '2024-05-06T07:08:09Z', deletionGracePeriodSeconds: 0 },
    }
    const deleted = strategy.prepareForDelete?.(marked, marked)
    expect(deleted?.status).toEqual({ phase: 'Terminating' })
    expect(deleted?.metadata).not.toHaveProperty('deletionGracePeriodSeconds')
    expect(strategy.holdsDeletion?.(live)).toBe(true)
    expect(strategy.holdsDeletion?.(namespace({ spec: {} }))).toBe(false)
  })

  test.each([
    { dialect: platformDialect, immortal: ['default', 'platform-system', 'platform-public'] },
    { dialect: kubernetesDialect, immortal: ['default', 'kube-system', 'kube-public'] },
  ])('the namespaces $immortal stay', ({ dialect, immortal }) => {
    const forbid = pick(builtinResources(dialect), 'namespaces').strategy.forbidDelete
    for (const name of immortal) expect(forbid?.(namespace({}, { name }))).toBe('this namespace may not be deleted')
    expect(forbid?.(namespace({}, { name: dialect.namespaces.nodeLease }))).toBeUndefined()
  })

  test('names are DNS labels', () => {
    expect(strategy.validateName?.('a-b', false)).toEqual([])
    expect(strategy.validateName?.('a.b', false)).toEqual(['must not contain dots'])
  })

  test('they have no deletecollection, and /finalize allows PUT only', () => {
    expect(namespaces.verbs).not.toContain('deletecollection')
    expect(namespaces.versions[0]?.subresources.map(({ name, verbs }) => [name, verbs])).toEqual([
      ['status', ['get', 'patch', 'update']],
      ['finalize', ['update']],
    ])
  })

  test('its row shows the phase, by which it can be selected', () => {
    expect(namespaces.versions[0]?.table?.cells(live, NOW).slice(0, 2)).toEqual(['n', 'Active'])
    expect(namespaces.selectableFields?.['status.phase']?.(live)).toBe('Active')
  })
})
