import { operations } from '@signet/contracts'
import { sql } from '@signet/db'
import { refuse, refuseValue } from '@signet/runtime'
import { requireFreshSignInOrApproval } from '../../authn/fresh-sign-in.ts'
import { implement } from '../../implement.ts'
import { encrypterFor } from '../../user-exports/encrypt.ts'
import { issuePermission } from '../../user-exports/permission.ts'

/** `edges/user-export.ts` sends the file and reads the rights again. */
export const project_user_export = implement(operations.project_user_export, {
  async prepare({ project, caller }, input) {
    const { recipient, applications = false } = input
    if (project.reserved) refuse('forbidden', { detail: 'Administrators are not exported.' })
    if (applications && recipient === undefined)
      refuseValue('recipient', 'is needed, because an archive is always encrypted')
    if (recipient !== undefined) {
      await encrypterFor(recipient)
      if (!caller.superAdministrator)
        refuse('forbidden', { detail: 'Only a super administrator exports password hashes.' })
      requireFreshSignInOrApproval(caller, operations.project_user_export, input)
    }
    return {
      target: {
        id: project.id,
        detail: { hashes: recipient !== undefined, recipient: recipient ?? null, applications },
      },
    }
  },

  async apply({ sql: tx }, { deps, project, caller }, { recipient, applications = false }) {
    const [counted] = await tx.rows<{ users: number }>(
      sql`SELECT count(*)::int AS users FROM accounts WHERE project_id = ${project.id}`,
    )
    const granted = { projectId: project.id, recipient: recipient ?? null, applications }
    const { sealed, expiresAt } = issuePermission(deps.vault, caller, granted)
    return { export: sealed, users: counted?.users ?? 0, expiresAt: expiresAt.toISOString() }
  },
})
