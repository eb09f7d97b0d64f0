import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { type Address, locate } from '@signet/directory'
import type { FastifyServerOptions } from 'fastify'

const addresses = new WeakMap<IncomingMessage, Address>()

/** Which project's address a request came to. */
export const addressOf = (request: IncomingMessage): Address => addresses.get(request) ?? { form: 'root' }

/**
 * A server that takes the project's address off a request before the router sees it, so that `/acme/scim/v2/Users` and
 * `acme.id.example.com/scim/v2/Users` are one route.
 */
export const addressedServer =
  (baseUrl: string): NonNullable<FastifyServerOptions['serverFactory']> =>
  (handler: RequestListener, options: object): Server => {
    const { host } = new URL(baseUrl)
    return createServer(options, (request, response) => {
      const { address, url } = locate(request.headers.host ?? '', request.url ?? '/', host)
      addresses.set(request, address)
      request.url = url
      handler(request, response)
    })
  }
