import { type ProvenAccount, readLink } from '@signet/accounts'
import { hasSecondFactor } from '@signet/federation'
import type { Html } from '@signet/http'
import { pagesTextsOf } from '@signet/i18n/pages'
import { digest } from '@signet/secrets'
import { beginEnrolment, finishEnrolmentByLink } from '../../own-account/enrol-passkey.ts'
import type { EnrolmentProblem } from '../../passkeys/problem.ts'
import { relyingParty } from '../../passkeys/relying-party.ts'
import { presentedHere } from '../../sign-in/address-owner.ts'
import { nameOf, projectBrand } from '../shared/project-brand.ts'
import { passkeyLinkPage } from './view.ts'
import { addressOf, localeOf, type Visit } from './visit.ts'

/** @returns null while passkeys are off or the account has a second factor (decision 118) */
async function find({ context, token }: Visit): Promise<ProvenAccount | null> {
  const { deps, project } = context
  if (!relyingParty(context)) return null
  const found = await readLink(deps.database, project.id, token, 'passkey')
  if (!found || (await hasSecondFactor(deps.database, project.id, found.accountId))) return null
  return found
}

const enrolmentOf = ({ context, token }: Visit, { accountId }: ProvenAccount) => ({
  owner: { projectId: context.project.id, accountId },
  boundTo: digest(token),
})

/** @returns null when the link is not valid */
export async function newPasskeyPage(visit: Visit, problem?: EnrolmentProblem): Promise<Html | null> {
  const { context, token } = visit
  const rp = relyingParty(context)
  const found = await find(visit)
  if (!found || !rp) return null
  const { email } = found
  return passkeyLinkPage({
    locale: localeOf(visit),
    project: projectBrand(context),
    projectName: nameOf(context),
    action: addressOf(visit),
    link: digest(token),
    email,
    form: await beginEnrolment(context, rp, { ...enrolmentOf(visit, found), accountName: email }),
    problem,
  })
}

export async function storePasskey(
  visit: Visit,
  credential: string | undefined,
): Promise<'added' | 'invalid' | EnrolmentProblem> {
  const { provider, context, ctx, token } = visit
  const found = await find(visit)
  if (!found) return 'invalid'
  return finishEnrolmentByLink(context, {
    ...enrolmentOf(visit, found),
    credential,
    token,
    name: pagesTextsOf(localeOf(visit)).passkeys.defaultName,
    presented: (await presentedHere(provider, context, ctx, found.accountId)) ?? {},
  })
}
