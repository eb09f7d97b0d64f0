import { readLink, redeemLink } from '@signet/accounts'
import { digest, sameDigest } from '@signet/secrets'
import { ownClientId } from '@signet/sessions'
import type Provider from 'oidc-provider'
import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import type { OptionsContext } from '../../core/issuer-context.ts'
import type { LayerFactory } from '../../core/layer.ts'
import type { EnrolmentProblem } from '../../passkeys/problem.ts'
import {
  choosePasswordAsOwner,
  missingCredential,
  presentedHere,
  proveOwner,
  readPassword,
} from '../../sign-in/address-owner.ts'
import { checkPassword } from '../../sign-in/check-password.ts'
import { hashPassword, minCharactersOf, problemOfPassword } from '../../sign-in/new-password.ts'
import { onwardFrom } from '../../sign-in/onward.ts'
import { notePage, showingProblems } from '../problem/error.ts'
import { readForm, requireOwnOrigin } from '../shared/form.ts'
import type { FormProblem } from '../shared/parts.ts'
import { projectBrand } from '../shared/project-brand.ts'
import { sendPage } from '../shared/respond.ts'
import { keepToken, takeToken, tokenIn } from './link-cookie.ts'
import { newPasskeyPage, storePasskey } from './passkey.ts'
import { choosePasswordPage, confirmAddressPage, linkDonePage } from './view.ts'
import { addressOf, type LinkPurpose, localeOf, type Visit } from './visit.ts'

const route = /^\/account\/(invitation|passkey|reset|verification)$/

/** Requires no sign-in: a message is often opened in another browser. */
export const mailedLinkLayer: LayerFactory =
  ({ provider, context }) =>
  async (ctx, next) => {
    const purpose = route.exec(ctx.path)?.[1] as LinkPurpose | undefined
    if (!purpose) return next()
    notePage({ route: `account.${purpose}`, clientId: ownClientId })
    await showingProblems(ctx, context, () => handle(provider, context, ctx, purpose))
  }

async function handle(
  provider: Provider,
  context: OptionsContext,
  ctx: KoaContextWithOIDC,
  purpose: LinkPurpose,
): Promise<void> {
  const visit = {
    provider,
    context,
    ctx,
    purpose,
    token: tokenIn(ctx),
  }
  if (ctx.method === 'GET')
    return typeof ctx.query.token === 'string' ? take(visit, ctx.query.token) : open(visit)
  if (ctx.method !== 'POST') throw new errors.InvalidRequest('this page cannot be reached like that')
  requireOwnOrigin(ctx, context.issuer)
  const form = await readForm(ctx.req)
  // Another link was opened in this browser since: its cookie replaced that of the posted page.
  if (!sameDigest(form.get('link') ?? '', digest(visit.token))) return end(visit, 'invalid')
  if (purpose === 'passkey') return addByLink(visit, form.get('credential'))
  const password = form.get('password') ?? ''
  return purpose === 'verification' ? verify(visit, password) : choose(visit, password)
}

async function take(visit: Visit, token: string): Promise<void> {
  if (!takeToken(visit.context, visit.ctx, addressOf(visit), token))
    return end({ ...visit, token: '' }, 'invalid')
}

const open = (visit: Visit): Promise<void> => (visit.purpose === 'passkey' ? showPasskey(visit) : show(visit))

/** @returns null for a link to choose a password while the project does not allow passwords */
const find = ({ context: { deps, project }, purpose, token }: Visit) =>
  purpose === 'verification' || project.passwordLogin
    ? readLink(deps.database, project.id, token, purpose)
    : null

/** Changes nothing: mail programs and scanners open links too. */
async function show(visit: Visit, problem?: FormProblem): Promise<void> {
  const found = await find(visit)
  if (!found) return end(visit, 'invalid')
  const { context, ctx, purpose, token } = visit
  const missing = purpose === 'verification' ? await missingHere(visit, found.accountId) : null
  if (missing === 'sign-in') return end(visit, 'signInFirst')
  const locale = localeOf(visit)
  const shared = {
    locale,
    project: projectBrand(context),
    action: addressOf(visit),
    link: digest(token),
    email: found.email,
  }
  const page =
    purpose !== 'invitation' && purpose !== 'reset'
      ? confirmAddressPage({
          ...shared,
          ...(missing ? { password: { minCharacters: minCharactersOf(context), problem } } : {}),
        })
      : choosePasswordPage({ ...shared, purpose, minCharacters: minCharactersOf(context), problem })
  sendPage(ctx, page, { locale, status: problem ? 422 : 200 })
}

const missingHere = async ({ provider, context, ctx }: Visit, accountId: string) =>
  (await presentedHere(provider, context, ctx, accountId)) ? null : missingCredential(context, accountId)

/**
 * Proves the address. In another browser than that of the sign-in, an account that an attacker may have created also needs its
 * password, or a new one.
 */
async function verify(visit: Visit, password: string): Promise<void> {
  const { provider, context, ctx, token } = visit
  const { deps, project } = context
  const found = await find(visit)
  if (!found) return end(visit, 'invalid')
  const presented = await presentedHere(provider, context, ctx, found.accountId)
  const missing = presented ? null : await missingCredential(context, found.accountId)
  if (missing === 'sign-in') return end(visit, 'signInFirst')
  if (missing) return verifyWithPassword(visit, found.accountId, password)
  const proven = await deps.database.transaction(async (tx) => {
    const redeemed = await redeemLink(tx, project.id, token, 'verification')
    if (redeemed) await proveOwner(tx, context, redeemed.accountId, presented ?? {})
    return redeemed
  })
  return end(visit, proven ? 'verification' : 'invalid')
}

/** A matching password stays, so that a sign-in in another browser can complete. */
async function verifyWithPassword(visit: Visit, accountId: string, password: string): Promise<void> {
  const { context, token } = visit
  const { deps, project } = context
  const problem = problemOfPassword(context, password)
  if (problem) return show(visit, problem)
  const known = await readPassword(deps.database, project.id, accountId)
  const verified = known?.hash ? await checkPassword(context, known.hash, password) : false
  if (verified === 'busy') return show(visit, { kind: 'busy' })
  const hashed = verified ? null : await hashPassword(context, password)
  if (hashed && 'problem' in hashed) return show(visit, hashed.problem)
  const proven = await deps.database.transaction(async (tx) => {
    const redeemed = await redeemLink(tx, project.id, token, 'verification')
    if (!redeemed) return null
    if (hashed) await choosePasswordAsOwner(tx, context, redeemed.accountId, hashed.hash)
    else await proveOwner(tx, context, redeemed.accountId, { passwordSetAt: known?.setAt })
    return redeemed
  })
  return end(visit, proven ? 'verification' : 'invalid')
}

/** Hashes the password before the transaction, and only for a valid link. */
async function choose(visit: Visit, password: string): Promise<void> {
  const { context, purpose, token } = visit
  const { deps, project } = context
  if (!(await find(visit))) return end(visit, 'invalid')
  const problem = problemOfPassword(context, password)
  if (problem) return show(visit, problem)
  const hashed = await hashPassword(context, password)
  if ('problem' in hashed) return show(visit, hashed.problem)
  const proven = await deps.database.transaction(async (tx) => {
    const redeemed = await redeemLink(tx, project.id, token, purpose)
    if (redeemed) await choosePasswordAsOwner(tx, context, redeemed.accountId, hashed.hash)
    return redeemed
  })
  return end(visit, proven ? purpose : 'invalid')
}

async function showPasskey(visit: Visit, problem?: EnrolmentProblem): Promise<void> {
  const page = await newPasskeyPage(visit, problem)
  if (!page) return end(visit, 'invalid')
  sendPage(visit.ctx, page, { locale: localeOf(visit), status: problem ? 422 : 200 })
}

/** A rejected passkey leaves the link valid. */
async function addByLink(visit: Visit, credential: string | undefined): Promise<void> {
  const result = await storePasskey(visit, credential)
  if (result === 'added') return end(visit, 'passkey')
  return result === 'invalid' ? end(visit, result) : showPasskey(visit, result)
}

async function end(visit: Visit, how: LinkPurpose | 'signInFirst' | 'invalid'): Promise<void> {
  const { provider, context, ctx } = visit
  const onward =
    how === 'reset' || how === 'verification' ? await onwardFrom(provider, context, ctx, how) : undefined
  if (visit.token) keepToken(context, ctx, addressOf(visit), null)
  const locale = localeOf(visit)
  const page = linkDonePage({
    locale,
    project: projectBrand(context),
    end: how,
    onward,
    account: `${context.mountPath}/account`,
  })
  sendPage(ctx, page, { locale, status: how === 'invalid' ? 404 : 200 })
}
