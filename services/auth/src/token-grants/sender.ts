import type { X509Certificate } from 'node:crypto'
import type Provider from 'oidc-provider'
import { type AccessToken, errors, type TokenEndpointGrantContext } from 'oidc-provider'
import {
  checkDpopReplay,
  checkDpopRequired,
  checkMtlsCert,
  type DpopProof,
  validateDpop,
} from 'oidc-provider/lib/helpers/grants.js'

/** Key by DPoP or the certificate of the application. */
export interface Sender {
  readonly proof: DpopProof | undefined
  readonly certificate: string | X509Certificate | undefined
}

/** @throws InvalidGrant when the application must send one */
export async function readSender(provider: Provider, ctx: TokenEndpointGrantContext): Promise<Sender> {
  const proof = await validateDpop(provider, ctx)
  const certificate = checkMtlsCert(provider, ctx)
  checkDpopRequired(provider, ctx, proof)
  return { proof, certificate }
}

/**
 * Accepts a DPoP proof once.
 * @returns the thumbprint of its key; undefined without a proof
 */
export async function redeemProof(
  provider: Provider,
  ctx: TokenEndpointGrantContext,
  { proof }: Sender,
): Promise<string | undefined> {
  if (proof) await checkDpopReplay(provider, ctx, proof, ctx.oidc.client.clientId)
  return proof?.thumbprint
}

export async function bindToSender(
  provider: Provider,
  ctx: TokenEndpointGrantContext,
  token: AccessToken,
  sender: Sender,
): Promise<void> {
  if (sender.certificate) token.setThumbprint('x5t', sender.certificate)
  const thumbprint = await redeemProof(provider, ctx, sender)
  if (thumbprint) token.setThumbprint('jkt', thumbprint)
}

interface Bound {
  readonly jkt?: string | undefined
  readonly 'x5t#S256'?: string | undefined
}

/**
 * A stolen token is of no use without the key: a bound token is exchanged for a bound token, and by the application that it was issued
 * to only with the same key.
 * @throws InvalidRequest
 */
export function checkSenderOfSubject(subject: Bound, issued: Bound, isOwn: boolean): void {
  const isBound = (each: Bound) => each.jkt !== undefined || each['x5t#S256'] !== undefined
  if (!isBound(subject)) return
  if (!isBound(issued))
    throw new errors.InvalidRequest('the subject token is bound to a key, and this request proves none')
  const isSame = subject.jkt === issued.jkt && subject['x5t#S256'] === issued['x5t#S256']
  if (isOwn && !isSame)
    throw new errors.InvalidRequest('the subject token is bound to another key of this application')
}
