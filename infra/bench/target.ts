import type { Client, Shot } from './load.ts'
import { bearerGet, formPost, refreshing } from './load.ts'
import { opaqueResource, redirectUri, resource, verifier } from './prepare.ts'

/** What can be held ready to be presented: rows of artifacts, each under a grant of its own. */
export const stockKinds = ['AuthorizationCode', 'RefreshToken', 'RefreshTokenForApi', 'AccessToken'] as const
export type StockKind = (typeof stockKinds)[number]

/** A provider under load: Signet, or the ceiling, asked the same. */
export interface Target {
  readonly name: string
  readonly pid: number
  readonly port: number
  /** The PostgreSQL of Signet; the provider in memory has none. */
  readonly databasePid?: number | undefined
  readonly host: string
  /** Path the issuer is mounted under. */
  readonly path: string
  readonly authorization: string
  /** Makes as many, good for an hour, and answers what to present. */
  stock(kind: StockKind, count: number): Promise<string[]>
}

/** A load, and what has to be stocked before each slice of it. */
export interface Load {
  readonly clients: readonly Client[]
  before?(requests: number): Promise<void>
}

type MakeLoad = (target: Target, connections: number) => Promise<Load>

const repeat = (count: number, shot: Shot): Load => ({
  clients: Array.from({ length: count }, () => ({ next: () => shot })),
})

/** A token of the application itself for an API, JWT or opaque as the API says. */
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

/** Codes cannot be used twice: the load ends with the stock, and its rate is that of redeeming all of it. */
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
  /** Ratio to the ceiling to reach. */
  readonly aim: number
  /** Statements a request may send to PostgreSQL, the shared read of versions included. */
  readonly roundTrips: number
  /** What holds the rate down now. */
  readonly limit: string
}

/** Every request a relying party or API sends, with its bars. */
export const figures: readonly Figure[] = [
  {
    name: 'client credentials, JWT',
    load: machine(resource),
    aim: 0.95,
    roundTrips: 1,
    limit: 'oidc-provider itself, one signature',
  },
  {
    name: 'client credentials, opaque',
    load: machine(opaqueResource),
    aim: 0.65,
    roundTrips: 2,
    limit: 'oidc-provider itself; the write is shared',
  },
  {
    name: 'code exchange',
    load: codeExchange,
    aim: 0.55,
    roundTrips: 3,
    limit: 'a read and a write, shared; one signature',
  },
  {
    name: 'refresh, opaque',
    load: refresh('RefreshToken'),
    aim: 0.55,
    roundTrips: 3,
    limit: 'a read and a write, shared; one signature',
  },
  {
    name: 'refresh, JWT',
    load: refresh('RefreshTokenForApi'),
    aim: 0.6,
    roundTrips: 3,
    limit: 'a read and a write, shared; two signatures',
  },
  { name: 'userinfo', load: userinfo, aim: 0.6, roundTrips: 2, limit: 'the read of the token, shared' },
  {
    name: 'introspection',
    load: introspection,
    aim: 0.55,
    roundTrips: 2,
    limit: 'the read of the token, shared',
  },
]
