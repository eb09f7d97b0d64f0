import type { Locale } from '@signet/i18n'
import type { ProjectBrand } from '../../src/pages/shared/brand.ts'

export const email = 'maria.konstantinopolskaya@engineering.example.com'
export const logo =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHdpZHRoPSI5NiIgaGVpZ2h0PSI0OCI+PHJlY3Qgd2lkdGg9Ijk2IiBoZWlnaHQ9IjQ4IiByeD0iMTAiIGZpbGw9IiMwYTdkNWEiLz48L3N2Zz4='
export const primaryColor = '#0a7d5a'
export const permissions = [
  { scope: 'profile' },
  { scope: 'email' },
  { scope: 'offline_access' },
  { scope: 'orders.read', description: 'see your orders and where they are', kind: 'see' as const },
  { scope: 'orders.write', description: 'place and cancel orders for you', kind: 'act' as const },
  { scope: 'urn:example:warehouse:shipments:export' },
]
export const details = [
  { type: 'payment', amount: { value: '45.00', currency: 'EUR' }, creditor: 'Acme GmbH' },
]

export interface View {
  readonly locale: Locale
  readonly project: ProjectBrand
  readonly action: string
  readonly cancelAction: string
  readonly againAction: string
  readonly again: string
  readonly otherAction: string
  readonly accountName: string
  readonly account: string
  readonly signIn: string
  readonly signOut: string
  readonly email: string
  readonly login: string
  readonly link: string
  readonly minCharacters: number
}
