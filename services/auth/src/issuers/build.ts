import { settingsInForce } from '@signet/clients'
import { RowMissing, sql } from '@signet/db'
import { acrossProjects } from '@signet/db/unscoped'
import { issuerOf, type SettingsCache } from '@signet/tenancy'
import { LRUCache } from 'lru-cache'
import type Provider from 'oidc-provider'
import type { Client } from 'oidc-provider'
import { countActivity } from '../activity/count.ts'
import { addAssertionGrant } from '../agents/assertion-grant.ts'
import { RememberingProvider } from '../agents/built-in-grants.ts'
import { enqueuePings } from '../ciba/ping.ts'
import type { Deps, IssuerDeps } from '../deps.ts'
import { addFederation } from '../federation/index.ts'
import { offerUpstreamSignOut } from '../federation/sign-out.ts'
import { addGlobalRevocation } from '../global-revocation/index.ts'
import { documentOf, publicKeySet } from '../http/documents.ts'
import { addAppsPage } from '../interactions/apps.ts'
import { addDevicePages } from '../interactions/device.ts'
import { addInteractions } from '../interactions/index.ts'
import { skipQuestionWithoutSession } from '../interactions/logout.ts'
import { addOwnData } from '../interactions/own-data.ts'
import { addPostedRequests } from '../interactions/posted-requests.ts'
import { addRequestsPage } from '../interactions/requests.ts'
import { addAccountSwitch } from '../interactions/switch-account.ts'
import { enqueueLogout, identifySessions } from '../logout/enqueue.ts'
import { addAccountHomePage } from '../pages/account-home/handler.ts'
import { addIdentitiesPage } from '../pages/identities/handler.ts'
import { addAuthenticatorPage } from '../pages/own-authenticator/handler.ts'
import { deriveAcr } from '../provider-options/acr.ts'
import { isMetadataDocument } from '../provider-options/client-metadata.ts'
import type { IssuerProject } from '../provider-options/context.ts'
import type { CookieKeys } from '../provider-options/cookie-keys.ts'
import { configurationFor } from '../provider-options/index.ts'
import { saltedKey } from '../provider-options/instance-salt.ts'
import { limitMachineScope } from '../provider-options/machine-scope.ts'
import { completeScope } from '../provider-options/requested-scope.ts'
import { nameAudienceAtUserInfo } from '../provider-options/userinfo-audience.ts'
import { compareSecretsByDigest, dropStandInKeys } from '../storage/client-secret.ts'
import { limitDirectories } from '../storage/directory-clients.ts'
import { detectReplays } from '../storage/replay-detection.ts'
import { loadKeys, privateKey, signingAlgorithms } from '../storage/signing-keys.ts'
import { markFirstUse } from '../storage/unused-clients.ts'
import { answerAgentRegistration } from './agent-registration.ts'
import { refineClientChecks } from './client-checks.ts'
import { refetchUnfamiliarKeys } from './client-keys.ts'
import { answerDefects, captureDefects } from './defects.ts'
import { completeDiscovery } from './discovery.ts'
import { sendEmptyAnswers } from './empty-answers.ts'
import type { Issuer } from './issuer.ts'
import { limitPolling } from './poll-interval.ts'
import { extendPushedRequests } from './pushed-requests.ts'
import { guardRegistration } from './registration-answers.ts'
import { flushBeforeAnswer } from './request-unit.ts'
import { describeStructuredTokens } from './structured-tokens.ts'
import type { Version } from './versions.ts'

/** Client instances cached per provider: beyond it they are read again. */
const maxClients = 1000

/** Builds one project's provider from what is stored now: two reads, and about a millisecond. */
export async function buildIssuer(
  service: Deps,
  settingsCache: SettingsCache,
  cookieKeys: CookieKeys,
  version: Version,
): Promise<Issuer> {
  const deps = { ...service, database: service.database.inProject(version.projectId) }
  const project = await loadProject(deps, version.projectId)
  const settings = settingsInForce(project, await settingsCache.at(version.instanceVersion))
  const keys = await loadKeys(deps.database, project)
  const issuer = issuerOf(project, deps.config.SIGNET_BASE_URL)
  if (!issuer) throw new Error('A project without an address has no issuer.')
  const { host, pathname, protocol } = new URL(issuer)
  const mountPath = pathname.replace(/\/$/, '')
  const scheme = protocol.slice(0, -1)
  const context = {
    deps,
    issuer,
    mountPath,
    project,
    settings,
    cookieKeys,
    nonceKey: settings['dpop.requireNonce'] ? await saltedKey(deps, 'signet dpop nonces') : undefined,
    keys: keys.map((key) => privateKey(deps.vault, project, key)),
    algorithms: signingAlgorithms(keys),
  }
  const provider = new RememberingProvider(issuer, configurationFor(context))
  // The dispatcher sets the forwarded host and scheme from the stored issuer, never from the request (T22).
  provider.proxy = true
  holdClients(provider)
  compareSecretsByDigest(provider, deps.database, project.id)
  limitDirectories(provider, deps.database, project.id)
  limitMachineScope(provider, context)
  completeScope(provider, context)
  nameAudienceAtUserInfo(provider)
  markFirstUse(provider, deps.database, project.id)
  captureDefects(provider, context)
  detectReplays(provider, deps.database, project.id)
  refineClientChecks(provider, settings)
  addAssertionGrant(provider, context)
  limitPolling(provider, deps.database, project.id)
  enqueueLogout(provider, project.id)
  identifySessions(provider)
  enqueuePings(provider, project.id)
  countActivity(provider, deps.activity, project.id)
  const publicKeys = keys.map(({ publicJwk }) => publicJwk)
  const documents = new Map([['/jwks', publicKeySet(publicKeys)]])
  sendEmptyAnswers(provider)
  answerDefects(provider, context)
  flushBeforeAnswer(provider, context, (path, body) =>
    documents.set(path, documentOf(body, 'application/json; charset=utf-8')),
  )
  completeDiscovery(provider, context)
  extendPushedRequests(provider)
  describeStructuredTokens(provider, context, publicKeys)
  answerAgentRegistration(provider, context, service.database)
  guardRegistration(provider, context)
  deriveAcr(provider, settings)
  addDevicePages(provider, context)
  // At the root address two projects share the endpoint, and a provider of either may call.
  addGlobalRevocation(provider, { ...context, deps: { ...deps, database: acrossProjects(service.database) } })
  addRequestsPage(provider, context)
  addAccountHomePage(provider, context)
  addAuthenticatorPage(provider, context)
  addOwnData(provider, context)
  addAppsPage(provider, context)
  addIdentitiesPage(provider, context)
  addInteractions(provider, context)
  addPostedRequests(provider, context)
  addAccountSwitch(provider, context)
  addFederation(provider, context)
  offerUpstreamSignOut(provider, context)
  skipQuestionWithoutSession(provider, context)
  return {
    version,
    issuer,
    host,
    scheme,
    mountPath,
    project,
    settings,
    provider,
    documents,
    callback: provider.callback(),
  }
}

async function loadProject(deps: IssuerDeps, projectId: string): Promise<IssuerProject> {
  const [row] = await deps.database.rows<IssuerProject>(sql`
    SELECT id, name, display_name AS "displayName", primary_color AS "primaryColor", language, address_form AS "addressForm", slug, host, password_login AS "passwordLogin",
      registration_open AS "registrationOpen", email_verification_required AS "emailVerificationRequired",
      verification_method AS "verificationMethod", totp_required AS "totpRequired", reserved,
      (SELECT COALESCE(jsonb_agg(jsonb_build_object('id', p.id, 'displayName', p.display_name, 'catalogueId', p.catalogue_id,
          'issuer', p.issuer, 'tenant', p.tenant, 'allowedEmailDomains', p.allowed_email_domains) ORDER BY p.position, p.id), '[]'::jsonb)
       FROM identity_providers p WHERE p.project_id = projects.id AND p.enabled) AS providers
    FROM projects WHERE id = ${projectId}`)
  if (!row) throw new RowMissing(undefined)
  return row
}

/**
 * Client instances are kept with the provider, which is exact for its versions; oidc-provider's own cache holds 100
 * and hashes the metadata on every use (performance.md 2).
 */
function holdClients(provider: Provider): void {
  const cached = new LRUCache<string, Client>({ max: maxClients })
  const find = provider.Client.find.bind(provider.Client)
  provider.Client.find = async (id: unknown) => {
    // The claims of an unverified assertion name it, and may be of any type.
    if (typeof id !== 'string' || id.includes('\0')) return undefined
    const known = cached.get(id)
    if (known) return known
    const found = await find(id)
    if (!found) return undefined
    dropStandInKeys(found)
    refetchUnfamiliarKeys(found)
    // A document at an address of somebody else's changes without our versions: it is asked for as its cache says.
    if (!isMetadataDocument(found)) cached.set(id, found)
    return found
  }
}
