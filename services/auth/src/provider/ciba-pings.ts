import { cibaPing, outboxInsert } from '@signet/events'
import { keyOfReference } from '../request/row-reference.ts'
import { requireRequestState } from '../request/state.ts'
import type { Members, Wrapper } from './override.ts'

type Ping = Members['Client.prototype']['backchannelPing']

/** The consumer of the CIBA stream sends the ping, which is stored with its decision. */
export const enqueuePing: Wrapper<Ping> = (_send, { context: { project } }) =>
  async function enqueue(request) {
    const requestKey = keyOfReference(request.jti)
    const { id, insert } = outboxInsert(cibaPing, { projectId: project.id, requestKey })
    requireRequestState().writes.addEffect(id, insert)
  }
