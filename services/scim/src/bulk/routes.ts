import type { FastifyInstance, FastifyRequest } from 'fastify'
import { noteOperation } from '../activity/note-requests.ts'
import type { RequestLog } from '../activity/request-log.ts'
import { getCaller } from '../authn/authenticate.ts'
import { errorBody, ScimError } from '../messages/error.ts'
import { readProjection } from '../messages/projection.ts'
import { readBody, requireSchema } from '../messages/read-resource.ts'
import { tagOf } from '../messages/version.ts'
import type { Call, ResourceHandler } from '../resources/handler.ts'
import { addNotAllowed, notFound } from '../resources/routes.ts'
import { isSameName } from '../schemas/find-attribute.ts'
import type { BulkOperation } from './operations.ts'
import { type Outcome, runBulk } from './run.ts'

/** The service announces these limits (RFC 7643 section 5). */
export const bulkLimits = { maxOperations: 100, maxPayloadSize: 1_048_576 } as const

const urn = (name: string) => `urn:ietf:params:scim:api:messages:2.0:${name}`

interface BulkOptions {
  readonly handlers: readonly ResourceHandler[]
  readonly log: RequestLog
  readonly toError: (error: unknown, request: FastifyRequest) => ScimError
}

/** RFC 7644 section 3.7. Each operation counts towards the rate of the connection. */
export function addBulk(scim: FastifyInstance, { handlers, log, toError }: BulkOptions): void {
  scim.post('/Bulk', async (request) => {
    const { operations, failOnErrors } = readRequest(request)
    const outcomes = await runBulk(operations, {
      failOnErrors,
      toError: (error) => toError(error, request),
      carryOut: (operation) => carryOut(operation, handlers, request),
    })
    for (const outcome of outcomes) noteOperation(log, request, { ...outcome, status: statusOf(outcome) })
    const { baseUrl } = getCaller(request).connection
    return {
      schemas: [urn('BulkResponse')],
      Operations: outcomes.map((outcome) => toResponse(outcome, baseUrl)),
    }
  })
  addNotAllowed(scim, '/Bulk', ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'], 'POST')
}

function readRequest(request: FastifyRequest) {
  const sent = readBody(request.body)
  if (getCaller(request).strict) requireSchema(sent.schemas, urn('BulkRequest'))
  const operations: unknown = Object.entries(sent).find(([name]) => isSameName(name, 'Operations'))?.[1]
  const { failOnErrors = Number.POSITIVE_INFINITY } = sent
  if (!Array.isArray(operations) || operations.length === 0)
    throw new ScimError(400, 'Operations must be a list of at least one operation.', {
      scimType: 'invalidSyntax',
    })
  if (operations.length > bulkLimits.maxOperations)
    throw new ScimError(413, `A bulk request may have ${bulkLimits.maxOperations} operations.`)
  if (typeof failOnErrors !== 'number' || failOnErrors < 1)
    throw new ScimError(400, 'failOnErrors must be a number above 0.', { scimType: 'invalidValue' })
  const bulkIds = operations.map((one: unknown) => bulkIdIn(one)).filter((bulkId) => bulkId !== undefined)
  if (new Set(bulkIds).size < bulkIds.length)
    throw new ScimError(400, 'Each bulkId may occur once.', { scimType: 'invalidValue' })
  return { operations: operations as readonly unknown[], failOnErrors }
}

const bulkIdIn = (sent: unknown): unknown =>
  typeof sent === 'object' && sent !== null && 'bulkId' in sent ? sent.bulkId : undefined

async function carryOut(
  { method, endpoint, id = '', data, version }: BulkOperation,
  handlers: readonly ResourceHandler[],
  request: FastifyRequest,
): Promise<{ readonly id: string; readonly version?: number }> {
  const handler = handlers.find(({ definition }) => definition.endpoint === endpoint)
  if (!handler || (method !== 'POST' && !/^\w{1,128}$/.test(id))) throw notFound()
  const caller = getCaller(request)
  caller.countRequest()
  // A response has no resource, so that its members are not read.
  const projection = readProjection({ attributes: 'id' }, handler.definition)
  const call: Call = { ...caller, projection, ifMatch: version }
  if (method === 'POST') return handler.create(call, data)
  if (method === 'PUT') return handler.replace(call, id, data)
  if (method === 'PATCH') return (await handler.patch(call, id, data)) ?? { id }
  await handler.remove(call, id)
  return { id }
}

const successes: Readonly<Record<string, number>> = { POST: 201, DELETE: 204 }

const statusOf = ({ method, error }: Outcome): number => error?.status ?? successes[method] ?? 200

const toResponse = (outcome: Outcome, baseUrl: string) => ({
  ...(outcome.method ? { method: outcome.method } : {}),
  ...(outcome.bulkId === undefined ? {} : { bulkId: outcome.bulkId }),
  ...(outcome.version === undefined ? {} : { version: tagOf(outcome.version) }),
  ...(outcome.id === undefined ? {} : { location: `${baseUrl}${outcome.endpoint}/${outcome.id}` }),
  status: String(statusOf(outcome)),
  ...(outcome.error ? { response: errorBody(outcome.error) } : {}),
})
