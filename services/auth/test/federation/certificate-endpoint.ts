import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TLSSocket } from 'node:tls'
import { makeCertificate, trustCertificate } from '@signet/testkit'

/** Authorities decide in the handshake, registered fingerprints by an error of OAuth. */
export type Accepted = { readonly authority: string } | { readonly fingerprints: readonly string[] }

interface Presented {
  readonly path: string
  /** Undefined for a client without a certificate. */
  readonly subject: string | undefined
  readonly body: string
}

/**
 * Requires a certificate of the client in TLS, and passes accepted requests to the token endpoint of the provider at `issuer`. The key
 * set requires no certificate.
 */
export async function startCertificateEndpoint(issuer: string, person: object) {
  const own = makeCertificate({
    subject: [['CN', crypto.randomUUID()]],
    names: [['dns', 'localhost']],
  })
  const distrust = trustCertificate(own.pem)
  let accepted: Accepted = { fingerprints: [] }
  const requests: Presented[] = []
  const server = createServer({ key: own.key, cert: own.pem, requestCert: true, rejectUnauthorized: false })
  server.on('request', async (request, response) => {
    const certificate = (request.socket as TLSSocket).getPeerX509Certificate()
    const body = await text(request)
    requests.push({ path: request.url ?? '', subject: certificate?.subject, body })
    response.setHeader('content-type', 'application/json')
    if (request.url === '/jwks') return response.end(await (await fetch(`${issuer}/jwks`)).text())
    const isKnown =
      'authority' in accepted || accepted.fingerprints.includes(certificate?.fingerprint256 ?? 'none')
    if (!isKnown) return response.writeHead(401).end(JSON.stringify({ error: 'invalid_client' }))
    if (request.url === '/userinfo') return response.end(JSON.stringify(person))
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await fetch(`${issuer}/token`, { method: 'POST', headers, body })
    return response.writeHead(answer.status).end(await answer.text())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `localhost:${(server.address() as AddressInfo).port}`
  return {
    pair: host,
    keySet: `https://${host}/jwks`,
    requests,
    endpoints: { token_endpoint: `https://${host}/token`, userinfo_endpoint: `https://${host}/userinfo` },
    accept(which: Accepted) {
      accepted = which
      const isVerified = 'authority' in which
      server.setSecureContext({ key: own.key, cert: own.pem, ...(isVerified ? { ca: which.authority } : {}) })
      Object.assign(server, { requestCert: true, rejectUnauthorized: isVerified })
    },
    async close() {
      distrust()
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
