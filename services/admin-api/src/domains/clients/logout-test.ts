import { takeAllowances } from '@signet/accounts'
import { limits, operations } from '@signet/contracts'
import { sealedPlace } from '@signet/db/sealed'
import { EgressRefused, egressBytes } from '@signet/http'
import { newId, refuseValue } from '@signet/runtime'
import { issuerOf, signLogoutToken } from '@signet/tenancy'
import type { HandlerDeps } from '../../deps.ts'
import { implement } from '../../implement.ts'
import { refuseTooSoon } from '../mail/read.ts'
import { findClient } from './client-store.ts'

const { perMinute, answerCharacters } = limits.logoutTests

const notDelivered = { outcome: 'undelivered', status: null, answer: '' } as const

/** Random ids of subject and session end no session at the application. */
export const client_logout_test = implement(operations.client_logout_test, {
  async prepare(context, { clientId }) {
    const { deps, project } = context
    const client = await findClient(context, project.id, clientId)
    const issuer = issuerOf(project, deps.config.SIGNET_BASE_URL)
    if (client.backchannelLogoutUri === null)
      refuseValue('backchannelLogoutUri', 'is needed: the application has no address for logout tokens')
    if (issuer === null) refuseValue('projectId', 'has no address, and so no issuer of logout tokens')
    const { backchannelLogoutUri: uri, idTokenSignedResponseAlg: algorithm, secretSealed } = client
    const isSymmetric = algorithm?.startsWith('HS') === true && secretSealed !== null
    const secret = isSymmetric
      ? deps.vault.open(secretSealed, sealedPlace('clientSecret', project.id, clientId))
      : undefined
    const signature = { algorithm: algorithm ?? undefined, secret }
    return { uri, issuer, signature, target: { id: clientId, detail: { uri } } }
  },

  async apply({ sql: tx }, _context, { clientId }) {
    const allowance = { bucket: 'logout test', key: clientId, max: perMinute, seconds: 60 }
    refuseTooSoon(await takeAllowances(tx, [allowance]))
    return { ...notDelivered, milliseconds: 0 }
  },

  async after({ deps, project }, { clientId }, { uri, issuer, signature }) {
    const claims = {
      projectId: project.id,
      issuer,
      clientId,
      sub: newId('account'),
      sid: crypto.randomUUID(),
    }
    const token = await signLogoutToken(deps, claims, signature)
    return send(deps, project.id, uri, token)
  },
})

async function send({ egress }: HandlerDeps, share: string, uri: string, token: string) {
  const started = performance.now()
  const elapsed = () => Math.round(performance.now() - started)
  try {
    const response = await egress.fetch(uri, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logout_token: token }).toString(),
      maxBytes: egressBytes.answer,
      share,
    })
    const { status } = response
    const outcome = status === 200 || status === 204 ? ('accepted' as const) : ('rejected' as const)
    return { outcome, status, milliseconds: elapsed(), answer: beginningOf(await response.text()) }
  } catch (error) {
    if (error instanceof EgressRefused) return { ...notDelivered, milliseconds: elapsed() }
    throw error
  }
}

const beginningOf = (body: string): string =>
  body
    .slice(0, answerCharacters)
    .replace(/\p{Cc}/gu, ' ')
    .toWellFormed()
