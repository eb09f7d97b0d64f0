import { changeEmail, refuseLastSuperAdministrator, setActive } from '@signet/accounts'
import { operations } from '@signet/contracts'
import type { Executor } from '@signet/db'
import { refuse } from '@signet/runtime'
import { endAccount } from '@signet/sessions'
import type { Administrator } from '../../caller.ts'
import type { HandlerDeps } from '../../deps.ts'
import { changesDetail, implement, namesNothing } from '../../implement.ts'
import { loadProject } from '../../projects/row.ts'
import { noteWayIn } from '../users/read.ts'
import {
  administratorsProject,
  findAdministrator,
  lockAdministrator,
  toAdministrator,
} from './administrator-store.ts'

/** Activation and address; never the super administrator status, which has operations of its own. */
export const admin_update = implement(operations.admin_update, {
  async prepare({ deps, caller }, { adminId, active, email }) {
    const before = await findAdministrator(deps.database, adminId)
    const changes = {
      ...(active === undefined || active === before.active ? {} : { active }),
      ...(email === undefined || email === before.email ? {} : { email }),
    }
    if (changes.email) await refuseOwnAddress(deps.database, caller, adminId)
    const shows = { email: before.email, active: before.active }
    const detail = changesDetail(before, changes)
    return { changes, shows, unchanged: namesNothing(detail), target: { id: adminId, detail } }
  },

  async lock({ sql: tx }, { caller }, { adminId }, { changes }) {
    if (changes.active === false) await refuseLastSuperAdministrator(tx, adminId)
    if (changes.email) await refuseOwnAddress(tx, caller, adminId)
    await lockAdministrator(tx, adminId)
  },

  async apply({ sql: tx }, { deps }, { adminId }, { changes }) {
    const { id: projectId } = await administratorsProject(tx)
    if (changes.email) await moveAddress(tx, deps, adminId, changes.email)
    if (changes.active === true) await setActive(tx, projectId, adminId, true)
    if (changes.active === false) await deactivate(tx, deps, projectId, adminId)
    return toAdministrator(await findAdministrator(tx, adminId))
  },
})

/** Changes the address; the old one is mailed. */
async function moveAddress(tx: Executor, deps: HandlerDeps, adminId: string, email: string): Promise<void> {
  const { id } = await administratorsProject(tx)
  const project = (await loadProject(tx, id)) ?? refuse('not_found')
  await noteWayIn(tx, deps, project, adminId, { changed: 'address' })
  await changeEmail(tx, id, adminId, email)
}

export const admin_deactivate = implement(operations.admin_deactivate, {
  async prepare({ deps }, { adminId }) {
    const { email, active } = await findAdministrator(deps.database, adminId)
    return { unchanged: !active, target: { id: adminId, detail: { email } }, shows: { email } }
  },

  async lock({ sql: tx }, _context, { adminId }) {
    await refuseLastSuperAdministrator(tx, adminId)
    await lockAdministrator(tx, adminId)
  },

  async apply({ sql: tx }, { deps }, { adminId }) {
    await deactivate(tx, deps, (await administratorsProject(tx)).id, adminId)
    return toAdministrator(await findAdministrator(tx, adminId))
  },
})

async function deactivate(
  tx: Executor,
  { config }: HandlerDeps,
  projectId: string,
  adminId: string,
): Promise<void> {
  await setActive(tx, projectId, adminId, false)
  await endAccount(tx, { id: projectId, issuer: config.SIGNET_BASE_URL }, adminId)
}

/** A changed address must be verified before the next sign-in: nobody may shut themselves out with a typing error. */
async function refuseOwnAddress(executor: Executor, caller: Administrator, adminId: string): Promise<void> {
  if (caller.accountId === adminId && (await administratorsProject(executor)).verificationRequired)
    refuse('own_email_locked')
}
