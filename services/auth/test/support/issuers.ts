import { SettingsCache } from '@signet/tenancy'
import { CookieKeys } from '../../src/core/cookie-keys.ts'
import { buildIssuer } from '../../src/issuers/build.ts'
import { VersionReader } from '../../src/issuers/versions.ts'
import type { Auth } from './harness.ts'

export async function builtIssuer(auth: Auth, projectId: string) {
  const deps = auth.depsNow()
  const version = await new VersionReader(deps.artifacts.executor).read({ form: 'id', projectId })
  if (!version) throw new Error('The project has no version.')
  return buildIssuer(deps, new SettingsCache(deps.database), new CookieKeys(['cookie key']), version)
}
