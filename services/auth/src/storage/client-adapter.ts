import { type Executor, sql } from '@signet/db'
import type { Vault } from '@signet/secrets'
import type { Adapter, AdapterPayload } from 'oidc-provider'

interface ClientRow {
  readonly id: string
  readonly secretDigest: string | null
  readonly secretSealed: string | null
  readonly metadata: Record<string, unknown>
}

/** A read-only view of the project's applications, as RFC 7591 metadata. Applications are changed by the admin API. */
export class ClientAdapter implements Adapter {
  readonly #executor: Executor
  readonly #vault: Vault
  readonly #projectId: string
  readonly #withoutGrantTypes: ReadonlySet<string>

  /** @param withoutGrantTypes those switched off: a client that has one keeps its others, instead of being refused whole */
  constructor(executor: Executor, vault: Vault, projectId: string, withoutGrantTypes: ReadonlySet<string>) {
    this.#executor = executor
    this.#vault = vault
    this.#projectId = projectId
    this.#withoutGrantTypes = withoutGrantTypes
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const [row] = await this.#executor.rows<ClientRow>(sql`
      SELECT id, secret_digest AS "secretDigest", secret_sealed AS "secretSealed",
        jsonb_strip_nulls(COALESCE(metadata, '{}'::jsonb) || jsonb_build_object(
          'client_name', client_name, 'application_type', application_type, 'grant_types', to_jsonb(grant_types),
          'response_types', to_jsonb(response_types), 'redirect_uris', to_jsonb(redirect_uris),
          'post_logout_redirect_uris', to_jsonb(post_logout_redirect_uris),
          'token_endpoint_auth_method', token_endpoint_auth_method, 'scope', scope, 'jwks', jwks, 'jwks_uri', jwks_uri,
          'token_endpoint_auth_signing_alg', token_endpoint_auth_signing_alg,
          'id_token_signed_response_alg', id_token_signed_response_alg,
          'require_pushed_authorization_requests', require_pushed_authorization_requests,
          'dpop_bound_access_tokens', dpop_bound_access_tokens, 'subject_type', subject_type,
          'sector_identifier_uri', sector_identifier_uri, 'backchannel_logout_uri', backchannel_logout_uri,
          'backchannel_logout_session_required', backchannel_logout_session_required,
          'policy_uri', policy_uri, 'tos_uri', tos_uri,
          'signet', jsonb_build_object('requireConsent', require_consent, 'partialConsent', partial_consent,
            'corsOrigins', to_jsonb(cors_origins), 'primaryColor', primary_color, 'dynamic', registered_dynamically, 'builtIn', built_in))) AS metadata
      FROM clients WHERE project_id = ${this.#projectId} AND id = ${id}`)
    return (
      row && { ...row.metadata, client_id: row.id, grant_types: this.#grantTypes(row), ...this.#secret(row) }
    )
  }

  #grantTypes({ metadata }: ClientRow): string[] {
    const registered = Array.isArray(metadata.grant_types) ? metadata.grant_types.map(String) : []
    return registered.filter((type) => !this.#withoutGrantTypes.has(type))
  }

  /**
   * oidc-provider wants a `client_secret`: the digest stands in, since secrets are compared by digest (see
   * `client-secret.ts`). Only where the secret is a key is the secret itself unsealed.
   */
  #secret(row: ClientRow): { client_secret?: string } {
    const needsKey =
      row.metadata.token_endpoint_auth_method === 'client_secret_jwt' ||
      Object.values(row.metadata).some((value) => /^HS\d+$/.test(String(value)))
    if (needsKey && row.secretSealed)
      return {
        client_secret: this.#vault.open(row.secretSealed, {
          table: 'clients',
          row: `${this.#projectId}/${row.id}`,
          column: 'secret_sealed',
        }),
      }
    return row.secretDigest ? { client_secret: row.secretDigest } : {}
  }

  upsert(): Promise<undefined> {
    throw new Error('Applications are changed through the administration API.')
  }
  destroy = this.upsert
  consume = this.upsert
  revokeByGrantId = this.upsert
  async findByUid(): Promise<undefined> {}
  async findByUserCode(): Promise<undefined> {}
}
