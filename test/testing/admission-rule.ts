import { type AdmissionPlugin, admissionDenied } from '../../src/public/admission.js'

export { type AdmissionPlugin, admissionDenied }

/** The creator of a ConfigMap owns it, and remains its owner. */
export const configMapRule = (): AdmissionPlugin => ({
  name: 'owner',
  handles: ({ resource }) => resource === 'configmaps',
  mutate(object, { user, warn, annotate }) {
    if (object.metadata.labels?.owner) return
    object.metadata.labels = { ...object.metadata.labels, owner: user.username }
    warn('an owner was added')
    annotate('owner', user.username)
  },
  validate(attributes) {
    const { object, oldObject } = attributes
    const [now, before] = [object, oldObject].map((one) => one?.metadata.labels?.owner)
    if (before !== undefined && now !== before) throw admissionDenied(attributes, 'the owner stays')
  },
})
