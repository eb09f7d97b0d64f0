import { raw, sql } from '@signet/db'
import { newId } from '@signet/runtime'
import { bumpProject } from '@signet/tenancy'
import { createRelyingParty, FormBrowser } from '@signet/testkit'
import { type Auth, configureMail, makeClient, makeProject, redirectUri, startAuth } from './harness.ts'
import { type ClientCredentials, pageOf } from './journey.ts'

export async function startAccountPages() {
  const auth = await startAuth()
  await configureMail(auth)
  const project = await makeProject(auth)
  return { auth, project, client: await applicationOf(auth, project.id) }
}

const columns = {
  passwordLogin: 'password_login',
  registrationOpen: 'registration_open',
  accountDeletion: 'account_deletion',
  emailVerificationRequired: 'email_verification_required',
  verificationMethod: 'verification_method',
  totpRequired: 'totp_required',
  passkeys: 'passkeys',
  passkeyUserVerification: 'passkey_user_verification',
} as const

export const setSignIn = (
  { database }: Auth,
  projectId: string,
  changes: { readonly [K in keyof typeof columns]?: boolean | string },
): Promise<void> =>
  database.transaction(async (tx) => {
    for (const [name, value] of Object.entries(changes))
      await tx.run(
        sql`UPDATE projects SET ${raw(columns[name as keyof typeof columns])} = ${value} WHERE id = ${projectId}`,
      )
    await bumpProject(tx, projectId)
  })

export async function signInPageOf(
  auth: Auth,
  issuer: string,
  client: ClientCredentials,
  browser = new FormBrowser(auth.address, redirectUri),
) {
  const rp = await createRelyingParty({ issuer, ...client, redirectUri, address: auth.address })
  const { url, redeem } = await rp.begin()
  return { browser, redeem, page: pageOf(await browser.open(url)) }
}

export const applicationOf = (auth: Auth, projectId: string): Promise<ClientCredentials> =>
  makeClient(auth, { projectId, requireConsent: false })

export const anAddress = (): string => `${Math.random().toString(36).slice(2)}@example.com`

/** Makes an account one that a directory manages. */
export async function manageByDirectory(
  { database }: Auth,
  projectId: string,
  userId: string,
): Promise<void> {
  await database.run(sql`
    INSERT INTO identity_providers (project_id, id, display_name, issuer, client_id, position)
    VALUES (${projectId}, 'corp', 'Corp', 'https://corp.example', 'x', 0) ON CONFLICT DO NOTHING`)
  await database.run(sql`
    INSERT INTO provisioning_connections (project_id, id, display_name, provider_id, client_id, correlation_claim, correlation_attribute)
    VALUES (${projectId}, 'con', 'Directory', 'corp', ${newId('client')}, 'sub', 'externalId') ON CONFLICT DO NOTHING`)
  await database.run(sql`UPDATE accounts SET connection_id = 'con' WHERE id = ${userId}`)
}
