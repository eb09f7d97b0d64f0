import { isDeepStrictEqual } from 'node:util'
import { sql } from '@signet/db'
import { endOf, lastDayOf } from '@signet/federation'
import type { IdentityProviderMetadata } from '@signet/federation/saml'
import { auditProvider, upstreamAct } from '../core/audit.ts'
import type { OptionsContext } from '../core/issuer-context.ts'
import { problemOf, UpstreamProblem } from '../upstream/problem.ts'
import type { Upstream } from '../upstream/upstream.ts'

/** @throws UpstreamProblem when all certificates have expired */
export function requireValidCertificates(upstream: Upstream): Upstream {
  const now = new Date()
  const valid = upstream.signingCertificates.filter((pem) => endOf(pem) > now)
  const last = lastDayOf(upstream.signingCertificates)
  if (valid.length === 0 && last !== null)
    throw new UpstreamProblem(`The signing certificate of the provider expired on ${last}.`)
  return { ...upstream, signingCertificates: valid }
}

/**
 * A provider without an address for its metadata may be one that only browsers reach, and is not checked.
 * @throws UpstreamProblem, or EgressRefused when the provider does not respond
 */
export async function withMetadata(context: OptionsContext, upstream: Upstream): Promise<Upstream> {
  if (upstream.metadataUrl === null) return upstream
  return store(context, upstream, await context.deps.upstreams.metadata.read(upstream.metadataUrl))
}

/** Reads the metadata again for a response with an unknown key; null when that is no help. */
export async function withNewCertificates(
  context: OptionsContext,
  upstream: Upstream,
): Promise<Upstream | null> {
  if (upstream.metadataUrl === null) return null
  try {
    const metadata = await context.deps.upstreams.metadata.readAgain(upstream.metadataUrl)
    return metadata && requireValidCertificates(await store(context, upstream, metadata))
  } catch (error) {
    if (problemOf(error) === null) throw error
    return null
  }
}

/** Audits the changed metadata at the provider. */
async function store(
  { deps, project }: OptionsContext,
  upstream: Upstream,
  { entityId, ssoUrl, certificates }: IdentityProviderMetadata,
): Promise<Upstream> {
  if (entityId !== upstream.issuer)
    throw new UpstreamProblem(
      `The metadata of the provider describes ${entityId.slice(0, 200)}, expected ${upstream.issuer}.`,
    )
  const after = { ...upstream, ssoUrl, signingCertificates: certificates }
  const fields = (['ssoUrl', 'signingCertificates'] as const).filter(
    (name) => !isDeepStrictEqual(after[name], upstream[name]),
  )
  if (fields.length === 0) return upstream
  const at = { projectId: project.id, providerId: upstream.id }
  await deps.database.transaction(async (tx) => {
    const act = upstreamAct(at, 'federation.provider.update', { providerId: upstream.id, metadata: fields })
    const audited = await auditProvider(tx, project.id, act)
    await audited.run(sql`
      UPDATE identity_providers SET sso_url = ${ssoUrl}, signing_certificates = ${[...certificates]},
        secret_expires_on = ${lastDayOf(certificates)}::date
      WHERE project_id = ${project.id} AND id = ${upstream.id} AND metadata_url = ${upstream.metadataUrl} AND issuer = ${entityId}`)
  })
  return after
}
