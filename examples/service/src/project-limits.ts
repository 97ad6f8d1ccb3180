/** The rule that no schema can say: a database is no larger than its project may have. */

import { type AdmissionPlugin, admissionDenied, resourcePlugin } from 'binnacle/admission'
import { Database, Project } from './kinds.js'

export function projectLimits(): AdmissionPlugin {
  let limitOf: (project: string) => number | undefined = () => undefined
  return resourcePlugin(Database, {
    name: 'project-limits',
    operations: ['CREATE', 'UPDATE'],
    async start({ client }) {
      const projects = client.informers.of(client.resource(Project))
      limitOf = (project) => projects.get(project)?.spec.maxGigabytes
      await projects.synced
      return () => projects.stop()
    },
    validate(write) {
      if (write.operation === 'DELETE') return
      const { project, gigabytes } = write.object.spec
      const limit = limitOf(project)
      if (limit === undefined) throw admissionDenied(write, `there is no project ${JSON.stringify(project)}`)
      if (gigabytes > limit) throw admissionDenied(write, `a database of project ${project} has at most ${limit} gigabytes`)
    },
  })
}
