import { changeEmail, refuseLastSuperAdministrator } from '@signet/accounts'
import { operations } from '@signet/contracts'
import type { AuditedTx, Executor } from '@signet/db'
import { refuse } from '@signet/runtime'
import type { HandlerDeps } from '../../deps.ts'
import { changesDetail, implement, namesNothing } from '../../implement.ts'
import { loadProject, type ProjectRow } from '../../projects/row.ts'
import {
  changeActive,
  checkActivation,
  checkAddressChange,
  findUser,
  noteSignInMethodChange,
} from '../users/read.ts'
import {
  administratorsProject,
  findAdministrator,
  lockAdministrator,
  toAdministrator,
} from './administrator-store.ts'

/** The super administrator status has operations of its own. */
export const admin_update = implement(operations.admin_update, {
  async prepare({ deps, caller }, { adminId, active, email }) {
    const { project, before } = await findAccount(deps.database, adminId)
    const changes = {
      ...(active === undefined || active === before.active ? {} : { active }),
      ...(email === undefined || email === before.email ? {} : { email }),
    }
    checkActivation(before, active)
    if (changes.email) checkAddressChange(caller, project, before)
    const shows = { email: before.email, active: before.active }
    const detail = changesDetail(before, changes)
    return { changes, shows, unchanged: namesNothing(detail), target: { id: adminId, detail } }
  },

  async lock({ sql: tx }, { caller }, { adminId }, { changes }) {
    if (changes.active === false) await refuseLastSuperAdministrator(tx, adminId)
    await lockAdministrator(tx, adminId)
    const { project, before } = await findAccount(tx, adminId)
    if (changes.email) checkAddressChange(caller, project, before)
    return { project, before }
  },

  async apply({ sql: tx }, { deps }, { adminId }, { changes }, { project, before }) {
    if (changes.email) await moveAddress(tx, deps, project, adminId, changes.email)
    if (changes.active !== undefined) await changeActive(tx, deps, project, before, changes.active)
    return toAdministrator(await findAdministrator(tx, adminId))
  },
})

/** Notifies the old address. */
async function moveAddress(
  tx: AuditedTx,
  deps: HandlerDeps,
  project: ProjectRow,
  adminId: string,
  email: string,
): Promise<void> {
  await noteSignInMethodChange(tx, deps, project, adminId, { changed: 'address' })
  await changeEmail(tx, project.id, adminId, email)
}

async function findAccount(executor: Executor, adminId: string) {
  const { id } = await administratorsProject(executor)
  const project = (await loadProject(executor, id)) ?? refuse('not_found')
  return { project, before: await findUser(executor, id, adminId) }
}

export const admin_deactivate = implement(operations.admin_deactivate, {
  async prepare({ deps }, { adminId }) {
    const { email, active } = (await findAccount(deps.database, adminId)).before
    return { unchanged: !active, target: { id: adminId, detail: { email } }, shows: { email } }
  },

  async lock({ sql: tx }, _context, { adminId }) {
    await refuseLastSuperAdministrator(tx, adminId)
    await lockAdministrator(tx, adminId)
    return findAccount(tx, adminId)
  },

  async apply({ sql: tx }, { deps }, { adminId }, _prepared, { project, before }) {
    await changeActive(tx, deps, project, before, false)
    return toAdministrator(await findAdministrator(tx, adminId))
  },
})
