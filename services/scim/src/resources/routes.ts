import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { getCaller } from '../authn/authenticate.ts'
import { cursorAfter } from '../messages/cursor.ts'
import { ScimError } from '../messages/error.ts'
import { listResponse } from '../messages/list.ts'
import { parametersOf, readListQuery } from '../messages/list-query.ts'
import { project, readProjection } from '../messages/projection.ts'
import { readBody } from '../messages/read-resource.ts'
import { namesVersion, tagOf } from '../messages/version.ts'
import type { Call, FoundResource, ResourceHandler } from './handler.ts'

interface One {
  Params: { id: string }
}

/** RFC 7644 section 3 */
export function addResource(scim: FastifyInstance, handler: ResourceHandler): void {
  const { endpoint } = handler.definition
  const callOf = (request: FastifyRequest, parameters: unknown = request.query): Call => ({
    ...getCaller(request),
    projection: readProjection(parametersOf(parameters), handler.definition),
    ifMatch: request.headers['if-match'],
  })
  const list = async (request: FastifyRequest, parameters: unknown) => {
    const call = callOf(request, parameters)
    const sent = parametersOf(parameters)
    const query = readListQuery(sent, handler.definition, call.strict)
    const { resources, totalResults, lastId } = await handler.list(call, query)
    return listResponse({
      ...(query.cursor && lastId !== null ? { nextCursor: cursorAfter(lastId, sent.filter) } : {}),
      resources: resources.map((resource) => project(resource, call.projection)),
      totalResults,
      startIndex: query.cursor ? null : query.offset + 1,
    })
  }

  scim.get(endpoint, (request) => list(request, request.query))
  scim.post(`${endpoint}/.search`, (request) => list(request, readBody(request.body)))
  scim.post(endpoint, async (request, reply) => {
    const call = callOf(request)
    const found = await handler.create(call, request.body)
    return send(reply.code(201).header('location', locationOf(found)), call, found)
  })
  scim.get<One>(`${endpoint}/:id`, async (request, reply) => {
    const call = callOf(request)
    const found = await handler.find(call, idOf(request))
    const ifNoneMatch = request.headers['if-none-match']
    if (ifNoneMatch !== undefined && namesVersion(ifNoneMatch, found.version))
      return reply.code(304).header('etag', tagOf(found.version)).send()
    return send(reply, call, found)
  })
  scim.put<One>(`${endpoint}/:id`, async (request, reply) => {
    const call = callOf(request)
    return send(reply, call, await handler.replace(call, idOf(request), request.body))
  })
  scim.patch<One>(`${endpoint}/:id`, async (request, reply) => {
    const call = callOf(request)
    const found = await handler.patch(call, idOf(request), request.body)
    return found ? send(reply, call, found) : reply.code(204).send()
  })
  scim.delete<One>(`${endpoint}/:id`, async (request, reply) => {
    await handler.remove(callOf(request), idOf(request))
    return reply.code(204).send()
  })
  addNotAllowed(scim, endpoint, ['PUT', 'PATCH', 'DELETE', 'OPTIONS'], 'GET, HEAD, POST')
  addNotAllowed(scim, `${endpoint}/:id`, ['POST', 'OPTIONS'], 'GET, HEAD, PUT, PATCH, DELETE')
  addNotAllowed(scim, `${endpoint}/.search`, ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'], 'POST')
}

/** Responds with the supported methods (RFC 9110 section 15.5.6). */
export function addNotAllowed(scim: FastifyInstance, url: string, methods: string[], allow: string): void {
  scim.route({
    method: methods,
    url,
    handler: () => {
      throw new ScimError(405, `Use one of: ${allow}.`, { headers: { allow } })
    },
  })
}

/** Refuses an id of an invalid form without a query. */
function idOf({ params: { id } }: FastifyRequest<One>): string {
  if (!/^\w{1,128}$/.test(id)) throw notFound()
  return id
}

export const notFound = (): ScimError => new ScimError(404, 'There is no such resource.')

const locationOf = ({ resource: { meta } }: FoundResource): string =>
  typeof meta === 'object' && 'location' in meta ? String(meta.location) : ''

const send = (reply: FastifyReply, { projection }: Call, found: FoundResource) =>
  reply.header('etag', tagOf(found.version)).send(project(found.resource, projection))
