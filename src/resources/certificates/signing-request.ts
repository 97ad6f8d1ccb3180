/**
 * CertificateSigningRequest: a request to a signer for a certificate, which an approver approves or denies.
 *
 * @module
 */

import { type ApiObject, type Dialect, type FieldError, forbiddenField, invalidField, pathSegmentName } from '../../meta/index.js'
import { userFields } from '../authentication/user-info.js'
import { builtinDefinition } from '../definition/builtin-definition.js'
import type { ResourceDefinition, Subresource } from '../definition/definition.js'
import type { Strategy } from '../definition/strategy.js'
import { recordOf, textAt, valueAt, withFields } from '../fields/fields.js'
import { integer, list, listMarkers, map, refTo, struct, text, time } from '../fields/json-schema.js'
import { PART_VERBS, statusAndMetadata } from '../subresources/subresources.js'
import { certificatesGroup } from './certificates-group.js'
import { preserveApproval, validateConditionChange, validateConditions, withTimes } from './conditions.js'
import { faultOfCertificate, faultOfRequest } from './pem-content.js'
import { signingRequestTable } from './signing-request-table.js'
import { validateSigningRequest } from './validate-signing-request.js'

/**
 * The CertificateSigningRequest kind.
 *
 * @param dialect - The plane's dialect.
 * @see Specification, "Certificate signing endpoints"
 */
export function signingRequestDefinition(dialect: Dialect): ResourceDefinition {
  const { atomic, keyed } = listMarkers(dialect)
  const texts = { type: 'string' } as const
  return builtinDefinition(dialect, {
    group: certificatesGroup(dialect),
    kind: 'CertificateSigningRequest',
    plural: 'certificatesigningrequests',
    shortNames: ['csr'],
    namespaced: false,
    schemaName: 'certificates.v1.CertificateSigningRequest',
    description: 'A request for a certificate.',
    properties: {
      spec: refTo('certificates.v1.CertificateSigningRequestSpec', 'What is asked for. It cannot change.'),
      status: refTo('certificates.v1.CertificateSigningRequestStatus', 'What was answered.'),
    },
    required: ['spec'],
    keepEmpty: ['request'],
    schemas: () => ({
      'certificates.v1.CertificateSigningRequestSpec': struct(
        'What is asked for, and who asks.',
        {
          expirationSeconds: integer('Seconds that the certificate should last, 600 or more. Signers may give it less.'),
          extra: map('What else is known of who asked. Set by the server.', list('Values of one kind.', texts)),
          groups: list('Groups of who asked. Set by the server.', texts, atomic),
          request: text('A PKCS #10 request in PEM, in base64.', { format: 'byte' }),
          signerName: text('Who should sign: a domain and a path, such as example.com/my-signer.'),
          uid: text('Identity of who asked. Set by the server.'),
          usages: list('What the certificate should be good for.', texts, atomic),
          username: text('Name of who asked. Set by the server.'),
        },
        ['request', 'signerName'],
      ),
      'certificates.v1.CertificateSigningRequestStatus': struct('What was answered.', {
        certificate: text('The certificate in PEM, in base64, with those that lead to its authority, if any.', {
          format: 'byte',
        }),
        conditions: list('What was decided.', refTo('certificates.v1.CertificateSigningRequestCondition'), keyed('type')),
      }),
      'certificates.v1.CertificateSigningRequestCondition': struct(
        'Something that was decided of a request.',
        {
          lastTransitionTime: time('When the status last changed.'),
          lastUpdateTime: time('When anything of this last changed.'),
          message: text('Why it is so, for people.'),
          reason: text('Why it is so, for programs.'),
          status: text('True for what was approved, denied or failed; else True, False or Unknown.'),
          type: text('Approved, Denied, Failed, or a word of a signer.'),
        },
        ['type', 'status'],
      ),
    }),
    table: signingRequestTable,
    subresources: [approvalPart, statusAndMetadata],
    // Clients list the requests of one signer.
    selectableFields: { 'spec.signerName': (request) => textAt(request, 'spec', 'signerName') },
    strategy: strategyOf(dialect),
  })
}

/** `/approval` takes the conditions, and metadata too. */
const approvalPart: Subresource = {
  name: 'approval',
  verbs: PART_VERBS,
  merge: (live, sent) =>
    withFields(sent, {
      spec: live.spec,
      status: withFields(recordOf(sent.status), { certificate: valueAt(live, 'status', 'certificate') }),
    }),
}

/** Results of asynchronous checks, for the same object instance. */
interface Faults {
  readonly request?: string | undefined
  readonly certificate?: string | undefined
}

function strategyOf(dialect: Dialect): Strategy {
  const faults = new WeakMap<ApiObject, Faults>()
  return {
    validateName: pathSegmentName,
    // As recorded from Kubernetes: writes other than apply are not recorded in managedFields.
    ownedFromApply: true,
    defaults: (object) => withFields(object, { spec: recordOf(object.spec), status: recordOf(object.status) }),
    prepareForCreate(object, { user }) {
      const { username: _, uid: __, groups: ___, extra: ____, ...asked } = recordOf(object.spec)
      return withFields(object, { spec: { ...asked, ...userFields(user) }, status: {} })
    },
    prepareForUpdate(object, live, { nowMs, subresource }) {
      if (subresource === '') return withFields(object, { spec: live.spec, status: live.status })
      return withTimes(subresource === 'status' ? preserveApproval(object, live) : object, live, nowMs)
    },
    prepareToValidate(object, live) {
      if (!live) return faultOfRequest(object).then((request) => void faults.set(object, { request }))
      if (!hasNewCertificate(object, live)) return undefined
      return faultOfCertificate(object).then((certificate) => void faults.set(object, { certificate }))
    },
    validateCreate: (object) => validateSigningRequest(object, faults.get(object)?.request, dialect),
    validateUpdate: (object, live, { subresource }) => [
      ...validateConditions(object),
      ...validateNewCertificate(faults.get(object)?.certificate),
      ...validateConditionChange(object, live, { mayApprove: subresource === 'approval' }),
      ...validateCertificateChange(object, live),
    ],
  }
}

const certificateOf = (object: ApiObject): string => textAt(object, 'status', 'certificate')

const hasNewCertificate = (object: ApiObject, live: ApiObject): boolean => certificateOf(object) !== certificateOf(live)

const validateNewCertificate = (fault: string | undefined): readonly FieldError[] =>
  fault === undefined ? [] : [invalidField('status.certificate', '<certificate data>', fault)]

/** Nothing but `/status` gets a certificate this far. */
function validateCertificateChange(object: ApiObject, live: ApiObject): readonly FieldError[] {
  if (!hasNewCertificate(object, live) || certificateOf(live) === '') return []
  return [forbiddenField('status.certificate', 'updates may not modify existing certificate content')]
}
