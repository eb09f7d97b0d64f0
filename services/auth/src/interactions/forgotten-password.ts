import { findForReset, newLink } from '@signet/directory'
import { isPlainAddress } from '@signet/runtime'
import { errors } from 'oidc-provider'
import { forgottenPage, resetSentPage } from '../pages/account/forgotten.ts'
import { nameOf } from './brand.ts'
import { readForm } from './form.ts'
import { mailProof } from './mailed-proof.ts'
import { sendPage } from './respond.ts'
import { addressOf, localeOf } from './turn.ts'
import type { Interaction } from './types.ts'

export function showForgotten(turn: Interaction): void {
  requirePasswordLogin(turn)
  const { context, ctx, interaction } = turn
  const locale = localeOf(turn)
  const page = forgottenPage({
    locale,
    projectName: nameOf(context),
    action: addressOf(turn, 'forgotten'),
    signIn: addressOf(turn),
    login: String(interaction.params.login_hint ?? ''),
  })
  sendPage(ctx, page, { locale })
}

/** Everything that depends on the account happens beside the answer, which is the same for any address (T24). */
export async function answerForgotten(turn: Interaction): Promise<void> {
  requirePasswordLogin(turn)
  const { context, ctx } = turn
  const { deps, issuer, project } = context
  const email = ((await readForm(ctx.req)).get('login') ?? '').trim()
  const locale = localeOf(turn)
  if (isPlainAddress(email))
    deps.aside.run(async () => {
      const account = await findForReset(deps.database, project.id, email)
      if (account?.email)
        await mailProof(context, { ...account, email: account.email }, newLink(issuer, 'reset'), locale)
    })
  const page = resetSentPage({ locale, projectName: nameOf(context), email, signIn: addressOf(turn) })
  sendPage(ctx, page, { locale })
}

function requirePasswordLogin({ context }: Interaction): void {
  if (!context.project.passwordLogin) throw new errors.AccessDenied('password sign-in is switched off')
}
