import { chooseLocale } from '@signet/i18n'
import type Provider from 'oidc-provider'
import { ownIdentities, unlinkOwn } from '../../federation/own-identities.ts'
import { projectBrand } from '../../interactions/brand.ts'
import { addOwnPage, nameOfPerson, type OwnVisit } from '../../interactions/own-page.ts'
import { sendPage } from '../../interactions/respond.ts'
import type { OptionsContext } from '../../provider-options/context.ts'
import { identitiesPage } from './view.ts'

const path = '/account/identities'

/** Where a person sees through which providers they sign in, and takes one away. */
export const addIdentitiesPage = (provider: Provider, context: OptionsContext): void =>
  addOwnPage(provider, context, { path, show, answer })

async function show(visit: OwnVisit): Promise<void> {
  const { context, ctx, account } = visit
  const locale = chooseLocale(ctx.query.ui_locales, ctx.get('accept-language'))
  const page = identitiesPage({
    locale,
    project: projectBrand(context),
    action: `${context.mountPath}${path}`,
    accountId: account.id,
    accountName: nameOfPerson(visit),
    identities: await ownIdentities(context.deps.database, context, account.id),
    apps: `${context.mountPath}/account/apps`,
  })
  sendPage(ctx, page, { locale })
}

/** What is not linked, or is the only way in, stays as it is: the page that follows shows it. */
async function answer({ context, account }: OwnVisit, form: ReadonlyMap<string, string>): Promise<void> {
  await unlinkOwn(context, account.id, form.get('providerId') ?? '')
}
