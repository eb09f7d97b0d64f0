import type { IncomingMessage, RequestListener } from 'node:http'
import { type Address, locate } from '@signet/tenancy'

const addresses = new WeakMap<IncomingMessage, Address>()

export const getAddress = (request: IncomingMessage): Address => addresses.get(request) ?? { form: 'root' }

/**
 * Removes the project's address before routing, so that `/acme/scim/v2/Users` and `acme.id.example.com/scim/v2/Users` are one route.
 */
export const addressed =
  (baseUrl: string) =>
  (router: RequestListener): RequestListener => {
    const { host } = new URL(baseUrl)
    return (request, response) => {
      const { address, url } = locate(request.headers.host ?? '', request.url ?? '/', host)
      addresses.set(request, address)
      request.url = url
      router(request, response)
    }
  }
