import type { Client, Shot } from './load.ts'
import { bearerGet, formPost, refreshing } from './load.ts'
import { opaqueResource, redirectUri, resource, verifier } from './prepare.ts'

/** Prepared as rows, each with its own grant. */
export const stockKinds = ['AuthorizationCode', 'RefreshToken', 'RefreshTokenForApi', 'AccessToken'] as const
export type StockKind = (typeof stockKinds)[number]

/** Signet, or the ceiling with the same requests. */
export interface Target {
  readonly name: string
  readonly pid: number
  readonly port: number
  /** Undefined for the in-memory provider. */
  readonly databasePid?: number | undefined
  readonly host: string
  readonly path: string
  readonly authorization: string
  /**
   * Artifacts are valid for an hour.
   * @returns the values to present
   */
  stock(kind: StockKind, count: number): Promise<string[]>
}

export interface Load {
  readonly clients: readonly Client[]
  before?(requests: number): Promise<void>
}

type MakeLoad = (target: Target, connections: number) => Promise<Load>

const repeat = (count: number, shot: Shot): Load => ({
  clients: Array.from({ length: count }, () => ({ next: () => shot })),
})

/** Token for the application itself, JWT or opaque by the API's format. */
const machine =
  (api: string): MakeLoad =>
  async ({ path, host, authorization }, connections) =>
    repeat(
      connections,
      formPost(`${path}/token`, host, authorization, {
        grant_type: 'client_credentials',
        resource: api,
        scope: 'read',
      }),
    )

/** The load ends when all codes are used, because each is redeemed once. */
const codeExchange: MakeLoad = async (target, connections) => {
  const codes: string[] = []
  const { path, host, authorization } = target
  const client = {
    next: () => {
      const code = codes.pop()
      const fields = { grant_type: 'authorization_code', redirect_uri: redirectUri, code_verifier: verifier }
      return code === undefined
        ? undefined
        : formPost(`${path}/token`, host, authorization, { ...fields, code })
    },
  }
  return {
    clients: Array.from({ length: connections }, () => client),
    async before(requests) {
      codes.push(...(await target.stock('AuthorizationCode', requests)))
    },
  }
}

const refresh =
  (kind: 'RefreshToken' | 'RefreshTokenForApi'): MakeLoad =>
  async (target, connections) => {
    const { path, host, authorization } = target
    const api: Record<string, string> = kind === 'RefreshTokenForApi' ? { resource } : {}
    const tokens = await target.stock(kind, connections)
    return { clients: tokens.map((token) => refreshing(`${path}/token`, host, authorization, token, api)) }
  }

const userinfo: MakeLoad = async (target, connections) => {
  const tokens = await target.stock('AccessToken', connections)
  const shots = tokens.map((token) => bearerGet(`${target.path}/me`, target.host, token))
  return { clients: shots.map((shot) => ({ next: () => shot })) }
}

const introspection: MakeLoad = async (target, connections) => {
  const tokens = await target.stock('AccessToken', connections)
  const { path, host, authorization } = target
  const clients = tokens.map((token) => {
    const shot = formPost(`${path}/token/introspection`, host, authorization, {
      token,
      token_type_hint: 'access_token',
    })
    return {
      next: () => shot,
      onAnswer(status: number, body: string) {
        if (status !== 200 || !body.includes('"active":true')) throw new Error(`${status}: ${body}`)
      },
    }
  })
  return { clients }
}

export interface Figure {
  readonly name: string
  readonly load: MakeLoad
  readonly aim: number
  /** Statements per request, including the shared read of versions. */
  readonly roundTrips: number
  readonly limit: string
}

export const figures: readonly Figure[] = [
  {
    name: 'client credentials, JWT',
    load: machine(resource),
    aim: 1.1,
    roundTrips: 1,
    limit: 'oidc-provider itself, one signature',
  },
  {
    name: 'client credentials, opaque',
    load: machine(opaqueResource),
    aim: 1,
    roundTrips: 2,
    limit: 'oidc-provider itself; the write is shared',
  },
  {
    name: 'code exchange',
    load: codeExchange,
    aim: 0.8,
    roundTrips: 3,
    limit: 'a read and a write, shared; one signature',
  },
  {
    name: 'refresh, opaque',
    load: refresh('RefreshToken'),
    aim: 0.8,
    roundTrips: 3,
    limit: 'a read and a write, shared; one signature',
  },
  {
    name: 'refresh, JWT',
    load: refresh('RefreshTokenForApi'),
    aim: 0.85,
    roundTrips: 3,
    limit: 'a read and a write, shared; two signatures',
  },
  { name: 'userinfo', load: userinfo, aim: 1, roundTrips: 2, limit: 'the read of the token, shared' },
  {
    name: 'introspection',
    load: introspection,
    aim: 1.1,
    roundTrips: 2,
    limit: 'the read of the token, shared',
  },
]
