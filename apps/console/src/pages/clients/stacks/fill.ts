import type { PrintedStack, StackValues } from '@signet/contracts'
import { clientIdToCome } from '../values/connection-code.ts'
import { filled, scopesOf } from '../values/presets.ts'

/** A new application has the typed values. */
export interface Application {
  readonly issuer: string
  readonly clientId?: string | undefined
  readonly redirectUris: readonly string[]
  readonly postLogoutRedirectUris: readonly string[]
  readonly scope: string
}

const localOrigin = 'http://localhost:3000'

const pathOf = (uri: string): string => (URL.canParse(uri) ? new URL(uri).pathname : uri)

/** Returns the redirect address for which the library is configured, if the application has one. */
export function redirectUriFor(
  { redirectPath, isRedirectFixed }: PrintedStack,
  redirectUris: readonly string[],
): string | undefined {
  const uris = filled(redirectUris)
  const same = uris.find((uri) => pathOf(uri) === redirectPath)
  return same ?? (isRedirectFixed ? undefined : uris[0])
}

/** Returns the stack's redirect address at the origin of the given addresses, otherwise on the local computer. */
export function proposedRedirectUri(
  { redirectPath = '/' }: PrintedStack,
  redirectUris: readonly string[],
): string {
  const web = filled(redirectUris).find((uri) => URL.canParse(uri) && /^https?:/.test(uri))
  return `${web ? new URL(web).origin : localOrigin}${redirectPath}`
}

export const proposedSignOutUri = ({ signOutPath }: PrintedStack, redirectUri: string): string | undefined =>
  signOutPath === undefined || !URL.canParse(redirectUri)
    ? undefined
    : `${new URL(redirectUri).origin}${signOutPath}`

export function signOutUriFor(
  stack: PrintedStack,
  redirectUri: string,
  signOutUris: readonly string[],
): string | undefined {
  const uris = filled(signOutUris)
  const proposed = proposedSignOutUri(stack, redirectUri)
  return uris.find((uri) => uri === proposed) ?? (stack.isRedirectFixed ? undefined : uris[0])
}

function valuesOf(stack: PrintedStack, application: Application): StackValues {
  const redirectUri =
    redirectUriFor(stack, application.redirectUris) ?? proposedRedirectUri(stack, application.redirectUris)
  const isUrl = URL.canParse(redirectUri)
  const permitted = scopesOf(application.scope)
  const scopes = scopesOf(stack.scope).filter((scope) => permitted.includes(scope))
  const scope = stack.scope === '' || permitted.length === 0 ? application.scope : scopes.join(' ')
  return {
    ISSUER: application.issuer,
    CLIENT_ID: application.clientId ?? clientIdToCome,
    REDIRECT_URI: redirectUri,
    REDIRECT_PATH: pathOf(redirectUri),
    POST_LOGOUT_URI:
      signOutUriFor(stack, redirectUri, application.postLogoutRedirectUris) ??
      proposedSignOutUri(stack, redirectUri) ??
      redirectUri,
    ORIGIN: isUrl ? new URL(redirectUri).origin : localOrigin,
    SCOPE: scope,
    SCOPES: scopesOf(scope).join(','),
    AUDIENCE: '',
  }
}

const replaceValues = (code: string, values: StackValues): string =>
  Object.entries(values).reduce((text, [name, value]) => text.replaceAll(`{{${name}}}`, () => value), code)

interface FilledStack {
  readonly run: string
  readonly files: PrintedStack['files']
}

const fillWith = ({ run, files }: PrintedStack, values: StackValues): FilledStack => ({
  run: replaceValues(run, values),
  files: files.map(({ path, code }) => ({ path, code: replaceValues(code, values) })),
})

/** The secret stays a read of the environment. */
export function fillForApplication(stack: PrintedStack, application: Application): FilledStack {
  const values = valuesOf(stack, application)
  const { run, files } = fillWith(stack, values)
  return { run: `${portLine(values.REDIRECT_URI)}${run}`, files }
}

/** Omits the variable for port 3000, and for an application on another computer. */
function portLine(redirectUri: string): string {
  const { hostname = '', port = '' } = URL.canParse(redirectUri) ? new URL(redirectUri) : {}
  return /^(localhost|127\.0\.0\.1)$/.test(hostname) && port !== '' && port !== '3000'
    ? `export PORT=${port}\n`
    : ''
}

interface Api {
  readonly issuer: string
  readonly identifier: string
  readonly scopes: readonly string[]
}

export const fillForApi = (stack: PrintedStack, { issuer, identifier, scopes }: Api): FilledStack =>
  fillWith(stack, {
    ISSUER: issuer,
    AUDIENCE: identifier,
    SCOPE: scopes[0] ?? '',
    SCOPES: scopes.join(','),
    CLIENT_ID: '',
    REDIRECT_URI: '',
    REDIRECT_PATH: '',
    POST_LOGOUT_URI: '',
    ORIGIN: '',
  })
