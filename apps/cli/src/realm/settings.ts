import { limits, operations } from '@signet/contracts'
import { recordsIn, textOf, type Values } from '../users/mapped.ts'
import { isOn, membersOf, type Report, textsIn } from './export.ts'

const Language = operations.project_update.input.shape.language

/** Other values than the default have no counterpart, for the reason. */
const without: Readonly<Record<string, readonly [initial: unknown, reason: string]>> = {
  accessTokenLifespan: [300, 'an access token has the lifetime of its API (accessTokenTTL)'],
  ssoSessionIdleTimeout: [1800, 'sessions have the lifetimes of the instance'],
  ssoSessionMaxLifespan: [36000, 'sessions have the lifetimes of the instance'],
  offlineSessionIdleTimeout: [2592000, 'sessions have the lifetimes of the instance'],
  offlineSessionMaxLifespanEnabled: [false, 'sessions have the lifetimes of the instance'],
  clientSessionIdleTimeout: [0, 'sessions have the lifetimes of the instance'],
  clientSessionMaxLifespan: [0, 'sessions have the lifetimes of the instance'],
  revokeRefreshToken: [false, 'each refresh replaces the refresh token (setting refreshTokens.reuseSeconds)'],
  registrationEmailAsUsername: [false, 'a user registers with an address'],
  rememberMe: [false, 'sessions have the lifetimes of the instance'],
  loginWithEmailAllowed: [true, 'a user signs in with the address or the user name'],
  duplicateEmailsAllowed: [false, 'an address has one account'],
  editUsernameAllowed: [false, 'administrators change user names'],
  userManagedAccessAllowed: [false, 'authorization services have no counterpart'],
  organizationsEnabled: [false, 'organizations have no counterpart'],
  adminPermissionsEnabled: [false, 'the roles of a team decide the rights of administrators'],
  permanentLockout: [false, 'a lockout ends (settings loginThrottle)'],
  otpPolicyType: ['totp', 'authenticators are time-based'],
  otpPolicyAlgorithm: ['HmacSHA1', 'authenticators have SHA-1'],
  otpPolicyDigits: [6, 'authenticators have 6 digits'],
  otpPolicyPeriod: [30, 'authenticators have 30 seconds'],
  eventsEnabled: [false, 'the audit records each change and sign-in'],
  adminEventsEnabled: [false, 'the audit records each change'],
}

const flows: Readonly<Record<string, string>> = {
  browserFlow: 'browser',
  registrationFlow: 'registration',
  directGrantFlow: 'direct grant',
  resetCredentialsFlow: 'reset credentials',
  clientAuthenticationFlow: 'clients',
  firstBrokerLoginFlow: 'first broker login',
}

export function convertSettings(realm: Values, report: Report): Record<string, unknown> {
  reportSettings(realm, report)
  reportExtensions(realm, report)
  const displayName = textOf(realm.displayName)
  const language = isOn(realm.internationalizationEnabled) ? textOf(realm.defaultLocale) : undefined
  const hasLanguage = Language.safeParse(language).success
  if (!hasLanguage) report('defaultLocale', `messages have no language ${language}`)
  const totp = recordsIn(realm.requiredActions).find(({ alias }) => alias === 'CONFIGURE_TOTP')
  const hasPasskeys = recordsIn(realm.users).some(({ credentials }) =>
    recordsIn(credentials).some(({ type }) => String(type).startsWith('webauthn')),
  )
  return {
    ...(displayName === undefined || displayName.length > limits.displayNameCharacters
      ? {}
      : { displayName }),
    ...(language !== undefined && hasLanguage ? { language } : {}),
    passwordLogin: true,
    registrationOpen: realm.registrationAllowed === true,
    emailVerificationRequired: realm.verifyEmail === true,
    ...(totp?.enabled === true && totp.defaultAction === true ? { totpRequired: true } : {}),
    ...(hasPasskeys ? { passkeys: 'allowed' } : {}),
  }
}

function reportSettings(realm: Values, report: Report): void {
  for (const [name, [initial, reason]] of Object.entries(without))
    if (realm[name] !== undefined && realm[name] !== initial)
      report(name, `${JSON.stringify(realm[name])}: ${reason}`)
  for (const [name, initial] of Object.entries(flows))
    if (realm[name] !== undefined && realm[name] !== initial)
      report(
        name,
        `the flow ${realm[name]} has no counterpart: the settings of the project decide the sign-in`,
      )
  for (const rule of textOf(realm.passwordPolicy)?.split(' and ') ?? [])
    report(`passwordPolicy/${rule}`, 'a password has 8 to 256 characters, and no other rule')
  if (realm.bruteForceProtected === true)
    report(
      'bruteForceProtected',
      `the settings loginThrottle of the instance decide: ${realm.failureFactor} failures in Keycloak`,
    )
  if (Object.keys(membersOf(realm.smtpServer)).length > 0)
    report('smtpServer', 'an administrator of the instance sets the mail server (page System)')
  if (realm.resetPasswordAllowed === false)
    report('resetPasswordAllowed', 'users can reset a password by mail')
  for (const name of ['loginTheme', 'accountTheme', 'adminTheme', 'emailTheme'])
    if (textOf(realm[name]) !== undefined)
      report(name, 'themes have no counterpart: set the color and the logo')
  for (const [locale, texts] of Object.entries(membersOf(realm.localizationTexts)))
    if (Object.keys(membersOf(texts)).length > 0)
      report(`localizationTexts/${locale}`, 'texts have no counterpart')
  report('realm', 'applications and APIs need the issuer of the project, and its signing keys are new')
}

function reportExtensions(realm: Values, report: Report): void {
  for (const { alias, topLevel, builtIn } of recordsIn(realm.authenticationFlows))
    if (builtIn === false && topLevel !== false)
      report(`authenticationFlows/${alias}`, 'flows have no counterpart')
  for (const [kind, list] of Object.entries(membersOf(realm.components)))
    for (const { name, providerId } of recordsIn(list)) {
      const path = `components/${kind}/${name}`
      if (kind === 'org.keycloak.storage.UserStorageProvider')
        report(path, `users of ${providerId} are not in the export: connect the directory by SCIM`)
      else if (kind === 'org.keycloak.userprofile.UserProfileProvider')
        report(path, 'the attributes of users have no declaration')
    }
  for (const listener of textsIn(realm.eventsListeners))
    if (listener !== 'jboss-logging') report(`eventsListeners/${listener}`, 'listeners have no counterpart')
  for (const { name } of recordsIn(membersOf(realm.clientPolicies).policies))
    report(`clientPolicies/${name}`, 'policies of clients have no counterpart')
  for (const { name } of recordsIn(realm.organizations))
    report(`organizations/${name}`, 'organizations have no counterpart')
  for (const { alias, enabled, defaultAction } of recordsIn(realm.requiredActions))
    if (enabled === true && defaultAction === true && alias !== 'CONFIGURE_TOTP')
      report(`requiredActions/${alias}`, 'an action after the sign-in has no counterpart')
  if (recordsIn(realm.federatedUsers).length > 0)
    report('federatedUsers', 'users of another directory are left out')
}
