import {
  confirmationHeader,
  decodeQuery,
  isObjectRead,
  type OperationName,
  operations,
  placementOf,
  preferenceAppliedHeader,
  preferencesOf,
  preferHeader,
  previewOf,
  strictHandling,
} from '@signet/contracts'
import { refuse } from '@signet/runtime'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { operationNames } from '../domains/index.ts'
import type { Entrance } from '../pipeline/call.ts'
import { etagOf } from '../pipeline/if-match.ts'
import { execute } from '../pipeline/index.ts'

export function addRest(app: FastifyInstance, deps: Deps, entrance: Entrance): void {
  for (const name of operationNames) {
    const operation = operations[name]
    const placement = placementOf(operation)
    const hasEtag = isObjectRead(operation)
    const hasPreview = previewOf(operation) !== undefined
    app.route({
      method: placement.method,
      url: `/admin/api${placement.path}`,
      config: { limiter: 'own' },
      handler: async (request, reply) => {
        const confirmation = request.headers[confirmationHeader]
        if (hasPreview && preferencesOf(request.headers[preferHeader]).isStrict)
          reply.header(preferenceAppliedHeader, strictHandling)
        const outcome = await execute({
          deps,
          entrance,
          request,
          name,
          readInput: () => flatten(request, name),
          confirmation: typeof confirmation === 'string' ? confirmation : undefined,
        })
        if (hasEtag) reply.header('etag', etagOf(outcome.body))
        return outcome.body === null
          ? reply.code(outcome.status).send()
          : reply.code(outcome.status).send(outcome.body)
      },
    })
  }
}

/** Merges path, query and body. Rejects a name that occurs in two of them. */
function flatten(request: FastifyRequest, name: OperationName): Record<string, unknown> {
  const placement = placementOf(operations[name])
  const params = request.params as Record<string, string>
  const query = request.query as Record<string, unknown>
  const body = request.body === undefined ? {} : request.body
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    refuse('invalid_request', { detail: 'The body must be a JSON object.' })
  if (placement.fieldsIn === 'body' && Object.keys(query).length)
    refuse('invalid_request', { detail: 'This operation has no query parameters.' })
  const fields = { ...decodeQuery(operations[name], query), ...body }
  const clash = placement.params.find((param) => Object.hasOwn(fields, param))
  if (clash) refuse('invalid_request', { errors: [{ path: clash, message: 'is part of the path' }] })
  return { ...fields, ...params }
}
