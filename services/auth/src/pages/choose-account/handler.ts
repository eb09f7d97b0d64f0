import { errors } from 'oidc-provider'
import { nameOfClient } from '../../clients/client-metadata.ts'
import { loadAccount } from '../../request/account-store.ts'
import { addressOf, clientOf, type InteractionContext, localeOf } from '../../sign-in/context.ts'
import { continueWith, end, type Outcome, type RenderedPage, rendered } from '../../sign-in/outcome.ts'
import { readForm } from '../shared/form.ts'
import { projectBrand } from '../shared/project-brand.ts'
import { chooseAccountPage } from './view.ts'

/** Shows the choice of `prompt=select_account` (OpenID Connect Core 3.1.2.1). */
export async function show(visit: InteractionContext): Promise<RenderedPage> {
  const { context, interaction } = visit
  const accountId = interaction.session?.accountId ?? ''
  const [client, account] = await Promise.all([
    clientOf(visit),
    loadAccount(context.deps.database, context.project.id, accountId),
  ])
  const page = chooseAccountPage({
    locale: localeOf(visit),
    project: projectBrand(context),
    applicationName: nameOfClient(client),
    accountId,
    accountName: account?.email ?? account?.username ?? accountId,
    action: addressOf(visit, 'account'),
    cancelAction: addressOf(visit, 'abort'),
  })
  return rendered(page)
}

/** A sign-in with another account ends the present session. */
export async function answer({ ctx, interaction }: InteractionContext): Promise<Outcome> {
  const form = await readForm(ctx.req)
  const accountId = interaction.session?.accountId
  if (interaction.prompt.name !== 'select_account' || !accountId || form.get('accountId') !== accountId)
    throw new errors.InvalidRequest('the account changed since this page was shown')
  return form.get('account') === 'other'
    ? continueWith({ entry: { login: '' } })
    : end({ select_account: {} })
}
