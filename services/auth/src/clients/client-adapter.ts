import { sql, type Transactor } from '@signet/db'
import type { Vault } from '@signet/secrets'
import Provider, { type Adapter, type AdapterPayload } from 'oidc-provider'
import { requestState } from '../request/state.ts'
import { metadataOfColumns } from './client-columns.ts'
import { type OwnSettings, StoredSettings } from './client-metadata.ts'
import { openSecret } from './client-secret.ts'
import { createRegistered, deleteRegistered, updateRegistered } from './registered-clients.ts'

export type Metadata = Readonly<Record<string, unknown>>

interface ClientRow {
  readonly id: string
  readonly secretDigest: string | null
  readonly secretSealed: string | null
  readonly metadata: Metadata
  readonly settings: OwnSettings
}

/** Writes only applications that registered themselves; the administration API writes all others. */
export class ClientAdapter implements Adapter {
  readonly #database: Transactor
  readonly #vault: Vault
  readonly #projectId: string
  readonly #inForce: (metadata: Metadata) => Metadata
  readonly #otherwise: (id: string) => Promise<AdapterPayload | undefined>

  /**
   * @param inForce returns the part of the registered metadata that the settings allow
   * @param otherwise finds a client that is not an application
   */
  constructor(
    database: Transactor,
    vault: Vault,
    projectId: string,
    inForce: (metadata: Metadata) => Metadata = (metadata) => metadata,
    otherwise: (id: string) => Promise<AdapterPayload | undefined> = async () => undefined,
  ) {
    this.#database = database
    this.#vault = vault
    this.#projectId = projectId
    this.#inForce = inForce
    this.#otherwise = otherwise
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const [row] = await this.#database.rows<ClientRow>(sql`
      SELECT id, secret_digest AS "secretDigest", secret_sealed AS "secretSealed", ${metadataOfColumns} AS metadata,
        jsonb_strip_nulls(jsonb_build_object('requireConsent', require_consent, 'partialConsent', partial_consent,
          'corsOrigins', to_jsonb(cors_origins), 'primaryColor', primary_color, 'scope', scope, 'dynamic', registered_dynamically,
          'builtIn', built_in, 'secretDigest', secret_digest, 'previousSecret', CASE WHEN previous_secret_expires_at > now()
            THEN jsonb_build_object('digest', previous_secret_digest, 'expiresAt', (extract(epoch FROM previous_secret_expires_at) * 1000)::float8) END, 'pkce', pkce, 'idTokenClaims', id_token_claims,
          'exchangeAudiences', to_jsonb(exchange_audiences), 'assertionIssuers', assertion_issuers,
          'assertionAudiences', assertion_audiences, 'hasLogo', logo IS NOT NULL))
          || jsonb_build_object('declaredClaims', declared_claims) AS settings
      FROM clients WHERE project_id = ${this.#projectId} AND id = ${id}`)
    if (!row) return this.#otherwise(id)
    return {
      ...this.#inForce(row.metadata),
      ...openSecret(this.#vault, this.#projectId, row),
      client_id: row.id,
      signet: new StoredSettings(row.settings),
    }
  }

  async upsert(id: string, metadata: AdapterPayload): Promise<undefined> {
    const managed = Provider.ctx?.oidc.client?.clientId === id
    const token = managed ? Provider.ctx?.oidc.getAccessToken() : undefined
    const unit = requestState()?.writes
    if (!unit || (managed && token === undefined))
      throw new Error('Only a registration request may store an application.')
    const scope = requestState()?.registeredScope
    const registration = {
      vault: this.#vault,
      projectId: this.#projectId,
      id,
      metadata: { ...metadata, scope },
    }
    unit.enclose((writeRest) =>
      this.#database.transaction(async (tx) => {
        if (token === undefined) await createRegistered(tx, registration)
        else await updateRegistered(tx, registration, token)
        await writeRest(tx)
      }),
    )
  }

  async destroy(id: string): Promise<undefined> {
    await deleteRegistered(this.#database, this.#projectId, id)
  }

  consume(): Promise<undefined> {
    throw new Error('The client adapter does not support consume or revokeByGrantId.')
  }
  revokeByGrantId = this.consume
  async findByUid(): Promise<undefined> {}
  async findByUserCode(): Promise<undefined> {}
}
