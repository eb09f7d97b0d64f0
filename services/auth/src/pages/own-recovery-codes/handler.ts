import { readSignInState } from '@signet/accounts'
import { errors } from 'oidc-provider'
import { hasJustSignedIn, type OwnVisit, ownPage } from '../../own-account/own-page.ts'
import { generateOwnCodes } from '../../own-account/own-recovery-codes.ts'
import { ownView, sendOwnPage } from '../../own-account/own-view.ts'
import { hasSecondFactor } from '../../sign-in/next-step.ts'
import { ownRecoveryCodesPage } from './view.ts'

const path = '/account/recovery-codes'

export const recoveryCodesLayer = ownPage({ path, show: (visit) => show(visit), answer })

const readState = ({ context, account }: OwnVisit) =>
  readSignInState(context.deps.database, context.project.id, account.id)

/** @param codes new codes, which are shown once */
async function show(visit: OwnVisit, codes?: readonly string[]): Promise<void> {
  const state = await readState(visit)
  const page = ownRecoveryCodesPage({
    ...ownView(visit, path),
    left: state?.recoveryCodes ?? null,
    canGenerate: state !== null && hasSecondFactor(state),
    codes,
  })
  sendOwnPage(visit, page)
}

/** A recent sign-in keeps another user of an open browser from reading codes. */
async function answer(visit: OwnVisit, form: ReadonlyMap<string, string>): Promise<void> {
  if (!form.has('generate') || !(await hasJustSignedIn(visit, path))) return
  const { context, account } = visit
  const state = await readState(visit)
  const owner = { projectId: context.project.id, accountId: account.id }
  const codes = state && (await generateOwnCodes(context, owner, state.revocations))
  if (!codes) throw new errors.InvalidRequest('the account has no second factor')
  await show(visit, codes)
}
