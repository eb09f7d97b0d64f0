import * as z from 'zod'
import { fail } from '../failure.ts'

const Metadata = z.object({
  issuer: z.string(),
  token_endpoint: z.string(),
  device_authorization_endpoint: z.string().optional(),
})
export type Metadata = z.output<typeof Metadata>

const TokenResponse = z.object({
  access_token: z.string(),
  refresh_token: z.string().optional(),
  expires_in: z.number().default(900),
})
export type TokenResponse = z.output<typeof TokenResponse>

const ErrorResponse = z.object({ error: z.string(), error_description: z.string().optional() })
export type TokenError = z.output<typeof ErrorResponse>

const timeoutMs = 30_000

/** Endpoints of another origin are rejected. */
export async function readMetadata(origin: string): Promise<Metadata> {
  const response = await fetch(`${origin}/.well-known/openid-configuration`, {
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok) fail(`${origin} answered ${response.status} for its metadata.`)
  const metadata = Metadata.parse(await response.json())
  for (const endpoint of [metadata.token_endpoint, metadata.device_authorization_endpoint])
    if (endpoint !== undefined && new URL(endpoint).origin !== origin)
      fail(`The metadata of ${origin} names an endpoint of another host: ${endpoint}.`)
  return metadata
}

export async function postForm(
  endpoint: string,
  form: Readonly<Record<string, string>>,
): Promise<{ readonly ok: boolean; readonly body: unknown }> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams(form),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  return { ok: response.ok, body: await response.json().catch(() => ({})) }
}

/** @returns the error of the endpoint instead of throwing it */
export async function requestToken(
  { token_endpoint: endpoint }: Metadata,
  form: Readonly<Record<string, string>>,
): Promise<TokenResponse | TokenError> {
  const { ok, body } = await postForm(endpoint, form)
  return ok ? TokenResponse.parse(body) : ErrorResponse.catch({ error: 'unknown_error' }).parse(body)
}

export const isTokenError = (answer: TokenResponse | TokenError): answer is TokenError => 'error' in answer

export const describeError = ({ error, error_description: description }: TokenError): string =>
  description ? `${error}: ${description}` : error
