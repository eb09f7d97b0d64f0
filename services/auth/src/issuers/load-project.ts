import { RowMissing, raw, sql } from '@signet/db'
import { formerHosts } from '@signet/federation'
import type { IssuerDeps } from '../core/deps.ts'
import type { IssuerProject } from '../core/issuer-context.ts'
import { logoDigest } from './project-logo.ts'

/** @throws RowMissing for a deleted project */
export async function loadProject(deps: IssuerDeps, projectId: string): Promise<IssuerProject> {
  const [row] = await deps.database.rows<IssuerProject>(sql`
    SELECT id, name, display_name AS "displayName", primary_color AS "primaryColor", ${logoDigest} AS "logoDigest", language, address_form AS "addressForm", slug, host, password_login AS "passwordLogin",
      registration_open AS "registrationOpen", account_deletion AS "accountDeletion", email_verification_required AS "emailVerificationRequired",
      verification_method AS "verificationMethod", totp_required AS "totpRequired", passkeys,
      passkey_user_verification AS "passkeyUserVerification", passkey_authenticators AS "passkeyAuthenticators",
      ${raw(formerHosts)} AS "formerHosts", reserved,
      client_registration AS "clientRegistration", client_documents AS "clientDocuments",
      client_document_hosts AS "clientDocumentHosts", declared_claims AS "declaredClaims",
      (SELECT h.url FROM migration_hooks h WHERE h.project_id = j.id) AS "migrationHook",
      (SELECT jsonb_build_object('issuer', m.issuer, 'finished', m.finished_at IS NOT NULL,
          'keys', CASE WHEN m.keys_until > now() THEN m.keys ELSE '[]'::jsonb END)
       FROM project_moves m WHERE m.project_id = j.id) AS move,
      EXISTS (SELECT 1 FROM resources r WHERE r.project_id = j.id AND r.mcp_server) AS "hasMcpServer",
      (SELECT COALESCE(jsonb_agg(jsonb_build_object('id', p.id, 'displayName', p.display_name, 'catalogueId', p.catalogue_id, 'protocol', p.protocol,
          'issuer', p.issuer, 'tenant', p.tenant, 'allowedEmailDomains', p.allowed_email_domains) ORDER BY p.position, p.id), '[]'::jsonb)
       FROM identity_providers p WHERE p.project_id = j.id AND p.enabled) AS providers
    FROM projects j WHERE id = ${projectId}`)
  if (!row) throw new RowMissing(undefined)
  return row
}
