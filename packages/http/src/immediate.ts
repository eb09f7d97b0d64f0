import type { IncomingMessage, RequestListener } from 'node:http'
import type { Logger } from '@signet/runtime'
import { isRejected, problemOfFraming } from './request-framing.ts'
import { newContext, recordRequest } from './request-log.ts'

export interface ImmediateResponse {
  /** Template, for the log and the metrics. */
  readonly route: string
  readonly project: string
  readonly status: number
  /** Names and values in turn. */
  readonly headers: readonly string[]
  /** Bytes, one character each. */
  readonly body: string
}

export type FindImmediate = (
  request: IncomingMessage,
) => Promise<ImmediateResponse | undefined> | ImmediateResponse | undefined

/**
 * Sends responses from memory without a request context, a deadline and a listener. The service bounds the wait for a promise, which
 * must not reject.
 */
export const sendImmediately =
  (find: FindImmediate, logger: Logger) =>
  (next: RequestListener): RequestListener =>
  (request, response) => {
    const { headers, socket } = request
    const isPlain = headers['transfer-encoding'] === undefined && headers['content-length'] === undefined
    if (!isPlain || isRejected(socket) || problemOfFraming(request) !== undefined)
      return next(request, response)
    const startedAt = performance.now()
    const send = (found: ImmediateResponse | undefined): void => {
      if (!found) return void next(request, response)
      const { status, route, project } = found
      const context = Object.assign(newContext(request), { startedAt, route, project })
      // Node stores and checks headers twice that are set one by one.
      response.writeHead(status, [...found.headers, 'x-request-id', context.id])
      response.end(found.body, 'latin1')
      recordRequest(logger, context, request, { status, isFinished: !socket.destroyed })
    }
    const found = find(request)
    if (found instanceof Promise) void found.then(send)
    else send(found)
  }
