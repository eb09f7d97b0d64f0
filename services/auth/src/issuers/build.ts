import { saltedKey } from '@signet/accounts'
import { registrationInForce, settingsInForce } from '@signet/clients'
import type { Settings } from '@signet/contracts'
import { RowMissing, raw, sql } from '@signet/db'
import { acrossProjects } from '@signet/db/unscoped'
import { formerHosts } from '@signet/federation'
import type { Vault } from '@signet/secrets'
import { issuerOf, loadKeys, privateKey, type SettingsCache, signingAlgorithms } from '@signet/tenancy'
import type { JWK } from 'oidc-provider'
import { configurationFor } from '../configuration/index.ts'
import type { CookieKeys } from '../core/cookie-keys.ts'
import type { Deps, IssuerDeps } from '../core/deps.ts'
import type { IssuerProject } from '../core/issuer-context.ts'
import { publicKeySet } from '../http/documents.ts'
import { refreshReuseSeconds } from '../protocol/lifetimes.ts'
import { addAuthorizationSteps } from '../provider/authorization-steps.ts'
import { extendProvider } from '../provider/extensions.ts'
import { IssuerProvider } from '../provider/issuer-provider.ts'
import { overrideProvider } from '../provider/overrides.ts'
import { mountPipeline } from '../provider/pipeline.ts'
import { replaceContextStep, sharePrototypes } from '../provider/request-context.ts'
import { replaceStructuredTokenStep } from '../provider/structured-token-step.ts'
import type { Issuer } from './issuer.ts'
import type { Version } from './versions.ts'

/** Takes two reads, and about a millisecond. */
export async function buildIssuer(
  service: Deps,
  settingsCache: SettingsCache,
  cookieKeys: CookieKeys,
  version: Version,
): Promise<Issuer> {
  const { context, publicKeys } = await loadContext(service, settingsCache, cookieKeys, version)
  const { issuer, mountPath, project, settings } = context
  const { host, protocol } = new URL(issuer)
  const documents = new Map([['/jwks', publicKeySet([...publicKeys, ...movedKeys(project, publicKeys)])]])
  addAuthorizationSteps()
  replaceContextStep()
  replaceStructuredTokenStep()
  const provider = new IssuerProvider(context, configurationFor(context))
  sharePrototypes(provider)
  const parts = { provider, context, publicKeys }
  extendProvider(parts)
  overrideProvider(parts)
  mountPipeline({
    ...parts,
    documents,
    instance: service.database,
    everyProject: acrossProjects(service.database),
  })
  return {
    version,
    issuer,
    host,
    scheme: protocol.slice(0, -1),
    mountPath,
    project,
    settings,
    provider,
    documents,
    callback: provider.callback(),
  }
}

/** Returns keys of the other instance that the key set publishes too. An own key is never replaced. */
function movedKeys({ move }: IssuerProject, own: readonly JWK[]): readonly JWK[] {
  const kids = new Set(own.map(({ kid }) => kid))
  return move?.keys.filter(({ kid }) => !kids.has(kid)) ?? []
}

/** Applies the project's choices about applications that register themselves. */
function switched<Known extends Settings>(project: IssuerProject, settings: Known) {
  const { registration, documents } = registrationInForce(project, settings)
  return {
    needsRegistrationToken: registration === 'token',
    settings: {
      ...settings,
      'registration.enabled': registration !== 'off',
      'clientIdMetadataDocument.enabled': documents === 'on',
    },
  }
}

const successorKeys = new WeakMap<Vault, Buffer>()

/** The key of the instance never changes, so the process reads it once. */
async function successorKey(deps: IssuerDeps): Promise<Buffer> {
  const known = successorKeys.get(deps.vault) ?? (await saltedKey(deps, 'signet refresh successors'))
  successorKeys.set(deps.vault, known)
  return known
}

async function loadContext(
  service: Deps,
  settingsCache: SettingsCache,
  cookieKeys: CookieKeys,
  version: Version,
) {
  const deps = { ...service, database: service.database.inProject(version.projectId) }
  const project = await loadProject(deps, version.projectId)
  const { settings, needsRegistrationToken } = switched(
    project,
    settingsInForce(project, await settingsCache.at(version.instanceVersion)),
  )
  const keys = await loadKeys(deps.database, project)
  const issuer = issuerOf(project, deps.config.SIGNET_BASE_URL)
  if (!issuer) throw new Error('A project without an address has no issuer.')
  const context = {
    deps,
    issuer,
    mountPath: new URL(issuer).pathname.replace(/\/$/, ''),
    project,
    settings,
    needsRegistrationToken,
    cookieKeys,
    nonceKey: settings['dpop.requireNonce'] ? await saltedKey(deps, 'signet dpop nonces') : undefined,
    successorKey: refreshReuseSeconds(settings) > 0 ? await successorKey(deps) : undefined,
    keys: keys.map((key) => privateKey(deps.vault, project, key)),
    algorithms: signingAlgorithms(keys),
  }
  return { context, publicKeys: keys.map(({ publicJwk }) => publicJwk) }
}

async function loadProject(deps: IssuerDeps, projectId: string): Promise<IssuerProject> {
  const [row] = await deps.database.rows<IssuerProject>(sql`
    SELECT id, name, display_name AS "displayName", primary_color AS "primaryColor", language, address_form AS "addressForm", slug, host, password_login AS "passwordLogin",
      registration_open AS "registrationOpen", email_verification_required AS "emailVerificationRequired",
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
