import { readPersonalData } from '@signet/accounts'
import { hasJustSignedIn, type OwnVisit, ownPage } from '../../own-account/own-page.ts'

const path = '/account/data'

/** Sends the stored data of a user who has just signed in (GDPR Art. 15, 20). */
export const ownDataLayer = ownPage({ path, show: send, answer: async () => undefined })

async function send(visit: OwnVisit): Promise<void> {
  if (!(await hasJustSignedIn(visit, path))) return
  const { ctx, context, account, session } = visit
  ctx.set({
    'Cache-Control': 'no-store',
    'Content-Disposition': 'attachment; filename="account.json"',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
  })
  ctx.type = 'application/json; charset=utf-8'
  const owner = { projectId: context.project.id, accountId: account.id }
  const { issuer } = context
  const data = await readPersonalData(context.deps.database, owner, { issuer, sessionUid: session.uid ?? '' })
  ctx.body = `${JSON.stringify(data, null, 2)}\n`
}
