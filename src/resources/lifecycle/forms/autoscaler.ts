/**
 * HorizontalPodAutoscaler in `autoscaling/v2beta1`: each metric type has its own field names for targets.
 *
 * @module
 */

import { isRecord } from '../../../meta/index.js'
import { MEASURED, TARGETS, turned } from '../../autoscaling/metric-forms.js'
import { withFields } from '../../fields/fields.js'
import type { OlderForm } from '../lossless.js'

const turn =
  (direction: 'toPresent' | 'fromPresent'): OlderForm['toPresent'] =>
  (object) => {
    const { spec, status } = object
    return withFields(object, {
      ...(isRecord(spec) && { spec: withFields(spec, { metrics: turned(spec.metrics, direction, TARGETS) }) }),
      ...(isRecord(status) && {
        status: withFields(status, { currentMetrics: turned(status.currentMetrics, direction, MEASURED) }),
      }),
    })
  }

export const autoscalerForm: OlderForm = {
  toPresent: turn('toPresent'),
  fromPresent(object) {
    const older = turn('fromPresent')(object)
    return isRecord(older.spec) ? withFields(older, { spec: withFields(older.spec, { behavior: undefined }) }) : older
  },
}
