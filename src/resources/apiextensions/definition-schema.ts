/**
 * The schema of custom resource definitions.
 *
 * @module
 */

import type { Dialect, JsonObject } from '../../meta/index.js'
import { flag, integer, list, listMarkers, map, type Properties, refTo, struct, text, time } from '../fields/json-schema.js'

const NAME = 'apiextensions.v1.'
const SCHEMA = `${NAME}JSONSchemaProps`

/** Fields of a definition. */
export const definitionProperties: Properties = {
  spec: refTo(`${NAME}CustomResourceDefinitionSpec`, 'The type that is defined.'),
  status: refTo(`${NAME}CustomResourceDefinitionStatus`, 'Whether the type is served.'),
}

/**
 * The schemas that the fields refer to.
 *
 * @param dialect - The dialect of the extensions.
 */
export function definitionSchemas(dialect: Dialect): Readonly<Record<string, JsonObject>> {
  const { atomic, keyedInApply } = listMarkers(dialect)
  const texts = (description: string) => list(description, { type: 'string' }, atomic)
  return {
    [`${NAME}CustomResourceDefinitionSpec`]: struct(
      'A resource type.',
      {
        conversion: refTo(`${NAME}CustomResourceConversion`, 'How objects of one version become those of another.'),
        group: text('API group of the type.'),
        names: refTo(`${NAME}CustomResourceDefinitionNames`, 'What the type is called.'),
        preserveUnknownFields: flag('Not to be set any more; schemas say what is preserved.'),
        scope: text('Cluster or Namespaced.'),
        versions: list('Versions of the type.', refTo(`${NAME}CustomResourceDefinitionVersion`), atomic),
      },
      ['group', 'names', 'scope', 'versions'],
    ),
    [`${NAME}CustomResourceDefinitionNames`]: struct(
      'What a type is called.',
      {
        categories: texts('Sets of types that clients ask for together, such as all.'),
        kind: text('Kind of the objects, such as Widget.'),
        listKind: text('Kind of their list. Default: the kind and List.'),
        plural: text('Name in URLs, in lower case.'),
        shortNames: texts('Abbreviations for people.'),
        singular: text('Name of one, in lower case. Default: the kind in lower case.'),
      },
      ['kind', 'plural'],
    ),
    [`${NAME}CustomResourceDefinitionVersion`]: struct(
      'A version of a type.',
      {
        additionalPrinterColumns: list('Columns of tables.', refTo(`${NAME}CustomResourceColumnDefinition`), atomic),
        deprecated: flag('Whether clients of this version are warned.'),
        deprecationWarning: text('The warning. Default: a text that names the version to use instead.'),
        name: text('Such as v1 or v1beta1.'),
        schema: refTo(`${NAME}CustomResourceValidation`, 'What objects hold.'),
        selectableFields: list('Fields that selectors may use.', refTo(`${NAME}SelectableField`), atomic),
        served: flag('Whether clients may use this version.'),
        storage: flag('Whether objects are stored in this version; true for exactly one.'),
        subresources: refTo(`${NAME}CustomResourceSubresources`, 'Paths below the objects.'),
      },
      ['name'],
    ),
    [`${NAME}CustomResourceColumnDefinition`]: struct('A column of a table.', {
      description: text('What it shows.'),
      format: text('Format of the type, such as int32.'),
      jsonPath: text('Where its value is in an object.'),
      name: text('Its heading.'),
      priority: integer('0 is always shown; greater numbers in wide output only.'),
      type: text('integer, number, string, boolean or date.'),
    }),
    [`${NAME}CustomResourceValidation`]: struct('What objects hold.', {
      openAPIV3Schema: refTo(SCHEMA, 'The schema of an object.'),
    }),
    [`${NAME}SelectableField`]: struct('A field that selectors may use.', {
      jsonPath: text('Where its value is in an object, such as .spec.color.'),
    }),
    [`${NAME}CustomResourceSubresources`]: struct('Paths below an object.', {
      scale: refTo(`${NAME}CustomResourceSubresourceScale`, 'The count of replicas.'),
      status: struct('The status, written apart from the rest.', {}),
    }),
    [`${NAME}CustomResourceSubresourceScale`]: struct('Where the counts of replicas are.', {
      labelSelectorPath: text('Where the label selector is, as text.'),
      specReplicasPath: text('Where the wanted count is, such as .spec.replicas.'),
      statusReplicasPath: text('Where the actual count is, such as .status.replicas.'),
    }),
    [`${NAME}CustomResourceConversion`]: struct('How objects of one version become those of another.', {
      strategy: text('None (only the apiVersion changes) or Webhook.'),
      webhook: refTo(`${NAME}WebhookConversion`, 'The service that converts objects.'),
    }),
    [`${NAME}WebhookConversion`]: struct('A service that converts objects.', {
      clientConfig: refTo(`${NAME}WebhookClientConfig`, 'Where the service is.'),
      conversionReviewVersions: texts('Versions of the reviews that the service reads.'),
    }),
    [`${NAME}WebhookClientConfig`]: struct('Where a service is.', {
      caBundle: text('Certificates of those who may vouch for it, in PEM.', { format: 'byte' }),
      service: refTo(`${NAME}ServiceReference`, 'A service of this cluster.'),
      url: text('A service anywhere.'),
    }),
    [`${NAME}ServiceReference`]: struct('A service of this cluster.', {
      name: text('Name of the service.'),
      namespace: text('Namespace of the service.'),
      path: text('Path of the requests.'),
      port: integer('Port of the service. Default 443.'),
    }),
    [`${NAME}CustomResourceDefinitionStatus`]: struct('Whether a type is served.', {
      acceptedNames: refTo(`${NAME}CustomResourceDefinitionNames`, 'The names that the type has got.'),
      conditions: list('What is known of the type.', refTo(`${NAME}CustomResourceDefinitionCondition`), keyedInApply('type')),
      observedGeneration: integer('Generation of the definition that the status tells of.', 'int64'),
      storedVersions: texts('Versions that objects may be stored in.'),
    }),
    [`${NAME}CustomResourceDefinitionCondition`]: struct(
      'Something that is known of a type.',
      {
        lastTransitionTime: time('When the status last changed.'),
        message: text('Why it is so, for people.'),
        observedGeneration: integer('Generation of the definition that the condition tells of.', 'int64'),
        reason: text('Why it is so, for programs.'),
        status: text('True, False or Unknown.'),
        type: text('What is known.'),
      },
      ['status', 'type'],
    ),
    ...schemaSchemas(dialect),
  }
}

/** The schema of JSON schemas. */
function schemaSchemas(dialect: Dialect): Readonly<Record<string, JsonObject>> {
  const { schemaPrefix } = dialect
  const { atomic, keyed } = listMarkers(dialect)
  const anything = (description: string): JsonObject => ({ description, [`${schemaPrefix}preserve-unknown-fields`]: true })
  const schema = (description: string) => refTo(SCHEMA, description)
  const schemas = (description: string) => list(description, refTo(SCHEMA), atomic)
  const number = (description: string): JsonObject => ({ type: 'number', description })
  const count = (description: string) => integer(description, 'int64')
  return {
    [SCHEMA]: struct('A JSON schema, as OpenAPI v3 writes it.', {
      $ref: text('Not supported.'),
      $schema: text('Version of the schema language.'),
      additionalItems: anything('Not supported.'),
      additionalProperties: anything('Schema of the values of a map.'),
      allOf: schemas('All of these fit.'),
      anyOf: schemas('At least one of these fits.'),
      default: anything('What a missing value becomes.'),
      definitions: anything('Not supported.'),
      dependencies: anything('Not supported.'),
      description: text('What it is for.'),
      enum: list('The values that there are.', anything('A value.'), atomic),
      example: anything('A value that fits.'),
      exclusiveMaximum: flag('Whether the maximum itself is too much.'),
      exclusiveMinimum: flag('Whether the minimum itself is too little.'),
      externalDocs: struct('More to read.', { description: text('What it is.'), url: text('Where it is.') }),
      format: text('A closer description of the type, such as date-time.'),
      id: text('Not supported.'),
      items: schema('Schema of the items of a list.'),
      maxItems: count('Most items.'),
      maxLength: count('Most characters.'),
      maxProperties: count('Most members.'),
      maximum: number('Greatest number.'),
      minItems: count('Fewest items.'),
      minLength: count('Fewest characters.'),
      minProperties: count('Fewest members.'),
      minimum: number('Least number.'),
      multipleOf: number('What numbers are multiples of.'),
      not: schema('This does not fit.'),
      nullable: flag('Whether null fits too.'),
      oneOf: schemas('Exactly one of these fits.'),
      pattern: text('What texts match.'),
      patternProperties: anything('Not supported.'),
      properties: map('Schemas of the members.', refTo(SCHEMA)),
      required: list('Members that have to be there.', { type: 'string' }, atomic),
      title: text('A heading.'),
      type: text('JSON type.'),
      uniqueItems: flag('Not supported.'),
      [`${schemaPrefix}embedded-resource`]: flag('Whether the value is an object with kind, apiVersion and metadata.'),
      [`${schemaPrefix}int-or-string`]: flag('Whether the value is a whole number or text.'),
      [`${schemaPrefix}list-map-keys`]: list('Members that items are known by.', { type: 'string' }, atomic),
      [`${schemaPrefix}list-type`]: text('atomic, set or map.'),
      [`${schemaPrefix}map-type`]: text('granular or atomic.'),
      [`${schemaPrefix}preserve-unknown-fields`]: flag('Whether members that are not described are kept.'),
      [`${schemaPrefix}validations`]: list('Rules, as expressions.', refTo(`${NAME}ValidationRule`), keyed('rule')),
    }),
    [`${NAME}ValidationRule`]: struct('A rule, as an expression.', {
      fieldPath: text('The field that is at fault.'),
      message: text('What to say when it is broken.'),
      messageExpression: text('What to say when it is broken, as an expression.'),
      optionalOldSelf: flag('Whether it is judged for new values too.'),
      reason: text('Why it is broken, for programs.'),
      rule: text('The expression.'),
    }),
  }
}
