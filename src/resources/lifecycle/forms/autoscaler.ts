/**
 * HorizontalPodAutoscaler in `autoscaling/v2beta1`: each metric type has its own field names for targets.
 *
 * @module
 */

import { isRecord } from '../../../meta/index.js'
import { MEASURED, type Names, TARGETS, turned } from '../../autoscaling/metric-forms.js'
import { withFields } from '../../fields/fields.js'
import type { OlderForm } from '../lossless.js'
import type { SchemaChanges } from '../older-schema.js'

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

/** The changes of the metric types below a path. */
function changesAt(path: string, { holder, ...names }: Names): SchemaChanges {
  const value = { [names.value]: `${holder}.value` }
  const averageValue = { [names.averageValue]: `${holder}.averageValue` }
  const metric = (selectorName: string) => ({ metricName: 'metric.name', [selectorName]: 'metric.selector' })
  const removed = ['metric', holder]
  const resource = {
    members: { ...averageValue, [names.averageUtilization]: `${holder}.averageUtilization` },
    removed: [holder],
  }
  const object = { ...metric('selector'), ...value, averageValue: `${holder}.averageValue`, target: 'describedObject' }
  return {
    [`${path}.resource`]: resource,
    [`${path}.containerResource`]: resource,
    [`${path}.pods`]: { members: { ...metric('selector'), ...averageValue }, removed },
    [`${path}.object`]: { members: object, removed: [...removed, 'describedObject'] },
    [`${path}.external`]: { members: { ...metric('metricSelector'), ...value, ...averageValue }, removed },
  }
}

export const autoscalerForm: OlderForm = {
  toPresent: turn('toPresent'),
  fromPresent(object) {
    const older = turn('fromPresent')(object)
    return isRecord(older.spec) ? withFields(older, { spec: withFields(older.spec, { behavior: undefined }) }) : older
  },
  changes: {
    spec: { removed: ['behavior'] },
    ...changesAt('spec.metrics', TARGETS),
    ...changesAt('status.currentMetrics', MEASURED),
  },
}
