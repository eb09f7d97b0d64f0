import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { makeCertificate } from '@signet/testkit'
import type { TlsEnd } from '../support/tls.ts'

/** The API accepts tokens of the project whose issuer is the host of the request. */
export const apiPath = '/conformance-api'

/** Thumbprint of the certificate to which a token is bound (RFC 8705 3.1); undefined for an inactive token. */
export type Introspect = (token: string) => Promise<string | undefined>

/** FAPI 1.0 Advanced (8.5) and BCP 195 both permit them. */
const ciphers = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES256-GCM-SHA384',
].join(':')

interface CertificateProxy extends TlsEnd {
  introspectBy(introspect: Introspect): void
}

const certificateOf = (request: IncomingMessage): Buffer | undefined =>
  (request.socket as TLSSocket).getPeerX509Certificate()?.raw

/**
 * Requests a certificate of the client, which it sends in `Client-Cert` (RFC 9440). It also serves an API, for the variants without
 * OpenID Connect.
 */
export async function startCertificateProxy(folder: string, port: number): Promise<CertificateProxy> {
  const certificate = join(folder, 'certificate.pem')
  // FAPI 1.0, on which FAPI-CIBA is based, permits cipher suites with RSA only.
  const own = makeCertificate({
    subject: [['CN', 'localhost']],
    names: [['dns', 'localhost']],
    rsaBits: 2048,
  })
  writeFileSync(certificate, own.pem)
  let introspect: Introspect = async () => undefined
  const server = createServer({
    key: own.key,
    cert: own.pem,
    ciphers,
    requestCert: true,
    rejectUnauthorized: false,
  })
  server.on('request', (request, response) => {
    if (request.url?.split('?')[0] === apiPath) void serveApi(request, response, introspect)
    else forward(port, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `https://localhost:${(server.address() as AddressInfo).port}`,
    certificate,
    introspectBy(next) {
      introspect = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function forward(port: number, request: IncomingMessage, response: ServerResponse): void {
  const { 'client-cert': _forged, ...headers } = request.headers
  const certificate = certificateOf(request)
  const sent = send(
    {
      host: '127.0.0.1',
      port,
      method: request.method,
      path: request.url,
      headers: {
        ...headers,
        ...(certificate ? { 'client-cert': `:${certificate.toString('base64')}:` } : {}),
      },
    },
    (answer) => {
      echoInteraction(request, response)
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    },
  )
  sent.on('error', () => response.destroy())
  request.pipe(sent)
}

/** A protected resource returns the id of the interaction, or a new one (FAPI 1.0 Baseline, 6.2.1). */
function echoInteraction(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('x-fapi-interaction-id', request.headers['x-fapi-interaction-id'] ?? crypto.randomUUID())
}

/** The token must be bound to the certificate of the connection. */
async function serveApi(
  request: IncomingMessage,
  response: ServerResponse,
  introspect: Introspect,
): Promise<void> {
  const [scheme = '', token = ''] = (request.headers.authorization ?? '').split(' ')
  const bound = scheme.toLowerCase() === 'bearer' ? await introspect(token).catch(() => undefined) : undefined
  const certificate = certificateOf(request)
  const presented = certificate && createHash('sha256').update(certificate).digest('base64url')
  echoInteraction(request, response)
  if (bound === undefined || bound !== presented) {
    response.setHeader('www-authenticate', 'Bearer error="invalid_token"')
    response.writeHead(401).end()
    return
  }
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ accepted: true }))
}
