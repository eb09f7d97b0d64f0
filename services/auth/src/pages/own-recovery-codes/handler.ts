import { readSignInState } from '@signet/accounts'
import { chooseLocale } from '@signet/i18n'
import { errors } from 'oidc-provider'
import { hasJustSignedIn, nameOfPerson, type OwnVisit, ownPage } from '../../own-account/own-page.ts'
import { generateOwnCodes } from '../../own-account/own-recovery-codes.ts'
import { hasSecondFactor } from '../../sign-in/next-step.ts'
import { projectBrand } from '../shared/project-brand.ts'
import { sendPage } from '../shared/respond.ts'
import { ownRecoveryCodesPage } from './view.ts'

const path = '/account/recovery-codes'

export const recoveryCodesLayer = ownPage({ path, show: (visit) => show(visit), answer })

const readState = ({ context, account }: OwnVisit) =>
  readSignInState(context.deps.database, context.project.id, account.id)

/** @param codes new codes, which are shown once */
async function show(visit: OwnVisit, codes?: readonly string[]): Promise<void> {
  const { context, ctx, account } = visit
  const state = await readState(visit)
  const locale = chooseLocale(ctx.query.ui_locales, ctx.get('accept-language'))
  const page = ownRecoveryCodesPage({
    locale,
    project: projectBrand(context),
    action: `${context.mountPath}${path}`,
    account: `${context.mountPath}/account`,
    accountId: account.id,
    accountName: nameOfPerson(visit),
    left: state?.recoveryCodes ?? null,
    canGenerate: state !== null && hasSecondFactor(state),
    codes,
  })
  sendPage(ctx, page, { locale })
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
