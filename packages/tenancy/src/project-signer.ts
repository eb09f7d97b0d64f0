import { createPrivateKey, type KeyObject } from 'node:crypto'
import { type Executor, sql } from '@signet/db'
import type { Vault } from '@signet/secrets'
import { defaultIdTokenAlgorithm, loadKeys, privateKey, signingAlgorithms } from './signing-keys.ts'

export interface SigningDeps {
  readonly database: Executor
  readonly vault: Vault
}

export interface Signer {
  readonly algorithm: string
  /** Undefined for a symmetric key. */
  readonly kid: string | undefined
  readonly key: KeyObject | Uint8Array
}

/**
 * Default: the algorithm of the project's ID tokens.
 * @throws Error when no key of the project signs with the algorithm
 */
export async function projectSigner(
  { database, vault }: SigningDeps,
  projectId: string,
  requested?: string,
): Promise<Signer> {
  const [project] = await database.rows<{ id: string; addressForm: string }>(
    sql`SELECT id, address_form AS "addressForm" FROM projects WHERE id = ${projectId}`,
  )
  const keys = project ? await loadKeys(database, project) : []
  const algorithm = requested ?? defaultIdTokenAlgorithm(signingAlgorithms(keys))
  const current = keys.find((key) => key.state === 'signing' && key.algorithm === algorithm)
  if (!project || !current) throw new Error('No key of the project signs with the algorithm.')
  const key = createPrivateKey({
    key: JSON.parse(JSON.stringify(privateKey(vault, project, current))),
    format: 'jwk',
  })
  return { algorithm: current.algorithm, kid: current.kid, key }
}
