/**
 * Converts an access review to the attributes of an authorizer.
 *
 * @module
 */

import {
  type ApiObject,
  type Attributes,
  fieldRequirements,
  labelRequirements,
  parseFieldSelector,
  parseLabelSelector,
  type SelectorRequirement,
  type UserInfo,
  validateLabelValue,
  validateQualifiedName,
} from '../../meta/index.js'
import { getRecord, listOf, recordOf, textAt, textsOf } from '../fields/fields.js'

/**
 * The user in a review.
 *
 * @param object - A valid review.
 */
export function subjectOf({ spec }: ApiObject): UserInfo {
  const { groups, extra } = recordOf(spec)
  const uid = textAt(spec, 'uid')
  return {
    username: textAt(spec, 'user'),
    ...(uid !== '' && { uid }),
    groups: textsOf(groups),
    ...(extra !== undefined && { extra: extra as Readonly<Record<string, readonly string[]>> }),
  }
}

/**
 * The request in a review, as authorizer attributes.
 *
 * @param object - A valid review.
 * @param user - The user of the request.
 */
export function attributesOf({ spec }: ApiObject, user: UserInfo): Attributes {
  const resource = getRecord(spec, 'resourceAttributes')
  const asked = resource ?? getRecord(spec, 'nonResourceAttributes')
  return {
    user,
    verb: textAt(asked, 'verb'),
    isResourceRequest: resource !== undefined,
    path: resource ? '' : textAt(asked, 'path'),
    group: textAt(resource, 'group'),
    // A review without a version covers all versions.
    version: resource ? textAt(resource, 'version') || '*' : '',
    resource: textAt(resource, 'resource'),
    subresource: textAt(resource, 'subresource'),
    namespace: textAt(resource, 'namespace'),
    name: textAt(resource, 'name'),
    ...narrowing('fieldSelector', resource),
    ...narrowing('labelSelector', resource),
  }
}

/**
 * Warns of selectors in a review that restrict it less than intended.
 *
 * @param object - A valid review.
 * @returns A sentence for each.
 */
export function unreadSelectors({ spec }: ApiObject): readonly string[] {
  const resource = getRecord(spec, 'resourceAttributes')
  return (['fieldSelector', 'labelSelector'] as const).flatMap((member) => {
    const { requirements, isWhole } = readSelector(member, resource)
    if (isWhole) return []
    const ignored = requirements.length > 0 ? 'partially ignored' : 'ignored'
    return [`spec.resourceAttributes.${member} ${ignored} due to parse error`]
  })
}

function narrowing(member: SelectorMember, resource: unknown): Partial<Attributes> {
  const { requirements } = readSelector(member, resource)
  return requirements.length > 0 ? { [member]: requirements } : {}
}

type SelectorMember = 'fieldSelector' | 'labelSelector'

/** Parsing of the two selectors: as text, and by requirement. */
const READERS = {
  fieldSelector: { parse: parseFieldSelector, fromText: fieldRequirements, isReadable: isFieldRequirement },
  labelSelector: { parse: parseLabelSelector, fromText: labelRequirements, isReadable: isLabelRequirement },
} as const

interface ReadSelector {
  readonly requirements: readonly SelectorRequirement[]
  /** Whether it was parsed completely. */
  readonly isWhole: boolean
}

/** A selector as text, or as requirements. */
function readSelector(member: SelectorMember, resource: unknown): ReadSelector {
  const selector = getRecord(resource, member)
  if (!selector) return { requirements: [], isWhole: true }
  const { parse, fromText, isReadable } = READERS[member]
  const text = textAt(selector, 'rawSelector')
  if (text !== '') return { requirements: fromText(text), isWhole: parses(parse, text) }
  const all = listOf(selector.requirements).map(requirementOf)
  const requirements = all.filter(isReadable)
  return { requirements, isWhole: requirements.length === all.length }
}

function parses(parse: (text: string) => unknown, text: string): boolean {
  try {
    parse(text)
    return true
  } catch {
    return false
  }
}

/** A field selector compares with a value; it cannot test existence. */
function isFieldRequirement({ operator, values = [] }: SelectorRequirement): boolean {
  return (operator === 'In' || operator === 'NotIn') && values.length === 1
}

function isLabelRequirement({ key, operator, values = [] }: SelectorRequirement): boolean {
  const isKnown = ['In', 'NotIn', 'Exists', 'DoesNotExist'].includes(operator)
  return isKnown && validateQualifiedName(key).length === 0 && values.every((value) => validateLabelValue(value).length === 0)
}

function requirementOf(requirement: unknown): SelectorRequirement {
  const values = textsOf(recordOf(requirement).values)
  return {
    key: textAt(requirement, 'key'),
    operator: textAt(requirement, 'operator') as SelectorRequirement['operator'],
    ...(values.length > 0 && { values }),
  }
}
