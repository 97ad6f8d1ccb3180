/**
 * Roles and bindings, indexed for the lookup of a user's grants: bindings by subject, roles with compiled rules. The caller
 * reports each change of the objects; a decision reads nothing from the store.
 *
 * @module
 */

import { SERVICE_ACCOUNT_PREFIX, type UserInfo } from '../../meta/index.js'
import type { AuthorizationDecision } from '../authorizer.js'
import { CompiledRole } from './compiled-role.js'
import type { PolicyRule } from './policy-rule.js'

/** Kinds of roles. */
export type RoleKind = 'Role' | 'ClusterRole'

/** The fields of a Role or ClusterRole that decisions use. */
export interface RbacRole {
  readonly kind: RoleKind
  /** Empty for a ClusterRole. */
  readonly namespace: string
  readonly name: string
  readonly rules: readonly PolicyRule[]
}

/** A subject of a binding. */
export interface RbacSubject {
  readonly kind: 'User' | 'Group' | 'ServiceAccount'
  readonly name: string
  /** Namespace of a ServiceAccount; the binding's namespace when empty. */
  readonly namespace: string
}

/** The fields of a RoleBinding or ClusterRoleBinding that decisions use. */
export interface RbacBinding {
  /** Empty for a ClusterRoleBinding, which grants its role everywhere. */
  readonly namespace: string
  readonly name: string
  /** A Role is always in the binding's namespace. */
  readonly roleRef: { readonly kind: RoleKind; readonly name: string }
  readonly subjects: readonly RbacSubject[]
}

/** One role that one subject has through one binding. */
export interface Grant {
  /** The decision if a rule of the role covers the request; its reason names the binding. */
  readonly allow: AuthorizationDecision
  /** Key of the role. */
  readonly role: string
  /** The error if the role does not exist. */
  readonly missing: string
  readonly binding: RbacBinding
  readonly subject: RbacSubject
}

/** Grants by subject name, then by binding. */
type GrantsByName = Map<string, Map<string, Grant>>

/** Grants in one scope. Users and groups have separate maps, so that a lookup needs no prefixed key. */
interface Grants {
  readonly users: GrantsByName
  readonly groups: GrantsByName
}

const noGrants = (): Grants => ({ users: new Map(), groups: new Map() })

/**
 * The roles and bindings of a plane. Changes take effect with the next decision.
 *
 * @param group - API group of the kinds, for messages: `rbac.authorization.platform.io`.
 */
export class RbacIndex {
  /** API group of the kinds. */
  readonly group: string
  readonly #roles = new Map<string, CompiledRole>()
  readonly #clusterGrants = noGrants()
  /** By namespace. */
  readonly #grants = new Map<string, Grants>()
  /** Subjects of each binding, by its key. */
  readonly #subjects = new Map<string, readonly RbacSubject[]>()

  constructor(group: string) {
    this.group = group
  }

  /** Adds a role, or replaces the one with the same kind, namespace and name. */
  putRole({ kind, namespace, name, rules }: RbacRole): void {
    this.#roles.set(roleKey(kind, namespace, name), new CompiledRole(rules))
  }

  /** Removes a role. Its bindings remain, and grant nothing until the role is created again. */
  removeRole({ kind, namespace, name }: Omit<RbacRole, 'rules'>): void {
    this.#roles.delete(roleKey(kind, namespace, name))
  }

  /** Adds a binding, or replaces the one with the same namespace and name. */
  putBinding(binding: RbacBinding): void {
    const { namespace, name, subjects } = binding
    this.removeBinding(binding)
    const grants = this.#grantsIn(namespace)
    const key = bindingKey(namespace, name)
    for (const subject of subjects) {
      const holders = holdersOf(subject, grants)
      const who = nameOf(subject, namespace)
      const grant = this.#grant(binding, subject)
      const own = holders.get(who)
      if (own) own.set(key, grant)
      else holders.set(who, new Map([[key, grant]]))
    }
    this.#subjects.set(key, subjects)
  }

  /** Removes a binding. */
  removeBinding({ namespace, name }: Pick<RbacBinding, 'namespace' | 'name'>): void {
    const key = bindingKey(namespace, name)
    const grants = this.#grantsIn(namespace)
    for (const subject of this.#subjects.get(key) ?? []) {
      const holders = holdersOf(subject, grants)
      const who = nameOf(subject, namespace)
      const own = holders.get(who)
      own?.delete(key)
      if (own?.size === 0) holders.delete(who)
    }
    this.#subjects.delete(key)
    if (namespace !== '' && grants.users.size + grants.groups.size === 0) this.#grants.delete(namespace)
  }

  /**
   * Finds a grant of a user: first cluster-wide ones, then those in one namespace. It runs on every request, so it builds no
   * list.
   *
   * @param user - The user.
   * @param namespace - Empty for none.
   * @param accepts - Whether this grant is the one wanted.
   */
  findGrant(user: UserInfo, namespace: string, accepts: (grant: Grant) => boolean): Grant | undefined {
    const here = namespace === '' ? undefined : this.#grants.get(namespace)
    return grantTo(user, this.#clusterGrants, accepts) ?? (here && grantTo(user, here, accepts))
  }

  /** All grants of a user, in the order of {@link findGrant}. */
  grantsOf(user: UserInfo, namespace: string): readonly Grant[] {
    const grants: Grant[] = []
    this.findGrant(user, namespace, (grant) => {
      grants.push(grant)
      return false
    })
    return grants
  }

  /** The role of a grant, or undefined when it does not exist. */
  roleOf({ role }: Grant): CompiledRole | undefined {
    return this.#roles.get(role)
  }

  /** All existing roles. */
  *roles(): Iterable<{
    readonly kind: RoleKind
    readonly namespace: string
    readonly name: string
    readonly role: CompiledRole
  }> {
    for (const [key, role] of this.#roles) {
      const slash = key.indexOf('/')
      const namespace = key.slice(0, slash)
      yield { kind: namespace === '' ? 'ClusterRole' : 'Role', namespace, name: key.slice(slash + 1), role }
    }
  }

  #grantsIn(namespace: string): Grants {
    if (namespace === '') return this.#clusterGrants
    const known = this.#grants.get(namespace)
    if (known) return known
    const grants = noGrants()
    this.#grants.set(namespace, grants)
    return grants
  }

  #grant(binding: RbacBinding, subject: RbacSubject): Grant {
    const { namespace, name, roleRef } = binding
    const which = namespace === '' ? `ClusterRoleBinding ${quote(name)}` : `RoleBinding ${quote(`${name}/${namespace}`)}`
    const account = subject.kind === 'ServiceAccount' ? `/${subject.namespace || namespace}` : ''
    const reason = `RBAC: allowed by ${which} of ${roleRef.kind} ${quote(roleRef.name)} to ${subject.kind} ${quote(subject.name + account)}`
    return {
      allow: Object.freeze({ decision: 'allow', reason }),
      role: roleKey(roleRef.kind, namespace, roleRef.name),
      missing: `${roleRef.kind.toLowerCase()}.${this.group} ${quote(roleRef.name)} not found`,
      binding,
      subject,
    }
  }
}

const quote = (text: string): string => JSON.stringify(text)

const roleKey = (kind: RoleKind, namespace: string, name: string): string =>
  kind === 'Role' ? `${namespace}/${name}` : `/${name}`

const bindingKey = (namespace: string, name: string): string => `${namespace}/${name}`

const holdersOf = ({ kind }: RbacSubject, { users, groups }: Grants): GrantsByName => (kind === 'Group' ? groups : users)

/** A service account is indexed by its user name, so that the account and its user are the same subject. */
const nameOf = ({ kind, name, namespace }: RbacSubject, bindingNamespace: string): string =>
  kind === 'ServiceAccount' ? `${SERVICE_ACCOUNT_PREFIX}${namespace || bindingNamespace}:${name}` : name

/** Longer lists of groups may repeat one: in an access review tens of thousands of times, each of which has all its bindings. */
const FEW_GROUPS = 8

function grantTo({ username, groups }: UserInfo, grants: Grants, accepts: (grant: Grant) => boolean): Grant | undefined {
  const own = acceptedOf(grants.users.get(username), accepts)
  if (own) return own
  for (const group of groups.length > FEW_GROUPS ? new Set(groups) : groups) {
    const given = acceptedOf(grants.groups.get(group), accepts)
    if (given) return given
  }
  return undefined
}

function acceptedOf(grants: Map<string, Grant> | undefined, accepts: (grant: Grant) => boolean): Grant | undefined {
  if (grants) for (const grant of grants.values()) if (accepts(grant)) return grant
  return undefined
}
