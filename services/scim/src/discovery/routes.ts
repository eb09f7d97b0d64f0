import type { FastifyInstance, FastifyRequest } from 'fastify'
import { connectionOf } from '../authn/authenticate.ts'
import { ScimError } from '../messages/error.ts'
import { listResponse } from '../messages/list.ts'
import { resourceTypeOf, schemaOf, schemasOf } from '../resources/define-resource.ts'
import { addNotAllowed } from '../resources/routes.ts'
import { resources } from './resources.ts'
import { serviceProviderConfig } from './service-provider-config.ts'

type DiscoveryDocument = Record<string, unknown>

/** RFC 7644 section 4 */
export function addDiscovery(scim: FastifyInstance): void {
  const schemas = schemasOf(resources)
  addDocument(scim, '/ServiceProviderConfig', serviceProviderConfig)
  addCollection(scim, '/ResourceTypes', (base) => resources.map((resource) => resourceTypeOf(resource, base)))
  addCollection(scim, '/Schemas', (base) => schemas.map((schema) => schemaOf(schema, base)))
}

function addDocument(
  scim: FastifyInstance,
  path: string,
  make: (baseUrl: string) => DiscoveryDocument,
): void {
  scim.get(path, async (request) => {
    refuseFilter(request)
    return make(connectionOf(request).baseUrl)
  })
  addReadOnly(scim, path)
}

function addCollection(
  scim: FastifyInstance,
  path: string,
  make: (baseUrl: string) => (DiscoveryDocument & { id: string })[],
): void {
  scim.get(path, async (request) => {
    refuseFilter(request)
    return listResponse({ resources: make(connectionOf(request).baseUrl) })
  })
  scim.get<{ Params: { id: string } }>(`${path}/:id`, async (request) => {
    refuseFilter(request)
    const found = make(connectionOf(request).baseUrl).find(({ id }) => id === request.params.id)
    if (!found) throw new ScimError(404, `There is nothing called ${request.params.id} here.`)
    return found
  })
  addReadOnly(scim, path)
  addReadOnly(scim, `${path}/:id`)
}

/** Rejects a filter (RFC 7644 section 4), so that a directory does not take an unfiltered response for a filtered one. */
function refuseFilter(request: FastifyRequest): void {
  const query = request.query
  if (typeof query === 'object' && query !== null && 'filter' in query)
    throw new ScimError(403, 'This cannot be filtered.')
}

const addReadOnly = (scim: FastifyInstance, url: string): void =>
  addNotAllowed(scim, url, ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'], 'GET, HEAD')
