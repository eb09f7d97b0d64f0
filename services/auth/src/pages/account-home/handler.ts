import { newLink, readSignInState } from '@signet/accounts'
import { type Locale, localeOf } from '@signet/i18n'
import { keepLanguage } from '../../core/page-language.ts'
import { removeApp } from '../../own-account/own-apps.ts'
import { canDeleteAccount } from '../../own-account/own-deletion.ts'
import { hasJustUsedPasskey, type OwnVisit, ownPage } from '../../own-account/own-page.ts'
import { saveOwnLanguage } from '../../own-account/own-profile.ts'
import { ownLocale, ownView, sendOwnPage } from '../../own-account/own-view.ts'
import type { PasswordProblem } from '../../own-account/prove-again.ts'
import { mailProof } from '../../sign-in/mailed-proof.ts'
import { minCharactersOf } from '../../sign-in/new-password.ts'
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

async function show(visit: OwnVisit, { problem, isLinkSent = false }: Shown = {}): Promise<void> {
  const overview = await readOverview(visit)
  const page = accountHomePage({
    ...ownView(visit, path),
    links: linksOf(visit, overview),
    overview,
    isLinkSent,
    ...(overview.passwordSetAt
      ? {
          password: {
            minCharacters: minCharactersOf(visit.context),
            problem,
            isProven: hasJustUsedPasskey(visit),
            isOpen: visit.ctx.query.change === 'password',
          },
        }
      : {}),
  })
  sendOwnPage(visit, page, { isRefused: problem !== undefined, picture: overview.picture })
}

function linksOf(visit: OwnVisit, overview: Overview) {
  const { settings, mountPath } = visit.context
  const home = `${mountPath}${path}`
  return {
    apps: `${home}/apps`,
    ...(visit.account.managed ? {} : { profile: `${home}/profile` }),
    ...(overview.providers ? { identities: `${home}/identities` } : {}),
    ...(overview.passwordSetAt ? { authenticator: `${home}/authenticator` } : {}),
    ...(overview.passkeys ? { passkeys: `${home}/passkeys` } : {}),
    ...(overview.hasSecondFactor ? { recoveryCodes: `${home}/recovery-codes` } : {}),
    data: `${home}/data`,
    ...(canDeleteAccount(visit) ? { deletion: `${home}/deletion` } : {}),
    ...(settings['ciba.enabled'] ? { requests: `${home}/requests` } : {}),
  }
}

async function answer(visit: OwnVisit, form: ReadonlyMap<string, string>): Promise<void> {
  const ended = form.get('session')
  if (ended) await endOwnSession(visit, ended)
  if (form.has('clientId')) await removeApp(visit, form.get('clientId'))
  if (form.has('confirm')) return confirmAddress(visit)
  const language = localeOf(form.get('language'))
  if (language) return chooseLanguage(visit, language)
  if (!form.has('password')) return
  const problem = await changePassword(visit, form)
  if (problem) await show(visit, { problem })
}

async function chooseLanguage(visit: OwnVisit, language: Locale): Promise<void> {
  keepLanguage(visit.context, visit.ctx, language)
  await saveOwnLanguage(visit, language)
}

/** Mails at most one link a minute. The page that it opens keeps the credentials of the session in which it was requested. */
async function confirmAddress(visit: OwnVisit): Promise<void> {
  const { context, account } = visit
  if (!(await canConfirm(visit))) return
  const state = await readSignInState(context.deps.database, context.project.id, account.id)
  if (!state?.email) return
  const addressee = { id: state.id, email: state.email, languages: state.languages }
  await mailProof(context, addressee, newLink(context.issuer, 'verification'), ownLocale(visit))
  await show(visit, { isLinkSent: true })
}
