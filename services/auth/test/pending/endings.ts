import { clearAuthenticator, lockAccount, setActive, setPassword, unlockAccount } from '@signet/accounts'
import { auditedBefore, type Executor, type Sql, sql } from '@signet/db'
import { endAccount, endPendingSignIns, endSessions } from '@signet/sessions'
import { bumpProject } from '@signet/tenancy'
import { type Auth, setSetting } from '../support/harness.ts'

export interface Parked {
  readonly auth: Auth
  readonly project: { readonly id: string; readonly issuer: string }
  readonly accountId: string
}

export type SignInMethod = 'password' | 'provider' | 'password and provider'

interface Ending {
  readonly end: (parked: Parked) => Promise<unknown>
  /** Sign-in methods whose parked sign-ins must fail. */
  readonly ends: readonly SignInMethod[]
}

const withPassword: SignInMethod[] = ['password', 'password and provider']
const withProvider: SignInMethod[] = ['provider', 'password and provider']
const all: SignInMethod[] = ['password', ...withProvider]

type Work = (tx: Executor, parked: Parked) => Promise<unknown>
const inTransaction = (work: Work) => (parked: Parked) =>
  parked.auth.database.transaction((tx) => work(tx, parked))

/** Runs a statement and increments the version of the project, as the administration API does. */
const changing = (statement: (parked: Parked) => Sql) =>
  inTransaction(async (tx, parked) => {
    await tx.run(statement(parked))
    await bumpProject(tx, parked.project.id)
  })

const unlink = async (tx: Executor, { project, accountId }: Parked) => {
  await tx.run(sql`DELETE FROM identities WHERE project_id = ${project.id} AND account_id = ${accountId}`)
  await endPendingSignIns(tx, project.id, accountId)
}

export const endsSessions: ReadonlySet<string> = new Set([
  'the account is signed out everywhere',
  'the account is deactivated',
  'the account is deactivated and activated again',
  'the account is locked and unlocked again',
])

export const endings: Readonly<Record<string, Ending>> = {
  'the account is signed out everywhere': {
    end: inTransaction((tx, { project, accountId }) => endAccount(tx, project, accountId)),
    ends: all,
  },
  'the authenticator is cleared by an administrator': {
    end: inTransaction(async (tx, { project, accountId }) => {
      await clearAuthenticator(auditedBefore(tx), project.id, accountId)
      await endSessions(tx, project.id, accountId)
    }),
    ends: all,
  },
  'the account is deactivated': {
    end: inTransaction(async (tx, { project, accountId }) => {
      await setActive(auditedBefore(tx), project.id, accountId, false)
      await endAccount(tx, project, accountId)
    }),
    ends: all,
  },
  'the account is deactivated and activated again': {
    end: inTransaction(async (tx, { project, accountId }) => {
      await setActive(auditedBefore(tx), project.id, accountId, false)
      await endAccount(tx, project, accountId)
      await setActive(auditedBefore(tx), project.id, accountId, true)
    }),
    ends: all,
  },
  'the account is locked and unlocked again': {
    end: inTransaction(async (tx, { project, accountId }) => {
      await lockAccount(auditedBefore(tx), project.id, accountId, { accountId, reason: 'x' })
      await endAccount(tx, project, accountId)
      await unlockAccount(auditedBefore(tx), project.id, accountId)
    }),
    ends: all,
  },
  'the account is deleted': {
    end: inTransaction((tx, { accountId }) => tx.run(sql`DELETE FROM accounts WHERE id = ${accountId}`)),
    ends: all,
  },
  'another password is set': {
    end: inTransaction((tx, { project, accountId }) =>
      setPassword(auditedBefore(tx), project.id, accountId, 'x'),
    ),
    ends: all,
  },
  'the link to the provider is removed': { end: inTransaction(unlink), ends: all },
  'the link to the provider is removed and made again': {
    end: inTransaction(async (tx, parked) => {
      const before = await tx.rows<{ issuer: string; subject: string }>(
        sql`SELECT issuer, subject FROM identities WHERE account_id = ${parked.accountId}`,
      )
      await tx.run(sql`DELETE FROM identities WHERE account_id = ${parked.accountId}`)
      for (const { issuer, subject } of before)
        await tx.run(sql`
          INSERT INTO identities (project_id, provider_id, issuer, subject, account_id, linked_at)
          VALUES (${parked.project.id}, 'corp', ${issuer}, ${subject}, ${parked.accountId}, now() + interval '1 ms')`)
    }),
    ends: withProvider,
  },
  'password sign-in is switched off': {
    end: changing(({ project }) => sql`UPDATE projects SET password_login = false WHERE id = ${project.id}`),
    ends: withPassword,
  },
  'the provider is disabled': {
    end: changing(
      ({ project }) => sql`UPDATE identity_providers SET enabled = false WHERE project_id = ${project.id}`,
    ),
    ends: withProvider,
  },
  'the provider is deleted': {
    end: changing(({ project }) => sql`DELETE FROM identity_providers WHERE project_id = ${project.id}`),
    ends: withProvider,
  },
  'the provider gets another issuer': {
    end: changing(
      ({ project }) => sql`
        UPDATE identity_providers SET issuer = 'https://other.example' WHERE project_id = ${project.id}`,
    ),
    ends: withProvider,
  },
  'sign-in through providers is switched off': {
    end: ({ auth }) => setSetting(auth, 'federation.enabled', false),
    ends: withProvider,
  },
}
