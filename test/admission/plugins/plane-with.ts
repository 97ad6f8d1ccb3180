import { type AdmissionAttributes, type AdmissionPlugin, createAdmission } from '../../../src/admission/index.js'
import type { ApiError, ApiObject } from '../../../src/meta/index.js'
import { fakePlane } from '../fake-plane.js'

/** A plane with one plugin; says what becomes of a write. */
export async function planeWith(plugin: AdmissionPlugin, plane = fakePlane()) {
  const admission = createAdmission([plugin])
  await admission.start(plane.sources)
  const refusal = (error: unknown) => {
    const { code, message } = (error as ApiError).status
    return `${code} ${message}`
  }
  return {
    plane,
    changed: async (attributes: AdmissionAttributes): Promise<unknown> => {
      if (!admission.concernsMutation(attributes)) return attributes.object?.spec
      try {
        return ((await admission.mutate(attributes, (changed) => changed)) as ApiObject).spec
      } catch (error) {
        return refusal(error)
      }
    },
    judged: async (attributes: AdmissionAttributes) => {
      if (!admission.concernsValidation(attributes)) return 'passes'
      try {
        await admission.validate(attributes)
        return 'passes'
      } catch (error) {
        return refusal(error)
      }
    },
  }
}
