// Names of schemas without their origin: `io.k8s.api.core.v1.Pod` is `core.v1.Pod` here.

const POINTER = '#/definitions/'

/** A schema's name by package, version and kind; packages without versions, such as `resource.Quantity`, have none. */
export const shortName = (name) => /(?:^|\.)([a-z]+(?:\.v\d\w*)?\.[A-Z]\w*)$/.exec(name)?.[1] ?? name

export const refOf = (schema) => (typeof schema.$ref === 'string' ? shortName(schema.$ref.slice(POINTER.length)) : undefined)

/** A group without its domain, as the domain depends on the dialect: `networking.` stands for `networking.<domain>`. */
export const undomained = (group) => (group.endsWith('.k8s.io') ? group.slice(0, -'k8s.io'.length) : group)
