import { isScimTarget, scimMediaType, scimRefusal, tooManyRequests } from '@signet/edge'
import type { onRequestHookHandler } from 'fastify'

/**
 * Responds with 429 to a client address with `most` requests in progress. A request is in progress from its headers to the end of its
 * response, so an incomplete body counts too.
 */
export function limitPerClient(most: number): onRequestHookHandler {
  const inProgress = new Map<string, number>()
  return (request, reply, done) => {
    const address = request.raw.socket.remoteAddress ?? ''
    const count = inProgress.get(address) ?? 0
    if (count >= most) {
      const isScim = isScimTarget(request.raw.url ?? '')
      const type = isScim ? scimMediaType : 'text/plain; charset=utf-8'
      void reply
        .code(429)
        .headers({ 'retry-after': '1', connection: 'close', 'content-type': type })
        .send(
          isScim ? scimRefusal(429, tooManyRequests) : 'Too many concurrent requests from this address.\n',
        )
      return
    }
    inProgress.set(address, count + 1)
    reply.raw.once('close', () => {
      const left = (inProgress.get(address) ?? 1) - 1
      if (left > 0) inProgress.set(address, left)
      else inProgress.delete(address)
    })
    done()
  }
}
