import { type Executor, sql } from '@signet/db'
import { privateKeyPlace } from '@signet/db/key-set'
import type { Vault } from '@signet/secrets'
import type { JWK } from 'jose'
import { keySetOf } from './addresses.ts'

interface KeyRow {
  readonly kid: string
  readonly algorithm: string
  readonly state: 'published' | 'signing' | 'retired'
  readonly publicJwk: JWK
  readonly sealed: string
}

type Holder = Parameters<typeof keySetOf>[0]

/** The signing key of each algorithm is first. Omits revoked keys and retired keys after their removal time. */
export const loadKeys = (executor: Executor, project: Holder): Promise<KeyRow[]> =>
  executor.rows<KeyRow>(sql`
    SELECT kid, algorithm, state, public_jwk AS "publicJwk", private_sealed AS sealed FROM signing_keys
    WHERE key_set_id = ${keySetOf(project)} AND state <> 'revoked' AND private_sealed IS NOT NULL
      AND (removable_at IS NULL OR removable_at > now())
    ORDER BY (state = 'signing') DESC, created_at, kid`)

export const signingAlgorithms = (keys: readonly KeyRow[]): string[] => [
  ...new Set(keys.filter((key) => key.state === 'signing').map((key) => key.algorithm)),
]

export const privateKey = (vault: Vault, project: Holder, key: KeyRow): JWK => ({
  ...(JSON.parse(vault.open(key.sealed, privateKeyPlace(keySetOf(project), key.kid))) as JWK),
  kid: key.kid,
  alg: key.algorithm,
  use: 'sig',
})

/** RS256, the default of OpenID Connect Core 15.1, else the first offered one. */
export const defaultIdTokenAlgorithm = <Name extends string>(offered: readonly Name[]): Name | undefined =>
  offered.find((name) => name === 'RS256') ?? offered[0]
