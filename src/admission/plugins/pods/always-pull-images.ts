/**
 * AlwaysPullImages: every container pulls its image, so that the pull needs the pod's own credentials even for a cached image.
 *
 * @module
 */

import { unsupportedField } from '../../../meta/index.js'
import { type AdmissionPlugin, admissionDenied } from '../../plugin.js'
import { bringsNoImages, containerLists, isPodWrite, podSpecOf } from './pods.js'

const ALWAYS = 'Always'

/** Sets the pull policy of all containers of a pod to `Always`, and refuses later changes to another policy. */
export const alwaysPullImages = (): AdmissionPlugin => ({
  name: 'AlwaysPullImages',
  handles: isPodWrite,
  mutate(pod, attributes) {
    if (bringsNoImages(attributes)) return
    const spec = podSpecOf(pod)
    for (const [, containers] of containerLists(spec)) for (const container of containers) container.imagePullPolicy = ALWAYS
    for (const { image } of spec.volumes ?? []) if (image) image.pullPolicy = ALWAYS
  },
  validate(attributes) {
    if (bringsNoImages(attributes)) return
    for (const [field, containers] of containerLists(podSpecOf(attributes.object))) {
      for (const [i, { imagePullPolicy }] of containers.entries()) {
        if (imagePullPolicy === ALWAYS) continue
        const error = unsupportedField(`spec.${field}[${i}].imagePullPolicy`, imagePullPolicy ?? '', [ALWAYS])
        throw admissionDenied(attributes, `${error.field}: ${error.message}`)
      }
    }
  },
})
