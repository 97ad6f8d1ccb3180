/**
 * Roles and bindings, arranged for the question «what does this user have?»: bindings by subject, roles with their rules
 * prepared. The caller reports each change of the objects; nothing is read at the time of a decision.
 *
 * @module
 */

import { SERVICE_ACCOUNT_PREFIX, type UserInfo } from '../../meta/index.js'
import type { AuthorizationDecision } from '../authorizer.js'
import { CompiledRole } from './compiled-role.js'
import type { PolicyRule } from './policy-rule.js'

/** Kinds of roles. */
export type RoleKind = 'Role' | 'ClusterRole'

/** The fields of a Role or ClusterRole that decisions need. */
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
  /** Of a ServiceAccount; that of the binding when empty. */
  readonly namespace: string
}

/** The fields of a RoleBinding or ClusterRoleBinding that decisions need. */
export interface RbacBinding {
  /** Empty for a ClusterRoleBinding, which gives its role everywhere. */
  readonly namespace: string
  readonly name: string
  /** A Role is one of the binding's namespace. */
  readonly roleRef: { readonly kind: RoleKind; readonly name: string }
  readonly subjects: readonly RbacSubject[]
}

/** One role that one subject has through one binding. */
export interface Grant {
  /** The decision when a rule of the role covers the request; it says by which binding. */
  readonly allow: AuthorizationDecision
  /** Key of the role. */
  readonly role: string
  /** What is said when there is no such role. */
  readonly missing: string
  readonly binding: RbacBinding
  readonly subject: RbacSubject
}

/** Grants by the name of whom they are to, then by binding. */
type GrantsByName = Map<string, Map<string, Grant>>

/** Grants in one scope. Users and groups are apart, so that a name is looked up as it is. */
interface Grants {
  readonly users: GrantsByName
  readonly groups: GrantsByName
}

const noGrants = (): Grants => ({ users: new Map(), groups: new Map() })

/**
 * The roles and bindings of a plane. Changes count for the next decision.
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

  /** Adds a role, or replaces the one of its kind, namespace and name. */
  putRole({ kind, namespace, name, rules }: RbacRole): void {
    this.#roles.set(roleKey(kind, namespace, name), new CompiledRole(rules))
  }

  /** Removes a role. Its bindings stay, and grant nothing until it is created again. */
  removeRole({ kind, namespace, name }: Omit<RbacRole, 'rules'>): void {
    this.#roles.delete(roleKey(kind, namespace, name))
  }

  /** Adds a binding, or replaces the one of its namespace and name. */
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

  /** Takes a binding away. */
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
   * Looks for a grant among those of a user: everywhere, then in one namespace. Every request asks, so no list is made of them.
   *
   * @param user - The user.
   * @param namespace - Empty for none.
   * @param accepts - Whether it is the one.
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

  /** The role that a grant gives, or undefined when there is no such role. */
  roleOf({ role }: Grant): CompiledRole | undefined {
    return this.#roles.get(role)
  }

  /** All roles that there are. */
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

/** A service account is known by the name of its user, so that an account and its user are the same subject. */
const nameOf = ({ kind, name, namespace }: RbacSubject, bindingNamespace: string): string =>
  kind === 'ServiceAccount' ? `${SERVICE_ACCOUNT_PREFIX}${namespace || bindingNamespace}:${name}` : name

function grantTo({ username, groups }: UserInfo, grants: Grants, accepts: (grant: Grant) => boolean): Grant | undefined {
  const own = acceptedOf(grants.users.get(username), accepts)
  if (own) return own
  for (const group of groups) {
    const given = acceptedOf(grants.groups.get(group), accepts)
    if (given) return given
  }
  return undefined
}

function acceptedOf(grants: Map<string, Grant> | undefined, accepts: (grant: Grant) => boolean): Grant | undefined {
  if (grants) for (const grant of grants.values()) if (accepts(grant)) return grant
  return undefined
}
