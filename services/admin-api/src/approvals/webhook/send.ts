import { createHmac } from 'node:crypto'
import { type Executor, sql } from '@signet/db'
import { sealedPlace } from '@signet/db/sealed'
import { type Egress, EgressBusy, EgressRefused, egressBytes } from '@signet/http'
import { mintToken, type Vault } from '@signet/secrets'

export interface Webhook {
  readonly url: string
  readonly secret: string
}

const secretPlace = sealedPlace('approvalWebhook')
const secretPrefix = 'whsec_'

/** Standard Webhooks: a prefix and base64. */
export function createSecret(vault: Vault): { readonly secret: string; readonly sealed: string } {
  const secret = secretPrefix + Buffer.from(mintToken(), 'base64url').toString('base64')
  return { secret, sealed: vault.seal(secret, secretPlace) }
}

export async function readWebhook(executor: Executor, vault: Vault): Promise<Webhook | undefined> {
  const [row] = await executor.rows<{ url: string; sealed: string }>(
    sql`SELECT url, secret_sealed AS sealed FROM approval_webhooks`,
  )
  return row && openWebhook(vault, row)
}

export const openWebhook = (
  vault: Vault,
  { url, sealed }: { readonly url: string; readonly sealed: string },
): Webhook => ({ url, secret: vault.open(sealed, secretPlace) })

/** Standard Webhooks 1.0: HMAC-SHA256 of id, time and body. */
function signatureOf(secret: string, id: string, seconds: number, body: string): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
}

/**
 * The reason of a failure omits the address, which can contain a key of the receiver.
 * @returns null after a response with a status 2xx, otherwise the reason
 */
export async function sendMessage(
  egress: Egress,
  { url, secret }: Webhook,
  { id, message }: { readonly id: string; readonly message: object },
): Promise<string | null> {
  const body = JSON.stringify(message)
  const seconds = Math.floor(Date.now() / 1_000)
  try {
    const { ok, status } = await egress.fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': signatureOf(secret, id, seconds, body),
      },
      body,
      maxBytes: egressBytes.answer,
      share: 'approval webhook',
    })
    return ok ? null : `The response has the status ${status}.`
  } catch (error) {
    if (error instanceof EgressBusy) return error.message
    if (error instanceof EgressRefused) return unreachable
    throw error
  }
}

const unreachable = `The address sent no response of at most ${egressBytes.answer / 1024} KiB in 5 seconds, sent a redirect, or is not public.`
