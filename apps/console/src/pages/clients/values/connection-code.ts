import { filled, type PresetName } from './presets.ts'

export const clientIdToCome = '<client-id>'

interface ConnectionValues {
  readonly issuer: string
  readonly clientId?: string | undefined
  readonly redirectUris: readonly string[]
  readonly scope: string
}

const authorizationRequest = ({
  issuer,
  clientId = clientIdToCome,
  redirectUris,
  scope,
}: ConnectionValues): string =>
  [
    `${issuer}/auth`,
    `  ?response_type=code`,
    `  &client_id=${clientId}`,
    `  &redirect_uri=${encodeURIComponent(filled(redirectUris)[0] ?? 'https://app.example/callback')}`,
    `  &scope=${encodeURIComponent(scope.trim() || 'openid')}`,
    '  &code_challenge=<BASE64URL(SHA-256(verifier))>',
    '  &code_challenge_method=S256',
    '  &state=<random>',
  ].join('\n')

const scopeLine = (scope: string): string => (scope.trim() ? ` \\\n  --data-urlencode 'scope=${scope}'` : '')

const firstRequests: Readonly<Record<PresetName, (connected: ConnectionValues) => string>> = {
  web: authorizationRequest,
  browser: authorizationRequest,
  native: authorizationRequest,
  machine: ({ issuer, clientId = clientIdToCome, scope }) =>
    `curl ${issuer}/token \\\n  -u '${clientId}:<client-secret>' \\\n  -d grant_type=client_credentials${scopeLine(scope)}`,
  device: ({ issuer, clientId = clientIdToCome, scope }) =>
    `curl ${issuer}/device/auth \\\n  -d client_id=${clientId}${scopeLine(scope)}`,
}

export const firstRequest = (kind: PresetName, connected: ConnectionValues): string =>
  firstRequests[kind](connected)
