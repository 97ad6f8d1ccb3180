import { expect, test } from '@jest/globals'
import { createControlPlane } from '../../../src/plane/index.js'
import { packagedKinds } from '../../../src/public/kubernetes.js'
import { jsonOf, requestOf } from '../../server/requests.js'
import { WIDGET_DEFINITION } from '../support.js'

const template = (limits = '{}', port = '"http"') => `{ "metadata": { "labels": { "a": "b" } }, "spec": { "containers": [
  { "name": "c", "image": "i.1e3", "resources": { "limits": ${limits} }, "livenessProbe": { "httpGet": { "port": ${port} } } }
] } }`
const deployment = (replicas: string, pods = template()) => `{ "kind": "Deployment", "apiVersion": "apps/v1",
  "metadata": { "name": "a" }, "spec": { "replicas": ${replicas}, "selector": { "matchLabels": { "a": "b" } }, "template": ${pods} } }`

async function answerTo(body: string, headers = {}): Promise<{ code?: number; message?: string; spec?: unknown }> {
  const plane = await createControlPlane({ resources: Object.values(packagedKinds()) })
  const url = '/apis/apps/v1/namespaces/default/deployments'
  const answer = jsonOf(await plane.handle(requestOf(url, { method: 'POST', body, headers })))
  await plane.close()
  return answer as never
}

test.each([
  { body: deployment('1.0'), literal: '1.0', field: 'spec.replicas' },
  { body: deployment('1e0'), literal: '1e0', field: 'spec.replicas' },
  { body: deployment('10E-1'), literal: '10E-1', field: 'spec.replicas' },
  {
    body: deployment('1', template('{ "cpu": 0.5 }', '80.0')),
    literal: '80.0',
    field: 'spec.template.spec.containers[0].livenessProbe.httpGet.port',
  },
])('the typed integer $field cannot be written as $literal', async ({ body, literal, field }) => {
  expect(await answerTo(body)).toMatchObject({
    code: 400,
    message: `Deployment in version "v1" cannot be handled as a Deployment: json: cannot unmarshal number ${literal} into the integer field ${field}`,
  })
})

test('all such numbers are found that stand in one list or object, beside others that may have a fraction', async () => {
  const groups = '"securityContext": { "runAsUser": 7.0, "supplementalGroups": [1, 2.0, 3.0] }, "containers"'
  const body = deployment('1', template('{ "cpu": 0.5, "memory": 1.5 }').replace('"containers"', groups))
  const [field, literal] = ['spec.template.spec.securityContext.runAsUser', '7.0']
  expect(await answerTo(body)).toMatchObject({
    code: 400,
    message: expect.stringContaining(`${literal} into the integer field ${field}`),
  })
  const later = await answerTo(body.replace('7.0', '7'))
  expect(later.message).toContain('2.0 into the integer field spec.template.spec.securityContext.supplementalGroups[1]')
  expect(await answerTo(body.replace('7.0', '7').replace('[1, 2.0, 3.0]', '[1, 2, 3]'))).toMatchObject({ spec: { replicas: 1 } })
})

test('quantities can have fractions, and YAML has one number type for both', async () => {
  expect(await answerTo(deployment('1', template('{ "cpu": 0.5, "memory": 1e3 }')))).toMatchObject({ spec: { replicas: 1 } })
  expect(await answerTo(deployment('1.0'), { 'content-type': 'application/yaml' })).toMatchObject({ spec: { replicas: 1 } })
})

test('integers of custom resources can be written with a fraction', async () => {
  const plane = await createControlPlane()
  const post = async (url: string, body: unknown) => jsonOf(await plane.handle(requestOf(url, { method: 'POST', body })))
  await post('/apis/apiextensions.platform.io/v1/customresourcedefinitions', WIDGET_DEFINITION)
  const widget = '{ "kind": "Widget", "apiVersion": "example.com/v1", "metadata": { "name": "a" }, "spec": { "replicas": 1.0 } }'
  expect(await post('/apis/example.com/v1/namespaces/default/widgets', widget)).toMatchObject({ spec: { replicas: 1 } })
  await plane.close()
})
