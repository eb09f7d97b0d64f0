import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { keepAliveTimeout } from '@signet/testkit'
import {
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  type JSONWebKeySet,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose'

type SigningKey = Awaited<ReturnType<typeof generateKeyPair>>['privateKey']

export interface Misdeeds {
  readonly claims?: JWTPayload & Readonly<Record<string, unknown>>
  readonly header?: { readonly alg?: string; readonly kid?: string }
  /** The key is not in the key set. */
  readonly strangeKey?: boolean
  readonly idToken?: string
  /** Responds to a path itself; returns true when it did. */
  readonly answer?: (path: string, response: ServerResponse) => boolean
  /** Milliseconds until it redeems a code. */
  readonly redeemsIn?: number
  /** The only method; the Basic scheme is compared without decoding it. */
  readonly accepts?: 'client_secret_post' | 'client_secret_basic'
  /** Default: 401 with `invalid_client`. */
  readonly refusal?: { readonly status: number; readonly error: string }
  /** Accepts only an assertion for the audience, verified by the key set. */
  readonly assertion?: { readonly keySet: JSONWebKeySet; readonly audience: 'issuer' | 'token endpoint' }
  /** Replaces members of the discovery document. */
  readonly metadata?: Readonly<Record<string, unknown>>
  /** Replaces parameters of the callback; null removes one. */
  readonly callback?: Readonly<Record<string, string | null>>
}

const json = (response: ServerResponse, body: unknown): void => {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(body))
}

async function newKey(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' } }
}

/** Signs in every caller and deviates as each test configures. */
export async function startCraftedProvider() {
  const server = createServer({ keepAliveTimeout })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = { clientId: 'signet', clientSecret: 'secret-of-the-provider' }
  const strange = await newKey('one')
  let key = await newKey('one')
  let misdeeds: Misdeeds = {}
  const nonces = new Map<string, string>()
  const asked: string[] = []
  const redeemedBy: string[] = []
  const assertions: string[] = []

  const sign = (claims: JWTPayload, { alg = 'ES256', kid = key.kid }, signer: SigningKey) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg, kid })
      .sign(alg.startsWith('HS') ? new TextEncoder().encode(client.clientSecret.padEnd(64, '.')) : signer)

  async function idToken(code: string): Promise<string> {
    if (misdeeds.idToken !== undefined) return misdeeds.idToken
    const now = Math.floor(Date.now() / 1_000)
    const claims = {
      iss: issuer,
      aud: client.clientId,
      sub: 'crafted',
      iat: now,
      exp: now + 60,
      nonce: nonces.get(code),
      ...misdeeds.claims,
    } as JWTPayload
    return sign(claims, misdeeds.header ?? {}, misdeeds.strangeKey ? strange.privateKey : key.privateKey)
  }

  async function isAsserted(form: URLSearchParams): Promise<boolean> {
    const assertion = form.get('client_assertion') ?? ''
    assertions.push(assertion)
    if (misdeeds.assertion === undefined) return true
    const { keySet, audience } = misdeeds.assertion
    const options = {
      issuer: client.clientId,
      subject: client.clientId,
      audience: audience === 'issuer' ? issuer : `${issuer}/token`,
    }
    return jwtVerify(assertion, createLocalJWKSet(keySet), options).then(
      () => true,
      () => false,
    )
  }

  async function isAccepted(
    { headers: { authorization } }: IncomingMessage,
    form: URLSearchParams,
  ): Promise<boolean> {
    if (form.has('client_assertion')) {
      redeemedBy.push('private_key_jwt')
      return isAsserted(form)
    }
    const method = authorization ? 'client_secret_basic' : 'client_secret_post'
    redeemedBy.push(method)
    if (misdeeds.accepts === undefined) return true
    const raw = `Basic ${btoa(`${client.clientId}:${client.clientSecret}`)}`
    const isValid = authorization ? authorization === raw : form.get('client_secret') === client.clientSecret
    return isValid && method === misdeeds.accepts
  }

  function authorize(url: URL, response: ServerResponse): void {
    const back = new URL(url.searchParams.get('redirect_uri') ?? '')
    const code = crypto.randomUUID()
    nonces.set(code, url.searchParams.get('nonce') ?? '')
    const answer = { code, state: url.searchParams.get('state'), iss: issuer, ...misdeeds.callback }
    for (const [name, value] of Object.entries(answer)) if (value !== null) back.searchParams.set(name, value)
    response.writeHead(302, { location: back.href }).end()
  }

  async function token(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = ''
    for await (const chunk of request) body += chunk
    await pause(misdeeds.redeemsIn ?? 0)
    const form = new URLSearchParams(body)
    if (!(await isAccepted(request, form))) {
      const { status, error } = misdeeds.refusal ?? { status: 401, error: 'invalid_client' }
      response.statusCode = status
      return json(response, { error })
    }
    const code = form.get('code') ?? ''
    if (!nonces.has(code)) {
      response.statusCode = 400
      return json(response, { error: 'invalid_grant' })
    }
    json(response, { access_token: 'a', token_type: 'Bearer', id_token: await idToken(code) })
  }

  server.on('request', (request, response) => {
    const url = new URL(request.url ?? '/', issuer)
    asked.push(url.pathname)
    if (misdeeds.answer?.(url.pathname, response)) return
    if (url.pathname === '/jwks') return json(response, { keys: [key.jwk] })
    if (url.pathname === '/auth') return authorize(url, response)
    if (url.pathname === '/token') return void token(request, response)
    json(response, {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
      authorization_response_iss_parameter_supported: true,
      ...misdeeds.metadata,
    })
  })
  return {
    issuer,
    client,
    pair: new URL(issuer).host,
    asked,
    redeemedBy,
    assertions,
    misbehave(how: Misdeeds = {}) {
      misdeeds = how
    },
    async changeKey(kid: string) {
      key = await newKey(kid)
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
