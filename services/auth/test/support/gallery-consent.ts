import type { Html } from '@signet/http'
import { consentPage } from '../../src/pages/consent/view.ts'
import { deviceCodePage, deviceConfirmPage, deviceDonePage } from '../../src/pages/device/view.ts'
import { details, email, logo, permissions, primaryColor, type View } from './gallery-view.ts'

export function consent(view: View): Record<string, Html> {
  const page = {
    ...view,
    applicationName: 'Storefront',
    accountId: 'a',
    accountName: email,
    partial: false,
    permissions,
    redirectHost: 'shop.example',
  }
  const brand = { logo, policyUri: 'https://shop.example/p', tosUri: 'https://shop.example/t', primaryColor }
  return {
    consent: consentPage(page),
    'consent-partial': consentPage({ ...page, partial: true, details }),
    'consent-brand': consentPage({ ...page, permissions: permissions.slice(0, 2), brand }),
    'consent-identity': consentPage({ ...page, permissions: [] }),
    'consent-apis': consentPage({
      ...page,
      partial: true,
      permissions: [...permissions.slice(0, 1), { scope: 'phone_number', isClaim: true }],
      apis: [
        { name: 'Orders', address: 'https://orders.example', permissions: permissions.slice(-1) },
        { name: 'Stock', address: 'https://stock.example', permissions: [] },
      ],
    }),
  }
}

export const device = (view: View): Record<string, Html> => ({
  'device-code': deviceCodePage({ ...view, typed: '', mask: '****-****', digits: false }),
  'device-code-wrong': deviceCodePage({
    ...view,
    typed: 'ABCD-EFGH',
    mask: '****-****',
    digits: false,
    problem: 'notFound',
  }),
  'device-confirm': deviceConfirmPage({
    ...view,
    xsrf: 'x',
    applicationName: 'Living Room TV',
    userCode: 'WDJB-MJHT',
  }),
  'device-done': deviceDonePage({ ...view, approved: true }),
  'device-refused': deviceDonePage({ ...view, approved: false }),
})
