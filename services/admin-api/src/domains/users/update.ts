import { changedMembers, checkClaims, checkProfile, refuseLastSuperAdministrator } from '@signet/accounts'
import { operations } from '@signet/contracts'
import { changesDetail, implement, namesNothing } from '../../implement.ts'
import { changeActive, checkActivation } from './account-changes.ts'
import { toUser } from './to-user.ts'
import { refuseManaged } from './user-rules.ts'
import { findUser, lockUser, updateUser } from './user-store.ts'

/** A deactivation ends every session and token in the same transaction and notifies the relying parties. */
export const project_user_update = implement(operations.project_user_update, {
  plans: 'by key',

  async prepare({ deps, project }, { userId, active, claims, profile }) {
    const user = await findUser(deps.keyLookupPool, project.id, userId)
    if (profile) refuseManaged(user)
    if (profile) await checkProfile(profile, 'profile.')
    if (claims) await checkClaims(claims)
    checkActivation(user, active)
    const detail = {
      ...(active === undefined ? {} : { active: { from: user.active, to: active } }),
      ...(claims ? { claims: changedMembers(user.claims, claims) } : {}),
      ...(profile ? { profile: changedMembers(user.profile, profile) } : {}),
    }
    const changes = changesDetail(user, {
      ...(active === undefined ? {} : { active }),
      ...(claims ? { claims } : {}),
      ...(profile ? { profile } : {}),
    })
    return { unchanged: namesNothing(changes), target: { id: userId, detail } }
  },

  async lock({ sql: tx }, { project }, { userId, active }) {
    if (active === false && project.reserved) await refuseLastSuperAdministrator(tx, userId)
    await lockUser(tx, project.id, userId)
    return findUser(tx, project.id, userId)
  },

  async apply({ sql: tx }, { deps, project }, { userId, ...changes }, { unchanged }, before) {
    checkActivation(before, changes.active)
    if (changes.profile) refuseManaged(before)
    if (!unchanged) await updateUser(tx, project.id, userId, changes)
    if (!unchanged && changes.active !== undefined)
      await changeActive(tx, deps, project, before, changes.active)
    return toUser(await findUser(tx, project.id, userId))
  },
})
