import { operations } from '@signet/contracts'
import { refuse } from '@signet/runtime'
import { digest, sameDigest } from '@signet/secrets'
import { closeSession, listSessions } from '../../authn/console-session.ts'
import { implementRead } from '../../implement.ts'

/** Does not reveal the digest that finds a session by its cookie. */
const publicId = (sessionDigest: string): string => digest(`console session ${sessionDigest}`)

export const own_session_list = implementRead(operations.own_session_list, async ({ deps, caller }) => {
  const own = caller.via.credential === 'console' ? caller.via.sessionDigest : null
  const sessions = await listSessions(deps.database, caller.accountId)
  return {
    sessions: sessions.map((session) => ({
      id: publicId(session.digest),
      current: own !== null && sameDigest(session.digest, own),
      signedInAt: session.signedInAt.toISOString(),
      lastSeenAt: session.lastSeenAt.toISOString(),
      expiresAt: session.expiresAt.toISOString(),
    })),
  }
})

/** Another administrator's session and an ended one are refused as not found. */
export const own_session_end = implementRead(
  operations.own_session_end,
  async ({ deps, caller }, { sessionId }) => {
    const sessions = await listSessions(deps.database, caller.accountId)
    const session = sessions.find((each) => publicId(each.digest) === sessionId) ?? refuse('not_found')
    await closeSession(deps, session.digest)
    return {}
  },
)
