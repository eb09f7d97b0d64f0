import { refuseLastSuperAdministrator } from '@signet/accounts'
import { operations } from '@signet/contracts'
import { sql } from '@signet/db'
import { refuse } from '@signet/runtime'
import { implement } from '../../implement.ts'
import {
  administratorsProject,
  findAdministrator,
  lockAdministrator,
  toAdministrator,
} from './administrator-store.ts'

/** The membership of the Super administrators team is the status. */
export const admin_super_grant = implement(operations.admin_super_grant, {
  async prepare({ deps }, { adminId }) {
    const { email, active } = await findAdministrator(deps.database, adminId)
    if (!active) refuse('administrator_inactive')
    return { target: { id: adminId, detail: { email } }, shows: { email } }
  },

  async lock({ sql: tx }, _context, { adminId }) {
    await lockAdministrator(tx, adminId)
    if (!(await findAdministrator(tx, adminId)).active) refuse('administrator_inactive')
  },

  async apply({ sql: tx }, _context, { adminId }) {
    const { id: projectId, superTeamId } = await administratorsProject(tx)
    await tx.run(sql`
      INSERT INTO team_members (team_id, project_id, account_id, role)
      VALUES (${superTeamId}, ${projectId}, ${adminId}, 'owner') ON CONFLICT DO NOTHING`)
    return toAdministrator(await findAdministrator(tx, adminId))
  },
})

export const admin_super_withdraw = implement(operations.admin_super_withdraw, {
  async prepare({ deps }, { adminId }) {
    const { email } = await findAdministrator(deps.database, adminId)
    return { target: { id: adminId, detail: { email } }, shows: { email } }
  },

  lock: ({ sql: tx }, _context, { adminId }) => refuseLastSuperAdministrator(tx, adminId),

  async apply({ sql: tx }, _context, { adminId }) {
    const { superTeamId } = await administratorsProject(tx)
    await tx.run(sql`DELETE FROM team_members WHERE team_id = ${superTeamId} AND account_id = ${adminId}`)
    return toAdministrator(await findAdministrator(tx, adminId))
  },
})
