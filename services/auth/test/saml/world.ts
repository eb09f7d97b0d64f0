import { sql } from '@signet/db'
import { isPage } from '@signet/testkit'
import { type SamlProvider, startSamlProvider } from '@signet/testkit/saml'
import { accountsOf, browserOf, type FederatedProject, openSignIn, problemOn } from '../federation/world.ts'
import { type Auth, makeClient, makeProject, startAuth } from '../support/harness.ts'
import { arrivalOf, pageOf } from '../support/journey.ts'

export async function startSaml() {
  const idp = await startSamlProvider()
  const auth = await startAuth([idp.pair])
  return {
    auth,
    idp,
    async close() {
      await auth.close()
      await idp.close()
    },
  }
}

interface SamlColumns {
  readonly id?: string
  readonly metadataUrl?: string
  readonly certificates?: readonly string[]
  readonly emailTrusted?: boolean
  readonly groupsClaim?: string
}

export async function addSamlProvider(
  { database }: Auth,
  projectId: string,
  idp: SamlProvider,
  { id = 'corp', metadataUrl, certificates = [idp.certificate()], emailTrusted = false }: SamlColumns = {},
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.run(sql`
      INSERT INTO identity_providers (project_id, id, display_name, protocol, issuer, client_id, sso_url, signing_certificates,
        metadata_url, email_trusted, position)
      SELECT ${projectId}, ${id}, 'Corp', 'saml', ${idp.entityId}, '', ${idp.ssoUrl}, ${[...certificates]},
        ${metadataUrl ?? null}, ${emailTrusted}, count(*)::int
      FROM identity_providers WHERE project_id = ${projectId}`)
    await tx.run(sql`UPDATE projects SET version = version + 1 WHERE id = ${projectId}`)
  })
}

/** The application needs no consent. */
export async function projectWithSaml(
  auth: Auth,
  idp: SamlProvider,
  columns: SamlColumns = {},
): Promise<FederatedProject> {
  const project = await makeProject(auth)
  await addSamlProvider(auth, project.id, idp, columns)
  const client = await makeClient(auth, { projectId: project.id, requireConsent: false })
  return { ...project, client }
}

type Browser = ReturnType<typeof browserOf>

export async function goToProvider(
  auth: Auth,
  project: FederatedProject,
  {
    providerId = 'corp',
    browser = browserOf(auth),
    ...parameters
  }: { providerId?: string; browser?: Browser; [name: string]: unknown } = {},
) {
  const { first, redeem } = await openSignIn(auth, project, { browser, ...parameters })
  const posting = isPage(first) ? await browser.follow(first, `/provider/${providerId}`) : first
  return { browser, posting: pageOf(posting), redeem }
}

export async function signInBySaml(
  auth: Auth,
  project: FederatedProject,
  options: Parameters<typeof goToProvider>[2] = {},
) {
  const { browser, posting, redeem } = await goToProvider(auth, project, options)
  const end = await browser.submit(posting, '/callback')
  return { browser, end, posting, page: () => pageOf(end), tokens: () => redeem(arrivalOf(end)) }
}

export async function lastProblem({ database }: Auth, projectId: string): Promise<string | undefined> {
  const [row] = await database.rows<{ detail: string | null }>(sql`
    SELECT last_failure->>'detail' AS detail FROM identity_providers WHERE project_id = ${projectId}`)
  return row?.detail ?? undefined
}

export { accountsOf, browserOf, problemOn }
