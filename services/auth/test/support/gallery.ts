import type { Html } from '@signet/http'
import type { Locale } from '@signet/i18n'
import type { OwnPasskey } from '../../src/own-account/own-passkeys.ts'
import { addPasskeyPage } from '../../src/pages/add-passkey/view.ts'
import { appsPage } from '../../src/pages/apps/view.ts'
import { authenticatorPage } from '../../src/pages/authenticator/view.ts'
import { chooseAccountPage } from '../../src/pages/choose-account/view.ts'
import { claimAccountPage } from '../../src/pages/claim-account/view.ts'
import { forgottenPage, resetSentPage, resetWithoutMailPage } from '../../src/pages/forgotten/view.ts'
import { identitiesPage } from '../../src/pages/identities/view.ts'
import { leavingPage } from '../../src/pages/leaving/view.ts'
import {
  choosePasswordPage,
  confirmAddressPage,
  linkDonePage,
  passkeyLinkPage,
} from '../../src/pages/mailed-links/view.ts'
import { ownAuthenticatorPage } from '../../src/pages/own-authenticator/view.ts'
import { newOwnPasskeyPage, ownPasskeysPage } from '../../src/pages/own-passkeys/view.ts'
import { ownRecoveryCodesPage } from '../../src/pages/own-recovery-codes/view.ts'
import { problemPage } from '../../src/pages/problem/view.ts'
import { recoveryCodePage } from '../../src/pages/recovery-code/view.ts'
import { pausedPage, registrationPage } from '../../src/pages/registration/view.ts'
import { requestsPage } from '../../src/pages/requests/view.ts'
import { signInPage } from '../../src/pages/sign-in/view.ts'
import { signedOutPage, signOutPage } from '../../src/pages/sign-out/view.ts'
import { trialPage } from '../../src/pages/trial/view.ts'
import { verificationPage } from '../../src/pages/verification/view.ts'
import { accountHome } from './gallery-account.ts'
import { consent, device } from './gallery-consent.ts'
import { profilePages } from './gallery-profile.ts'
import { details, email, logo, permissions, primaryColor, type View } from './gallery-view.ts'

export function gallery(locale: Locale): Readonly<Record<string, Html>> {
  const view = {
    locale,
    project: { name: 'Acme Store', primaryColor },
    action: '/a',
    cancelAction: '/b',
    againAction: '/c',
    again: '/d',
    otherAction: '/e',
    accountName: email,
    account: '/account',
    signIn: '/d',
    signOut: '/s',

    email,
    login: email,
    link: 'link',
    minCharacters: 12,
  }
  return { ...signingIn(view), ...consent(view), ...device(view), ...account(view), ...others(view) }
}

function signingIn(view: View): Record<string, Html> {
  const page = { ...view, passwordLogin: true, forgotten: '/f', register: '/r' }
  return {
    'sign-in': signInPage({ ...page, login: '' }),
    'sign-in-wrong': signInPage({ ...page, problem: { kind: 'wrong' } }),
    'sign-in-too-many': signInPage({ ...page, problem: { kind: 'tooMany', minutes: 5 } }),
    'sign-in-closed': signInPage({ ...page, problem: { kind: 'closed' } }),
    'sign-in-registered': signInPage({ ...page, registered: true }),
    'sign-in-application': signInPage({
      ...page,
      application: { name: 'Warehouse', logo, primaryColor: '#7a3bb8' },
    }),
    'sign-in-logo': signInPage({ ...page, project: { ...page.project, logo } }),
    'sign-in-off': signInPage({ ...page, passwordLogin: false }),
    'sign-in-off-console': signInPage({ ...page, passwordLogin: false, ofConsole: true }),
    'sign-in-password-off': signInPage({
      ...page,
      passwordLogin: false,
      problem: { kind: 'passwordOff' },
    }),
    ...withProviders(view),
    'choose-account': chooseAccountPage({
      ...view,
      applicationName: 'Warehouse',
      accountId: 'usr_1',
      accountName: email,
    }),
    'sign-in-passkey': signInPage({ ...page, login: '', passkey: passkey(false) }),
    'sign-in-passkey-first': signInPage({ ...page, login: '', passkey: passkey(true) }),
    'sign-in-passkey-former': signInPage({
      ...page,
      login: '',
      passkey: { ...passkey(false), former: [{ rpId: 'id.earlier.example.com' }] },
    }),
    'sign-in-passkey-unknown': signInPage({
      ...page,
      passkey: passkey(false),
      problem: { kind: 'passkeyUnknown' },
    }),
    'sign-in-passkey-only': signInPage({ ...page, passwordLogin: false, passkey: passkey(true) }),
    'challenge-passkey': authenticatorPage({ ...view, hasCode: false, passkey: passkey(false) }),
    'challenge-both': authenticatorPage({ ...view, passkey: passkey(false), recovery: '/r' }),
    'recovery-code': recoveryCodePage({ ...view, challengeAction: '/c' }),
    'recovery-code-wrong': recoveryCodePage({
      ...view,
      challengeAction: '/c',
      problem: { kind: 'wrongRecoveryCode' },
    }),
    'new-passkey': addPasskeyPage(newPasskey(view)),
    'new-passkey-after-former': addPasskeyPage({
      ...newPasskey(view),
      declineAction: '/n',
      formerHost: 'id.earlier.example.com',
    }),
    'new-passkey-offer': addPasskeyPage({ ...newPasskey(view), declineAction: '/n' }),
    challenge: authenticatorPage(view),
    'challenge-wrong': authenticatorPage({ ...view, problem: { kind: 'wrongAuthenticator' } }),
    enrolment: authenticatorPage({
      ...view,
      seed,
    }),
  }
}

const passkey = (first: boolean) => ({ action: '/k', options: { challenge: 'AAAA' }, first })

const ownPasskey = (name: string, more: Partial<OwnPasskey>): OwnPasskey => ({
  ...{
    id: name.slice(0, 3),
    credentialId: 'AAAA',
    name,
    rpId: 'id.example.com',
    synced: true,
    flagsKnown: true,
    transports: [],
  },
  ...{
    createdAt: new Date('2026-01-02T10:00:00Z'),
    lastUsedAt: null,
    worksHere: true,
    isOnlySignInMethod: false,
  },
  ...more,
})

const newPasskey = (view: View) => ({
  ...view,
  projectName: 'Acme Store',
  declineAction: undefined,
  form: { options: { challenge: 'AAAA' }, models: [] },
})

const seed = {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Acme%20Store:maria?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Acme%20Store',
}

const button = (name: string, brand: string | null = null) => ({ id: name, name, brand, address: '/p' })

function withProviders(view: View): Record<string, Html> {
  const page = { ...view, passwordLogin: true, forgotten: '/f', register: '/r', login: '' }
  const brands = [button('Google', 'google'), button('Microsoft', 'microsoft'), button('Apple', 'apple')]
  const companies = ['Konstantinopel Engineering und Verwaltung GmbH', 'Keycloak'].map((name) => button(name))
  const providers = {
    shown: [...brands, ...companies],
    folded: [button('Subsidiary One'), button('Partner')],
  }
  const claim = { ...view, providerName: 'Google', otherAction: '/o', password: { action: '/p' } }
  const mail = { sendAction: '/s', action: '/m', sent: false }
  return {
    'sign-in-providers': signInPage({ ...page, providers }),
    'sign-in-providers-only': signInPage({ ...view, login: '', passwordLogin: false, providers }),
    'sign-in-provider-failed': signInPage({
      ...page,
      providers: { shown: companies, folded: [] },
      problem: { kind: 'provider', reason: 'address_in_use', providerName: 'Keycloak' },
    }),
    leaving: leavingPage({ ...view, providerName: 'Keycloak', url: new URL('https://corp.example/auth') }),
    'claim-account': claimAccountPage({ ...claim, mail }),
    'claim-account-wrong': claimAccountPage({ ...claim, mail, problem: 'wrongPassword' }),
    'claim-account-code': claimAccountPage({
      ...claim,
      mail: { ...mail, sent: true },
      problem: { kind: 'wrongCode' },
    }),
  }
}

const account = (view: View): Record<string, Html> => ({
  registration: registrationPage({ ...view, login: '' }),
  'registration-short': registrationPage({ ...view, problem: { kind: 'tooShort', characters: 12 } }),
  'registration-paused': pausedPage(view),
  forgotten: forgottenPage({ ...view, login: '' }),
  'forgotten-sent': resetSentPage(view),
  'forgotten-without-mail': resetWithoutMailPage(view),
  invitation: choosePasswordPage({ ...view, purpose: 'invitation' }),
  reset: choosePasswordPage({ ...view, purpose: 'reset', problem: { kind: 'tooShort', characters: 12 } }),
  'passkey-link': passkeyLinkPage({
    ...view,
    projectName: 'Acme',
    form: { options: { challenge: 'AAAA' }, models: [] },
  }),
  'passkey-link-done': linkDonePage({ ...view, end: 'passkey' }),
  'invitation-done': linkDonePage({ ...view, end: 'invitation' }),
  'reset-done': linkDonePage({
    ...view,
    end: 'reset',
    onward: { address: '/interaction', application: 'Storefront' },
  }),
  'link-invalid': linkDonePage({ ...view, end: 'invalid' }),
  'confirm-address': confirmAddressPage(view),
  'verify-link': verificationPage({ ...view, method: 'link', problem: { kind: 'notYet' } }),
  'verify-code': verificationPage({ ...view, method: 'code' }),
  'verify-without-mail': verificationPage({ ...view, method: 'none' }),
})

function others(view: View): Record<string, Html> {
  const person = { accountId: 'a', accountName: email }
  const request = { key: 'k', applicationName: 'Storefront', message: 'Order 4711', permissions, details }
  const app = { clientId: 'c', name: 'Storefront', brand: { logo, primaryColor }, permissions }
  const since = new Date('2026-03-04T10:00:00Z')
  return {
    ...accountHome({ ...view, ...person }),
    ...profilePages({ ...view, ...person }),
    'own-authenticator': ownAuthenticatorPage({
      ...view,
      ...person,
      required: true,
      recoveryCodes: '/r',
      canRecover: true,
    }),
    'own-authenticator-new': ownAuthenticatorPage({
      ...view,
      ...person,
      required: false,
      recoveryCodes: '/r',
      canRecover: false,
      seed: { ...seed, sealed: 'sealed' },
      problem: { kind: 'wrongAuthenticator' },
    }),
    passkeys: ownPasskeysPage({
      ...view,
      ...person,
      passkeys: [
        ownPasskey('MacBook Pro im Büro, mit Touch ID', { lastUsedAt: since }),
        ownPasskey('YubiKey', { synced: false, isOnlySignInMethod: true }),
        ownPasskey('Phone', { worksHere: false, rpId: 'id.earlier.example.com' }),
        ownPasskey('Tablet', {
          worksHere: false,
          worksUntil: new Date('2027-03-04T10:00:00Z'),
          rpId: 'id.former.example.com',
        }),
      ],
    }),
    'passkeys-none': ownPasskeysPage({ ...view, ...person, passkeys: [] }),
    'passkeys-new': newOwnPasskeyPage({
      ...view,
      ...person,
      projectName: 'Acme',
      form: { options: { challenge: 'AAAA' }, models: [] },
      problem: 'notAdded',
    }),
    'passkeys-new-listed': newOwnPasskeyPage({
      ...view,
      ...person,
      projectName: 'Acme',
      form: {
        options: { challenge: 'AAAA' },
        models: ['YubiKey 5 Series with NFC', 'Security Key NFC by Yubico', 'Feitian ePass FIDO2'],
      },
      problem: 'unproven',
    }),
    ...recoveryCodes({ ...view, ...person }),
    requests: requestsPage({ ...view, ...person, requests: [request] }),
    'requests-none': requestsPage({ ...view, ...person, requests: [] }),
    apps: appsPage({
      ...view,
      ...person,
      apps: [
        { ...app, since, lastUsed: since },
        { ...app, clientId: 'd', name: 'Desk', brand: {}, permissions: [], since, lastUsed: null },
      ],
    }),
    'apps-none': appsPage({ ...view, ...person, apps: [] }),
    identities: identitiesPage({
      ...view,
      ...person,
      account: '/account',
      linkable: [{ id: 'gitlab', displayName: 'GitLab' }],
      failed: { reason: 'linked_elsewhere', provider: 'GitLab' },
      identities: [
        {
          providerId: 'google',
          displayName: 'Google',
          email,
          linkedAt: since,
          lastUsedAt: since,
          isOnlySignInMethod: false,
        },
        {
          providerId: 'corp',
          displayName: 'Corp',
          email: null,
          linkedAt: since,
          lastUsedAt: null,
          isOnlySignInMethod: true,
        },
      ],
    }),
    'signed-out-upstream': signedOutPage({
      ...view,
      upstream: { name: 'Keycloak', address: 'https://corp.example' },
    }),
    'sign-out': signOutPage({ ...view, token: 't' }),
    'signed-out': signedOutPage(view),
    problem: problemPage({ ...view, kind: 'refused', details: 'invalid_request: redirect_uri is missing' }),
    fault: problemPage({ ...view, kind: 'fault', reference: 'err_01kahb3m9qf1v8ra', retry: '' }),
    trial: trialPage({ ...view, failure: null }),
    'trial-failed': trialPage({
      ...view,
      failure: { reason: 'unavailable', details: 'the issuer could not be reached' },
    }),
  }
}

function recoveryCodes(view: View & { readonly accountId: string }): Record<string, Html> {
  const page = { ...view, canGenerate: true }
  const codes = ['7KQ4-M9XD-2RTV', '0H3C-PZ8W-YB5N', 'E6J1-GSAF-4QX7', 'T2MV-9DKR-W8HP', 'C5ZB-N0YE-3JG6']
  return {
    'recovery-codes-none': ownRecoveryCodesPage({ ...page, left: null }),
    'recovery-codes-few': ownRecoveryCodesPage({ ...page, left: 2 }),
    'recovery-codes-without-factor': ownRecoveryCodesPage({ ...page, left: null, canGenerate: false }),
    'recovery-codes-new': ownRecoveryCodesPage({ ...page, left: 10, codes: [...codes, ...codes] }),
  }
}
