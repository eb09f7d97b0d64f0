import { checkProfile, refuseLastSuperAdministrator } from '@signet/accounts'
import { operations } from '@signet/contracts'
import { refuse } from '@signet/runtime'
import { endAccount } from '@signet/sessions'
import { changesDetail, implement, namesNothing } from '../../implement.ts'
import { issuerRef } from '../../projects/row.ts'
import { toUser } from './to-user.ts'
import { checkClaims, refuseManaged } from './user-rules.ts'
import { findUser, lockUser, updateUser } from './user-store.ts'

/** Deactivation ends every session and token in the same transaction and tells the relying parties. */
export const project_user_update = implement(operations.project_user_update, {
  async prepare({ deps, project }, { userId, active, claims, profile }) {
    const user = await findUser(deps.database, project.id, userId)
    if (profile) refuseManaged(user)
    if (profile) await checkProfile(profile, 'profile.')
    if (claims) await checkClaims(claims)
    if (active && user.locked) refuse('user_locked')
    const detail = {
      ...(active === undefined ? {} : { active: { from: user.active, to: active } }),
      ...(claims ? { claims: Object.keys(claims) } : {}),
      ...(profile ? { profile: Object.keys(profile) } : {}),
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
    if (changes.active && before.locked) refuse('user_locked')
    if (changes.profile) refuseManaged(before)
    if (!unchanged) await updateUser(tx, project.id, userId, changes)
    if (changes.active === false && before.active)
      await endAccount(tx, issuerRef(project, deps.config), userId)
    return toUser(await findUser(tx, project.id, userId))
  },
})
