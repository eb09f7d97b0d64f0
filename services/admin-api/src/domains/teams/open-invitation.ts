import { operations } from '@signet/contracts'
import { implementRead } from '../../implement.ts'
import { administratorsProject } from '../administrators/read.ts'
import { findInvitee, findOpen, mustChoose } from './found-invitation.ts'
import { findTeam } from './team-store.ts'

export const invitation_get = implementRead(
  operations.invitation_get,
  async ({ deps: { database } }, { token }) => {
    const { teamId, email, role, invitedBy, expiresAt } = await findOpen(database, token)
    const { id: projectId } = await administratorsProject(database)
    const { name: teamName } = await findTeam(database, teamId)
    const choosesPassword = await mustChoose(database, await findInvitee(database, projectId, email))
    return { email, teamName, role, invitedBy, expiresAt: expiresAt.toISOString(), choosesPassword }
  },
)
