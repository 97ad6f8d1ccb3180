import { beforeAll, describe, expect, test } from '@jest/globals'
import {
  type AdmissionAttributes,
  type AdmissionPlugin,
  certificateApproval,
  certificateSigning,
  certificateSubjectRestriction,
  createAdmission,
} from '../../../../src/admission/index.js'
import type { Authorizer } from '../../../../src/authz/index.js'
import type { ApiError, ApiObject, Attributes } from '../../../../src/meta/index.js'
import { approved, base64, makeRequest } from '../../../support/certificate-requests.js'
import { fakePlane } from '../../fake-plane.js'
import { write } from '../../support.js'

const SIGNER = 'example.com/my-signer'
const requestOf = (spec: object = {}, status: object = {}): ApiObject =>
  ({
    apiVersion: 'certificates.platform.io/v1',
    kind: 'CertificateSigningRequest',
    metadata: { name: 'r' },
    spec: { signerName: SIGNER, ...spec },
    status,
  }) as ApiObject

const attributes = (more: Partial<AdmissionAttributes>): AdmissionAttributes =>
  write({
    operation: 'UPDATE',
    group: 'certificates.platform.io',
    resource: 'certificatesigningrequests',
    kind: 'CertificateSigningRequest',
    name: 'r',
    namespace: '',
    oldObject: requestOf(),
    ...more,
  })

/** What a plugin says about a write, where jane may do what is given: `VERB SIGNER`. */
async function judge(plugin: AdmissionPlugin, judged: AdmissionAttributes, granted: readonly string[] = []): Promise<string> {
  const asked: Attributes[] = []
  const authorizer: Authorizer = {
    authorize: (question) => {
      asked.push(question)
      const isGranted = question.resource === 'signers' && granted.includes(`${question.verb} ${question.name}`)
      return { decision: isGranted && question.user.username === 'jane' ? 'allow' : 'noOpinion' }
    },
  }
  const admission = createAdmission([plugin])
  await admission.start(fakePlane({ authorizer }).sources)
  if (!admission.concernsValidation(judged)) return 'is not asked'
  try {
    await admission.validate(judged)
    return 'passes'
  } catch (error) {
    return (error as ApiError).status.message ?? ''
  }
}

describe('CertificateApproval', () => {
  const approval = attributes({
    subresource: 'approval',
    object: requestOf({ signerName: 'mine.io/x' }, { conditions: [approved] }),
  })
  const refusal = `certificatesigningrequests.certificates.platform.io "r" is forbidden: user not permitted to approve requests with signerName "${SIGNER}"`

  test.each([
    { granted: [], says: refusal },
    { granted: [`approve ${SIGNER}`], says: 'passes' },
    { granted: ['approve example.com/*'], says: 'passes' },
    { granted: ['approve mine.io/x', 'approve mine.io/*'], says: refusal },
    { granted: ['approve *', 'approve */*', `sign ${SIGNER}`], says: refusal },
  ])('with the rights $granted', async ({ granted, says }) => {
    expect(await judge(certificateApproval(), approval, granted)).toBe(says)
  })

  test.each(['', 'status'])('is not asked about writes of "%s"', async (subresource) => {
    expect(await judge(certificateApproval(), { ...approval, subresource })).toBe('is not asked')
  })
})

describe('CertificateSigning', () => {
  const status = (next: object) => attributes({ subresource: 'status', object: requestOf({}, next) })
  const refusal = expect.stringContaining(`user not permitted to sign requests with signerName "${SIGNER}"`)

  test('requires the right to sign for a certificate and for conditions', async () => {
    expect(await judge(certificateSigning(), status({ certificate: 'Zg==' }))).toEqual(refusal)
    expect(await judge(certificateSigning(), status({ conditions: [{ type: 'Failed', status: 'True' }] }))).toEqual(refusal)
    expect(await judge(certificateSigning(), status({ certificate: 'Zg==' }), [`sign ${SIGNER}`])).toBe('passes')
    expect(await judge(certificateSigning(), status({ certificate: 'Zg==' }), ['sign example.com/*'])).toBe('passes')
  })

  test('requires no right when neither changes', async () => {
    expect(await judge(certificateSigning(), status({}))).toBe('passes')
  })
})

describe('CertificateSubjectRestriction', () => {
  const CLIENT = 'platform.io/apiserver-client'
  let masters: string
  let others: string
  beforeAll(async () => {
    masters = base64((await makeRequest({ subject: '/O=dev/O=system:masters/CN=eve' })).request)
    others = base64((await makeRequest()).request)
  })
  const creation = (spec: object) => attributes({ operation: 'CREATE', oldObject: undefined, object: requestOf(spec) })

  test('refuses client certificates for the group of superusers', async () => {
    const plugin = certificateSubjectRestriction
    expect(await judge(plugin(), creation({ signerName: CLIENT, request: masters }))).toBe(
      `certificatesigningrequests.certificates.platform.io "r" is forbidden: use of ${CLIENT} signer with system:masters group is not allowed`,
    )
    expect(await judge(plugin(), creation({ signerName: CLIENT, request: others }))).toBe('passes')
    expect(await judge(plugin(), creation({ signerName: SIGNER, request: masters }))).toBe('passes')
  })

  test('refuses requests that it cannot parse', async () => {
    for (const request of ['aGVsbG8=', '!', undefined]) {
      expect(await judge(certificateSubjectRestriction(), creation({ signerName: CLIENT, request }))).toContain(
        'unable to parse CSR',
      )
    }
  })
})
