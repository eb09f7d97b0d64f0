import { newLink, readSignInState } from '@signet/accounts'
import { chooseLocale } from '@signet/i18n'
import { removeApp } from '../../own-account/own-apps.ts'
import { hasJustUsedPasskey, nameOfPerson, type OwnVisit, ownPage } from '../../own-account/own-page.ts'
import type { PasswordProblem } from '../../own-account/prove-again.ts'
import { mailProof } from '../../sign-in/mailed-proof.ts'
import { minCharactersOf } from '../../sign-in/new-password.ts'
import { projectBrand } from '../shared/project-brand.ts'
import { sendPage } from '../shared/respond.ts'
import { changePassword } from './change-password.ts'
import { canConfirm, type Overview, readOverview } from './overview.ts'
import { endOwnSession } from './sessions.ts'
import { accountHomePage } from './view.ts'

const path = '/account'

export const accountHomeLayer = ownPage({ path, show: (visit) => show(visit), answer })

interface Shown {
  readonly problem?: PasswordProblem
  readonly isLinkSent?: boolean
}

const localeOf = ({ ctx }: OwnVisit) => chooseLocale(ctx.query.ui_locales, ctx.get('accept-language'))

async function show(visit: OwnVisit, { problem, isLinkSent = false }: Shown = {}): Promise<void> {
  const { context, ctx, account } = visit
  const locale = localeOf(visit)
  const overview = await readOverview(visit)
  const page = accountHomePage({
    locale,
    project: projectBrand(context),
    action: `${context.mountPath}${path}`,
    accountId: account.id,
    accountName: nameOfPerson(visit),
    links: linksOf(visit, overview),
    overview,
    isLinkSent,
    ...(overview.passwordSetAt
      ? {
          password: {
            minCharacters: minCharactersOf(context),
            problem,
            isProven: hasJustUsedPasskey(visit),
          },
        }
      : {}),
  })
  sendPage(ctx, page, { locale, ...(problem ? { status: 422 } : {}) })
}

function linksOf({ context: { settings, mountPath }, account }: OwnVisit, overview: Overview) {
  const home = `${mountPath}${path}`
  return {
    apps: `${home}/apps`,
    ...(account.managed ? {} : { profile: `${home}/profile` }),
    ...(overview.providers ? { identities: `${home}/identities` } : {}),
    ...(overview.passwordSetAt ? { authenticator: `${home}/authenticator` } : {}),
    ...(overview.passkeys ? { passkeys: `${home}/passkeys` } : {}),
    ...(overview.hasSecondFactor ? { recoveryCodes: `${home}/recovery-codes` } : {}),
    data: `${home}/data`,
    ...(settings['ciba.enabled'] ? { requests: `${home}/requests` } : {}),
    ...(settings['rpInitiatedLogout.enabled'] ? { signOut: `${mountPath}/session/end` } : {}),
  }
}

async function answer(visit: OwnVisit, form: ReadonlyMap<string, string>): Promise<void> {
  const ended = form.get('session')
  if (ended) await endOwnSession(visit, ended)
  if (form.has('clientId')) await removeApp(visit, form.get('clientId'))
  if (form.has('confirm')) return confirmAddress(visit)
  if (!form.has('password')) return
  const problem = await changePassword(visit, form)
  if (problem) await show(visit, { problem })
}

/** Mails at most one link a minute. The page that it opens keeps the credentials of the session in which it was requested. */
async function confirmAddress(visit: OwnVisit): Promise<void> {
  const { context, account } = visit
  if (!(await canConfirm(visit))) return
  const state = await readSignInState(context.deps.database, context.project.id, account.id)
  if (!state?.email) return
  const addressee = { id: state.id, email: state.email, languages: state.languages }
  await mailProof(context, addressee, newLink(context.issuer, 'verification'), localeOf(visit))
  await show(visit, { isLinkSent: true })
}
