import type { Html } from '@signet/http'
import type { Locale } from '@signet/i18n'
import { pageLocale } from '../core/page-language.ts'
import type { OwnPageView } from '../pages/shared/own-layout.ts'
import { projectBrand } from '../pages/shared/project-brand.ts'
import { sendPage } from '../pages/shared/respond.ts'
import { nameOfPerson, type OwnVisit } from './own-page.ts'
import type { OwnPath } from './own-sign-in.ts'

export const ownLocale = ({ context, ctx }: OwnVisit): Locale =>
  pageLocale(context, ctx, ctx.query.ui_locales)

/** Returns the values that every page of the own account shows. */
export function ownView(visit: OwnVisit, path: OwnPath): OwnPageView {
  const { context, account } = visit
  const { mountPath, settings } = context
  return {
    locale: ownLocale(visit),
    project: projectBrand(context),
    action: `${mountPath}${path}`,
    account: `${mountPath}/account`,
    accountId: account.id,
    accountName: nameOfPerson(visit),
    ...(settings['rpInitiatedLogout.enabled'] ? { signOut: `${mountPath}/session/end` } : {}),
  }
}

interface OwnResponse {
  readonly isRefused?: boolean
  readonly picture?: string | null
}

/** @param picture address of the user's picture, which the page may load */
export const sendOwnPage = (
  visit: OwnVisit,
  page: Html,
  { isRefused = false, picture }: OwnResponse = {},
): void =>
  sendPage(visit.ctx, page, {
    locale: ownLocale(visit),
    ...(isRefused ? { status: 422 } : {}),
    images: picture ? [new URL(picture).origin] : [],
  })
