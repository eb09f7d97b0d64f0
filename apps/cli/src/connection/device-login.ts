import { setTimeout as pause } from 'node:timers/promises'
import { agentScopes } from '@signet/contracts'
import * as z from 'zod'
import { fail } from '../failure.ts'
import type { Terminal } from '../terminal.ts'
import type { Login } from './credentials.ts'
import {
  describeError,
  isTokenError,
  type Metadata,
  postForm,
  requestToken,
  type TokenResponse,
} from './endpoints.ts'

/** Part of every instance, for command lines and agents of administrators. */
export const builtInClient = 'signet-agent'

const Started = z.object({
  device_code: z.string(),
  user_code: z.string(),
  verification_uri: z.string(),
  verification_uri_complete: z.string().optional(),
  expires_in: z.number(),
  interval: z.number().default(5),
})

export const loginOf = ({ access_token, refresh_token, expires_in }: TokenResponse): Login => ({
  accessToken: access_token,
  ...(refresh_token === undefined ? {} : { refreshToken: refresh_token }),
  expiresAt: Date.now() + expires_in * 1000,
})

/** RFC 8628, on any browser. */
export async function loginByDevice(metadata: Metadata, origin: string, terminal: Terminal): Promise<Login> {
  const endpoint = metadata.device_authorization_endpoint
  if (!endpoint) return fail('The instance has the device flow switched off (deviceFlow.enabled).')
  const scope = ['openid', 'offline_access', ...agentScopes].join(' ')
  const { ok, body } = await postForm(endpoint, {
    client_id: builtInClient,
    scope,
    resource: `${origin}/mcp`,
  })
  if (!ok) return fail(`The instance refused the device flow: ${JSON.stringify(body)}`)
  const started = Started.parse(body)
  terminal.note(`Open ${started.verification_uri_complete ?? started.verification_uri}`)
  terminal.note(`and compare the code ${started.user_code}.`)
  return poll(metadata, origin, started)
}

async function poll(metadata: Metadata, origin: string, started: z.output<typeof Started>): Promise<Login> {
  const end = Date.now() + started.expires_in * 1000
  let seconds = started.interval
  while (Date.now() < end) {
    await pause(seconds * 1000)
    const answer = await requestToken(metadata, {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      client_id: builtInClient,
      device_code: started.device_code,
      resource: `${origin}/mcp`,
    })
    if (!isTokenError(answer)) return loginOf(answer)
    if (answer.error === 'slow_down') seconds += 5
    else if (answer.error !== 'authorization_pending')
      return fail(`The sign-in ended: ${describeError(answer)}`)
  }
  return fail('The code expired before the sign-in.')
}
