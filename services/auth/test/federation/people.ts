import { createAccount } from '@signet/accounts'
import { auditedBefore, type Sql, sql } from '@signet/db'
import { newId } from '@signet/runtime'
import { isPage } from '@signet/testkit'
import type { UpstreamPerson } from '@signet/testkit/upstream'
import { type FederatedProject, problemOn, signInThrough, type startFederation } from './world.ts'

export type Federation = Awaited<ReturnType<typeof startFederation>>

export const email = 'ada@corp.example'
export const ada: UpstreamPerson = { sub: 'ada', email, email_verified: true }
export const trusted = { emailTrusted: true, allowedEmailDomains: ['corp.example'] } as const

export interface Existing {
  readonly email?: string
  readonly username?: string
  readonly verified?: boolean
  readonly columns?: Sql
  /** `issuer` is the issuer of the link if not that of the provider. */
  readonly linked?: string
  readonly issuer?: string
}

export async function existing(
  { auth, upstream }: Pick<Federation, 'auth'> & { readonly upstream: { readonly issuer: string } },
  project: FederatedProject,
  account: Existing = {},
): Promise<string> {
  const { database } = auth
  const id = newId('account')
  await createAccount(auditedBefore(database), {
    projectId: project.id,
    id,
    email: account.email ?? email,
    username: account.username ?? null,
    emailVerified: account.verified ?? true,
  })
  if (account.columns)
    await database.run(
      sql`UPDATE accounts SET ${account.columns} WHERE project_id = ${project.id} AND id = ${id}`,
    )
  if (account.linked)
    await database.run(sql`
      INSERT INTO identities (project_id, provider_id, issuer, subject, account_id)
      VALUES (${project.id}, 'corp', ${account.issuer ?? upstream.issuer}, ${account.linked}, ${id})`)
  return id
}

export const directory = (
  { auth }: Federation,
  project: FederatedProject,
  { id = 'con', providerId = 'corp', claim = 'sub', attribute = 'externalId' } = {},
) =>
  auth.database.run(sql`
    INSERT INTO provisioning_connections (project_id, id, display_name, provider_id, client_id, correlation_claim, correlation_attribute)
    VALUES (${project.id}, ${id}, 'Directory', ${providerId}, ${newId('client')}, ${claim}, ${attribute})`)

export async function outcome(
  { auth, upstream }: Federation,
  project: FederatedProject,
  person: UpstreamPerson = ada,
): Promise<string | undefined> {
  upstream.become(person)
  const { end, tokens } = await signInThrough(auth, project)
  if (!isPage(end)) return (await tokens()).claims()?.sub
  return problemOn(end) ?? /<h1>([^<]*)</.exec(end.html)?.[1]
}

export const words = {
  notAllowed: 'You cannot sign in here. Ask your administrator.',
  domain: 'The address of this account may not be used here. Choose another account at Corp.',
  notInvited: 'There is no account for you here yet. Ask your administrator to add you.',
  inUse:
    'Another account here already has this address. Sign in to it in the way you used before, or ask your administrator.',
  paused: 'New accounts cannot be created here at the moment. Existing accounts work as usual.',
  prove: 'Is this your account?',
}
