import { readSignInState } from '@signet/accounts'
import { chooseLocale } from '@signet/i18n'
import { hasJustUsedPasskey, nameOfPerson, type OwnVisit, ownPage } from '../../own-account/own-page.ts'
import { relyingParty } from '../../passkeys/relying-party.ts'
import { minCharactersOf } from '../../sign-in/new-password.ts'
import { hasSecondFactor } from '../../sign-in/next-step.ts'
import { projectBrand } from '../shared/project-brand.ts'
import { sendPage } from '../shared/respond.ts'
import { changePassword, type PasswordProblem } from './change-password.ts'
import { endOwnSession, ownSessions } from './sessions.ts'
import { accountHomePage } from './view.ts'

const path = '/account'

/** Shows a user the account, with links to its pages. */
export const accountHomeLayer = ownPage({ path, show: (visit) => show(visit), answer })

async function show(visit: OwnVisit, problem?: PasswordProblem): Promise<void> {
  const { context, ctx, account } = visit
  const { settings, project, mountPath } = context
  const locale = chooseLocale(ctx.query.ui_locales, ctx.get('accept-language'))
  const state = await readSignInState(context.deps.database, project.id, account.id)
  const hasPassword = project.passwordLogin && account.passwordSetAt !== null
  const page = accountHomePage({
    locale,
    project: projectBrand(context),
    action: `${mountPath}${path}`,
    accountId: account.id,
    accountName: nameOfPerson(visit),
    links: {
      apps: `${mountPath}/account/apps`,
      ...(settings['federation.enabled'] && project.providers.length
        ? { identities: `${mountPath}/account/identities` }
        : {}),
      ...(hasPassword ? { authenticator: `${mountPath}/account/authenticator` } : {}),
      ...(relyingParty(context) ? { passkeys: `${mountPath}/account/passkeys` } : {}),
      ...(state && hasSecondFactor(state) ? { recoveryCodes: `${mountPath}/account/recovery-codes` } : {}),
      data: `${mountPath}/account/data`,
      ...(settings['ciba.enabled'] ? { requests: `${mountPath}/account/requests` } : {}),
      ...(settings['rpInitiatedLogout.enabled'] ? { signOut: `${mountPath}/session/end` } : {}),
    },
    recoveryCodes: state?.recoveryCodes ?? null,
    sessions: await ownSessions(visit),
    ...(hasPassword
      ? {
          password: {
            minCharacters: minCharactersOf(context),
            problem,
            isProven: hasJustUsedPasskey(visit),
            hasPasskey: state?.passkeyHosts.includes(relyingParty(context)?.rpId ?? '') ?? false,
          },
        }
      : {}),
  })
  sendPage(ctx, page, { locale, ...(problem ? { status: 422 } : {}) })
}

async function answer(visit: OwnVisit, form: ReadonlyMap<string, string>): Promise<void> {
  const ended = form.get('session')
  if (ended) await endOwnSession(visit, ended)
  if (!form.has('password')) return
  const problem = await changePassword(visit, form)
  if (problem) await show(visit, problem)
}
