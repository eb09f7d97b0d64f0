import type { Answer } from '../../api/client.ts'

export interface PendingTest {
  readonly projectId: string
  readonly clientId: string
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

const storageKey = 'signet.sign-in-test'

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const random = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)))

/** Stores the test in this tab and returns the address of its sign-in, with PKCE (RFC 7636) and a new authentication. */
export async function beginTest(
  projectId: string,
  { clientId, authorizationEndpoint, redirectUri, scope }: Answer<'project_sign_in_test_start'>,
): Promise<string> {
  const test: PendingTest = { projectId, clientId, state: random(), nonce: random(), codeVerifier: random() }
  sessionStorage.setItem(storageKey, JSON.stringify(test))
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(test.codeVerifier))
  const url = new URL(authorizationEndpoint)
  url.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope,
    state: test.state,
    nonce: test.nonce,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
    prompt: 'login',
  }).toString()
  return url.href
}

/** Returns null when the response belongs to another test. */
export function pendingTest(state: string | undefined): PendingTest | null {
  const text = sessionStorage.getItem(storageKey)
  if (text === null) return null
  const test: PendingTest = JSON.parse(text)
  return test.state === state ? test : null
}

export const forgetTest = (): void => sessionStorage.removeItem(storageKey)
