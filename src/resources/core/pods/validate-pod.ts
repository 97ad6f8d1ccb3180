/**
 * Validation of a pod, besides what templates of pods share with it.
 *
 * @module
 */

import {
  type ApiObject,
  dnsSubdomainName,
  errorsOf,
  type FieldError,
  forbiddenField,
  invalidField,
  type UnknownRecord,
} from '../../../meta/index.js'
import { listOf, nameOf, recordOf, textOf } from '../../fields/fields.js'
import { containersOf } from './containers/containers.js'
import { validatePodSpec } from './validate-pod-spec.js'

type Part = Readonly<UnknownRecord>

/** Validates the spec of a pod, new or updated. */
export function validatePod(pod: ApiObject): readonly FieldError[] {
  const spec = recordOf(pod.spec)
  const volumes = listOf(spec.volumes).map(recordOf)
  return [
    ...validatePodSpec(spec, 'spec'),
    ...validateOwnClaims(nameOf(pod), volumes, 'spec.volumes'),
    ...(textOf(spec.serviceAccountName) === '' ? withoutTokens(volumes, 'spec.volumes') : []),
    ...validateImages(spec, 'spec'),
  ]
}

/** The claims of ephemeral volumes are named by the pod, which does not use them by these names. */
function validateOwnClaims(pod: string, volumes: readonly Part[], path: string): readonly FieldError[] {
  const claimOf = ({ name, ephemeral }: Part) => (ephemeral === undefined ? undefined : `${pod}-${textOf(name)}`)
  const own = new Set(volumes.map(claimOf))
  return errorsOf(volumes, (volume, i) => {
    const [claim, used] = [claimOf(volume), recordOf(volume.persistentVolumeClaim).claimName]
    const faults = claim === undefined ? [] : dnsSubdomainName(claim)
    return [
      ...faults.map((fault) => invalidField(`${path}[${i}].name`, volume.name, `PVC name ${JSON.stringify(claim)}: ${fault}`)),
      ...(used !== undefined && own.has(textOf(used))
        ? [
            invalidField(
              `${path}[${i}].persistentVolumeClaim.claimName`,
              used,
              'must not reference a PVC that gets created for an ephemeral volume',
            ),
          ]
        : []),
    ]
  })
}

/** A pod without a service account has no token of one. */
const withoutTokens = (volumes: readonly Part[], path: string): readonly FieldError[] =>
  errorsOf(volumes, ({ projected }, i) =>
    errorsOf(listOf(recordOf(projected).sources).map(recordOf), ({ serviceAccountToken }, j) =>
      serviceAccountToken === undefined
        ? []
        : [
            forbiddenField(
              `${path}[${i}].projected.sources[${j}].serviceAccountToken`,
              'must not be specified when serviceAccountName is not set',
            ),
          ],
    ),
  )

/** No image has spaces around it. A template may have them: whoever creates its pods can replace the image. */
const validateImages = (spec: Part, path: string): readonly FieldError[] =>
  errorsOf(containersOf(spec, path), ([{ image }, field]) =>
    textOf(image).trim() === textOf(image)
      ? []
      : [invalidField(`${field}.image`, image, 'must not have leading or trailing whitespace')],
  )
