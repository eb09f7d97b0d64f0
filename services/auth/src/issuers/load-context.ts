import { saltedKey } from '@signet/accounts'
import { registrationInForce, settingsInForce } from '@signet/clients'
import type { Settings } from '@signet/contracts'
import type { Vault } from '@signet/secrets'
import { issuerOf, loadKeys, privateKey, type SettingsCache, signingAlgorithms } from '@signet/tenancy'
import type { CookieKeys } from '../core/cookie-keys.ts'
import type { Deps, IssuerDeps } from '../core/deps.ts'
import type { IssuerProject } from '../core/issuer-context.ts'
import { refreshReuseSeconds } from '../protocol/lifetimes.ts'
import { loadProject } from './load-project.ts'
import type { Version } from './versions.ts'

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

/** Reads the project and its keys, and derives the values that every request of the issuer needs. */
export async function loadContext(
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
