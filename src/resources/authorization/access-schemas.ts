/**
 * JSON schemas that the access reviews share.
 *
 * @module
 */

import type { Dialect } from '../../meta/index.js'
import { flag, list, listMarkers, map, type Properties, refTo, struct, text } from '../fields/json-schema.js'

/** Spec fields that describe the action. */
export const TARGET_FIELDS: Properties = {
  nonResourceAttributes: refTo('authorization.v1.NonResourceAttributes', 'A request for a path that is no resource.'),
  resourceAttributes: refTo('authorization.v1.ResourceAttributes', 'A request for a resource.'),
}

/** Schema name of a spec with a user. */
export const SUBJECT_SPEC = 'authorization.v1.SubjectAccessReviewSpec'

/**
 * The schema of a spec with a user, by its name.
 *
 * @param dialect - The dialect of the markers.
 */
export const subjectSpec = (dialect: Dialect): Properties => ({
  [SUBJECT_SPEC]: struct('A user, and what they would do. At least a name or a group; exactly one of the two attributes.', {
    ...TARGET_FIELDS,
    extra: map('What else an authenticator would know of the user.', list('Values of one kind.', { type: 'string' })),
    groups: list('Groups that the user belongs to.', { type: 'string' }, listMarkers(dialect).atomic),
    uid: text('Identity of the user.'),
    user: text('Name of the user.'),
  }),
})

/**
 * The schemas of the action and of the answer, by published name.
 *
 * @param dialect - The dialect of the markers.
 */
export function accessSchemas(dialect: Dialect): Properties {
  const { atomic } = listMarkers(dialect)
  const requirement = (what: string) =>
    struct(
      `What a ${what} selector asks of one ${what}.`,
      {
        key: text(`The ${what}.`),
        operator: text('How its value compares: In, NotIn, Exists or DoesNotExist.'),
        values: list('What it is compared with.', { type: 'string' }, atomic),
      },
      ['key', 'operator'],
    )
  const selector = (what: string, item: string) =>
    struct(`A ${what} selector, as text or as a list.`, {
      rawSelector: text('The selector as it stands in a query. Exactly one of the two.'),
      requirements: list('The selector, taken apart.', refTo(item), atomic),
    })
  return {
    'authorization.v1.ResourceAttributes': struct('A request for a resource.', {
      fieldSelector: refTo('authorization.v1.FieldSelectorAttributes', 'Field selector of the request.'),
      group: text('API group of the resource; * for all.'),
      labelSelector: refTo('authorization.v1.LabelSelectorAttributes', 'Label selector of the request.'),
      name: text('Name of the object; empty for all.'),
      namespace: text('Namespace of the object; empty for all of them, and for what is in none.'),
      resource: text('Plural name of the resource; * for all.'),
      subresource: text('The subresource, if one is meant.'),
      verb: text('What would be done, such as get or create; * for everything.'),
      version: text('API version of the resource; * for all.'),
    }),
    'authorization.v1.NonResourceAttributes': struct('A request for a path that is no resource.', {
      path: text('The path.'),
      verb: text('The HTTP method, in lower case.'),
    }),
    'authorization.v1.FieldSelectorAttributes': selector('field', 'meta.v1.FieldSelectorRequirement'),
    'authorization.v1.LabelSelectorAttributes': selector('label', 'meta.v1.LabelSelectorRequirement'),
    'meta.v1.FieldSelectorRequirement': requirement('field'),
    'meta.v1.LabelSelectorRequirement': requirement('label'),
    'authorization.v1.SubjectAccessReviewStatus': struct(
      'Whether it is allowed.',
      {
        allowed: flag('Whether the request would be allowed.'),
        denied: flag('Whether the request would be refused whatever other authorizers say.'),
        evaluationError: text('What kept the question from being answered in full.'),
        reason: text('Why, for people.'),
      },
      ['allowed'],
    ),
  }
}
