import type { ChangeOutcome, ConnectionRef } from '@signet/provisioning'
import { count } from '@signet/runtime'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { expiredCredentialOf, findCaller, getCaller } from '../authn/authenticate.ts'
import { referenceOf } from '../authn/connection.ts'
import type { ScimError } from '../messages/error.ts'
import { isObject } from '../schemas/scim-object.ts'
import { changedKind, namesInBody, namesInRequest } from './names.ts'
import type { RequestLog } from './request-log.ts'

const refusals = new WeakMap<FastifyRequest, ScimError>()

export const noteRefusal = (request: FastifyRequest, error: ScimError): void =>
  void refusals.set(request, error)

const prefix = '/scim/v2'

/** Logs after the response, without personal data of the body. */
export function noteRequests(scim: FastifyInstance, log: RequestLog): void {
  scim.addHook('onResponse', async (request, reply) => {
    const caller = findCaller(request)
    const connection = caller ? referenceOf(caller.connection) : expiredCredentialOf(request)
    if (!connection) return
    const refusal = refusals.get(request)
    count('signet_scim_requests_total', {
      connection: connection.connectionId,
      status: `${Math.trunc(reply.statusCode / 100)}xx`,
    })
    const noted = {
      at: new Date(),
      method: request.method,
      route: request.routeOptions.url?.slice(prefix.length) ?? 'unknown',
      status: reply.statusCode,
      problem: refusal?.problem ?? null,
      attribute: nameIn(refusal?.attribute ?? ''),
      targetId: findTargetId(request, reply),
    }
    noteChange(log, connection, { ...noted, body: request.body })
    log.note(connection, {
      ...noted,
      ignored: [...(caller?.ignored ?? [])]
        .map(nameIn)
        .filter((name) => name !== null)
        .slice(0, 20),
      names: namesInRequest(request),
      milliseconds: Math.round(reply.elapsedTime),
    })
  })
}

interface NotedChange extends Omit<ChangeOutcome, 'kind' | 'names'> {
  readonly route: string
  readonly body: unknown
}

function noteChange(log: RequestLog, at: ConnectionRef, { route, body, ...outcome }: NotedChange): void {
  const kind = changedKind(outcome.method, route)
  if (kind) log.noteOutcome(at, { ...outcome, kind, names: namesInBody(body) })
}

interface NotedOperation {
  readonly method: string
  readonly endpoint: string | undefined
  readonly id: string | undefined
  readonly sent: unknown
  readonly status: number
  readonly error?: ScimError
}

/** An operation of a bulk request is found like a request of its own. */
export function noteOperation(
  log: RequestLog,
  request: FastifyRequest,
  { method, endpoint = '/Bulk', id, sent, status, error }: NotedOperation,
): void {
  const connection = referenceOf(getCaller(request).connection)
  const body = isObject(sent) ? sent.data : null
  const noted = {
    at: new Date(),
    method: method || 'POST',
    route: method && method !== 'POST' ? `${endpoint}/:id` : endpoint,
    status,
    problem: error?.problem ?? null,
    attribute: nameIn(error?.attribute ?? ''),
    targetId: id !== undefined && /^\w{1,128}$/.test(id) ? id : null,
  }
  noteChange(log, connection, { ...noted, body })
  log.note(connection, {
    ...noted,
    ignored: [],
    names: namesInRequest({ body, query: null }),
    milliseconds: 0,
  })
}

/** Omits values in the path. */
const nameIn = (text: string): string | null => /^[\w:.$-]+/.exec(text)?.[0] ?? null

function findTargetId({ params }: FastifyRequest, reply: FastifyReply): string | null {
  const location = reply.getHeader('location')
  const made = typeof location === 'string' ? location.split('/').at(-1) : undefined
  const named = isObject(params) && typeof params.id === 'string' ? params.id : undefined
  const id = made ?? named ?? ''
  return /^\w{1,128}$/.test(id) ? id : null
}
