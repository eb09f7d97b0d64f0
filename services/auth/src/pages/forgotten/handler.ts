import { findForReset, newLink } from '@signet/accounts'
import { mailConfigured } from '@signet/mail'
import { isPlainAddress } from '@signet/runtime'
import { errors } from 'oidc-provider'
import { addressOf, type InteractionContext, localeOf } from '../../sign-in/context.ts'
import { mailProof } from '../../sign-in/mailed-proof.ts'
import { noteOrigin } from '../../sign-in/onward.ts'
import { type Outcome, type RenderedPage, rendered, stay } from '../../sign-in/outcome.ts'
import { readForm } from '../shared/form.ts'
import { projectBrand } from '../shared/project-brand.ts'
import { forgottenPage, resetSentPage, resetWithoutMailPage } from './view.ts'

export async function show(visit: InteractionContext): Promise<RenderedPage> {
  requirePasswordLogin(visit)
  const { context, interaction } = visit
  if (!(await mailConfigured(context.deps.database))) return rendered(withoutMail(visit))
  const page = forgottenPage({
    locale: localeOf(visit),
    project: projectBrand(context),
    action: addressOf(visit, 'forgotten'),
    signIn: addressOf(visit),
    login: String(interaction.params.login_hint ?? ''),
  })
  return rendered(page)
}

/** Work that depends on the account runs in the background: response and timing are equal for every address. */
export async function answer(visit: InteractionContext): Promise<Outcome> {
  requirePasswordLogin(visit)
  const { context, ctx } = visit
  const { deps, issuer, project } = context
  if (!(await mailConfigured(deps.database))) return stay(withoutMail(visit))
  const email = ((await readForm(ctx.req)).get('login') ?? '').trim()
  const locale = localeOf(visit)
  noteOrigin(visit, 'reset')
  if (isPlainAddress(email))
    deps.backgroundTasks.run(async () => {
      const account = await findForReset(deps.database, project.id, email)
      if (account?.email)
        await mailProof(context, { ...account, email: account.email }, newLink(issuer, 'reset'), locale)
    })
  return stay(
    resetSentPage({
      locale,
      project: projectBrand(context),
      action: addressOf(visit, 'forgotten'),
      login: email,
      signIn: addressOf(visit),
    }),
  )
}

const withoutMail = (visit: InteractionContext) =>
  resetWithoutMailPage({
    locale: localeOf(visit),
    project: projectBrand(visit.context),
    signIn: addressOf(visit),
  })

function requirePasswordLogin({ context }: InteractionContext): void {
  if (!context.project.passwordLogin) throw new errors.AccessDenied('password sign-in is switched off')
}
