import { type Sql, sql } from '@signet/db'
import { endAccount } from '@signet/sessions'
import { type Arrived, createRelyingParty, FormBrowser, isPage, type Page } from '@signet/testkit'
import { type Auth, makeProject, redirectUri, startAuth } from '../support/harness.ts'
import type { ClientCredentials } from '../support/journey.ts'

export interface Place {
  readonly auth: Auth
  readonly project: { readonly id: string; readonly issuer: string }
}

/** `addressOf` returns the address of the server and of its replica in turn. */
export async function startPlace() {
  const auth = await startAuth()
  const place: Place = { auth, project: await makeProject(auth) }
  const other = (await auth.startReplica()).address
  return { place, addressOf: (index: number) => (index % 2 === 0 ? auth.address : other) }
}

export const rounds = Math.min(Number(process.env.SIGNET_RACE_ROUNDS ?? 3), 200)

export async function inRounds(work: (round: number) => Promise<void>): Promise<void> {
  for (let round = 0; round < rounds; round += 1) await work(round)
}

export const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))

export const newBrowser = ({ address }: { readonly address: Auth['address'] }): FormBrowser =>
  new FormBrowser(address, redirectUri)

export function windowOf(browser: FormBrowser, address: Auth['address']): FormBrowser {
  const window = new FormBrowser(address, redirectUri)
  for (const cookie of browser.cookies) window.plant(cookie)
  return window
}

export async function begin(
  { auth, project: { issuer } }: Place,
  client: ClientCredentials,
  parameters: Record<string, string> = {},
) {
  const rp = await createRelyingParty({ issuer, ...client, redirectUri, address: auth.address })
  return rp.begin(parameters)
}

export const outcomeOf = (at: Page | Arrived): string =>
  isPage(at)
    ? String(at.status)
    : (at.arrivedAt.searchParams.get('error') ?? (at.arrivedAt.searchParams.has('code') ? 'code' : 'nothing'))

/** Makes a further change in the same transaction, as the administration API does. */
export const signOutEverywhere = (
  { auth, project }: Place,
  accountId: string,
  change?: Sql,
): Promise<number> =>
  auth.database.transaction(async (tx) => {
    await tx.run(
      sql`SELECT 1 FROM accounts WHERE project_id = ${project.id} AND id = ${accountId} FOR UPDATE`,
    )
    if (change) await tx.run(change)
    return endAccount(tx, project, accountId)
  })

export const sessionsOf = async ({ auth }: Place, accountId: string): Promise<number> =>
  (
    await auth.database.rows<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM oidc_sessions WHERE account_id = ${accountId}`,
    )
  )[0]?.count ?? 0
