/**
 * The house, from the ground up. A folder that is not named here has no place in it. The command line stands above the other
 * edges, as its whole work is to put them together. On top is what people outside see. This is the one place that holds the rule.
 */
export const FLOORS: readonly (readonly string[])[] = [
  ['meta'],
  ['text'],
  ['cel'],
  ['schema', 'apply', 'patch', 'codec', 'crypto', 'webhook', 'zod'],
  ['storage', 'store'],
  ['admission', 'authn', 'authz', 'certificates', 'audit'],
  ['resources'],
  ['registry'],
  ['endpoints'],
  ['client', 'server'],
  ['controllers'],
  ['plane'],
  ['adapters'],
  ['testing'],
  ['cli'],
  ['public'],
]
