import { errors } from 'oidc-provider'
import { chooseAccountPage } from '../pages/choose-account.ts'
import { nameOfClient } from '../provider-options/client-metadata.ts'
import { loadAccount } from '../storage/account-store.ts'
import { nameOf } from './brand.ts'
import { readForm } from './form.ts'
import { finish } from './index.ts'
import { formTarget, sendPage } from './respond.ts'
import { showSignIn } from './sign-in.ts'
import { addressOf, localeOf } from './turn.ts'
import type { Interaction } from './types.ts'

/** The account choice of `prompt=select_account` (OpenID Connect Core 3.1.2.1): a browser is signed in to one account. */
export async function showAccountChoice(turn: Interaction): Promise<void> {
  const { context, ctx, interaction, provider } = turn
  const accountId = interaction.session?.accountId
  if (!accountId) return showSignIn(turn)
  const [client, account] = await Promise.all([
    provider.Client.find(String(interaction.params.client_id)),
    loadAccount(context.deps.database, context.project.id, accountId),
  ])
  if (!client) throw new errors.InvalidClient('client is gone')
  const locale = localeOf(turn)
  const page = chooseAccountPage({
    locale,
    projectName: nameOf(context),
    applicationName: nameOfClient(client),
    accountId,
    accountName: account?.email ?? account?.username ?? accountId,
    action: addressOf(turn, 'account'),
    cancelAction: addressOf(turn, 'abort'),
  })
  sendPage(ctx, page, { locale, formTargets: formTarget(interaction.params.redirect_uri) })
}

/** Whoever takes another account signs in to it, which signs the present one out of this browser. */
export async function answerAccountChoice(turn: Interaction): Promise<void> {
  const { ctx, interaction } = turn
  const form = await readForm(ctx.req)
  const accountId = interaction.session?.accountId
  if (interaction.prompt.name !== 'select_account' || !accountId || form.get('accountId') !== accountId)
    throw new errors.InvalidRequest('the account changed since this page was shown')
  if (form.get('account') === 'other') return showSignIn(turn, { login: '' })
  return finish(turn, { select_account: {} })
}
