import type { Html } from '@signet/http'
import type { Overview } from '../../src/pages/account-home/overview.ts'
import { accountHomePage } from '../../src/pages/account-home/view.ts'
import type { View } from './gallery-view.ts'

const since = new Date('2026-03-04T10:00:00Z')
const noon = new Date('2026-11-26T12:04:00Z')

const links = {
  apps: '/apps',
  profile: '/profile',
  identities: '/i',
  passkeys: '/p',
  authenticator: '/t',
  recoveryCodes: '/r',
  requests: '/r',
  data: '/d',
  deletion: '/delete',
}

const full: Overview = {
  name: 'Maria Konstantinopolskaya',
  picture: null,
  email: 'maria.konstantinopolskaya@engineering.example.com',
  emailVerified: true,
  username: 'maria',
  passwordSetAt: since,
  authenticatorSince: since,
  passkeys: ['MacBook Pro im Büro, mit Touch ID', 'YubiKey'],
  hasPasskey: true,
  providers: ['Google', 'Konstantinopel Engineering und Verwaltung GmbH'],
  recoveryCodes: 8,
  hasSecondFactor: true,
  sessions: [
    { uid: 's1', since: noon, applications: ['Storefront', 'Warehouse'], isThis: true },
    { uid: 's2', since, applications: [], isThis: false },
  ],
  failures: [{ cause: 'wrong_code', clientId: null, clientName: null, count: 1, lastAt: since }],
  apps: [
    { clientId: 'c', name: 'Storefront', since, lastUsed: noon },
    { clientId: 'd', name: 'Desk', since, lastUsed: null },
  ],
  waitingRequests: 2,
  nextStep: null,
}

const bare: Overview = {
  ...full,
  ...{ name: null, username: null, authenticatorSince: null, passkeys: [], hasPasskey: false, providers: [] },
  ...{
    recoveryCodes: null,
    hasSecondFactor: false,
    failures: [],
    apps: [],
    waitingRequests: 0,
    nextStep: 'passkey',
  },
}

const guessed: Overview = {
  ...full,
  failures: [
    { cause: 'wrong_password', clientId: 'c', clientName: 'Storefront', count: 12, lastAt: noon },
    ...full.failures,
  ],
  nextStep: 'password',
}

const password = { minCharacters: 12, problem: undefined, isProven: false, isOpen: false }

export function accountHome(view: View & { readonly accountId: string }): Record<string, Html> {
  const page = { ...view, action: view.account, links, isLinkSent: false, password }
  const unconfirmed: Overview = { ...bare, emailVerified: false, nextStep: 'confirmAddress' }
  return {
    account: accountHomePage({
      ...page,
      overview: full,
      password: { ...password, problem: { kind: 'wrongPassword' } },
    }),
    'account-safe': accountHomePage({ ...page, overview: full }),
    'account-failures': accountHomePage({ ...page, overview: guessed }),
    'account-bare': accountHomePage({ ...page, overview: bare }),
    'account-authenticator': accountHomePage({ ...page, overview: { ...bare, nextStep: 'authenticator' } }),
    'account-few-codes': accountHomePage({
      ...page,
      overview: { ...full, recoveryCodes: 2, nextStep: 'recoveryCodes' },
    }),
    'account-no-codes': accountHomePage({
      ...page,
      overview: { ...full, recoveryCodes: null, nextStep: 'recoveryCodes' },
    }),
    'account-unconfirmed': accountHomePage({ ...page, overview: unconfirmed }),
    'account-link-sent': accountHomePage({ ...page, overview: unconfirmed, isLinkSent: true }),
  }
}
