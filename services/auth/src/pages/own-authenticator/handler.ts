import { newSeed, readSignInState, reserveCode, type SignInState, showSeed, stepOf } from '@signet/accounts'
import { SealBroken, UnknownSecretKey } from '@signet/secrets'
import { errors } from 'oidc-provider'
import { enrol, removeByRecoveryCode, removeByStep } from '../../own-account/own-authenticator.ts'
import { hasJustSignedIn, nameOfPerson, type OwnVisit, ownPage } from '../../own-account/own-page.ts'
import { ownView, sendOwnPage } from '../../own-account/own-view.ts'
import { throttlePolicy, visitorOf } from '../../sign-in/attempts.ts'
import type { FormProblem } from '../shared/parts.ts'
import { nameOf } from '../shared/project-brand.ts'
import { ownAuthenticatorPage } from './view.ts'

const path = '/account/authenticator'

export const authenticatorLayer = ownPage({ path, show: (visit) => show(visit), answer })

const ownerOf = ({ context, account }: OwnVisit) => ({ projectId: context.project.id, accountId: account.id })

/** An authenticator protects only sign-ins with a password. */
async function readState({ context: { deps, project }, account }: OwnVisit) {
  const state = await readSignInState(deps.database, project.id, account.id)
  if (!state || !project.passwordLogin || state.passwordSetAt === null)
    throw new errors.InvalidRequest('the account signs in without a password')
  return state
}

interface RejectedForm {
  readonly problem: FormProblem
  /** The seed that the user has already added to the authenticator. */
  readonly sealed: string | undefined
}

/** A recent sign-in keeps another user of an open browser from reading the seed. */
async function show(visit: OwnVisit, again?: RejectedForm): Promise<void> {
  const { context } = visit
  const { vault } = context.deps
  const { authenticator, recoveryCodes } = await readState(visit)
  if (authenticator === null && !(await hasJustSignedIn(visit, path))) return
  const owner = ownerOf(visit)
  const names = { issuer: nameOf(context), label: nameOfPerson(visit) }
  const sealed = again?.sealed ?? newSeed(vault, owner)
  const page = ownAuthenticatorPage({
    ...ownView(visit, path),
    required: context.project.totpRequired,
    problem: again?.problem,
    recoveryCodes: `${context.mountPath}/account/recovery-codes`,
    canRecover: authenticator !== null && Boolean(recoveryCodes),
    ...(authenticator === null ? { seed: { sealed, ...showSeed(vault, sealed, owner, names) } } : {}),
  })
  sendOwnPage(visit, page, { isRefused: again !== undefined })
}

/** @throws InvalidRequest for a seed that was not sealed here for this account */
function stepOfForm(visit: OwnVisit, seed: string, code: string): number | null {
  try {
    return stepOf(visit.context.deps.vault, seed, ownerOf(visit), code)
  } catch (error) {
    if (error instanceof SealBroken || error instanceof UnknownSecretKey)
      throw new errors.InvalidRequest('the authenticator is of another account')
    throw error
  }
}

/** Reserves an attempt before the code is compared, and counts it with those of the sign-in. */
async function answer(visit: OwnVisit, form: ReadonlyMap<string, string>): Promise<void> {
  const { context } = visit
  const { deps, project, settings } = context
  const state = await readState(visit)
  if (state.authenticator === null && !(await hasJustSignedIn(visit, path))) return
  const sealed = state.authenticator === null ? form.get('seed') : undefined
  const again = (problem: FormProblem) => show(visit, { problem, sealed })
  const attempt = await reserveCode(
    deps.database,
    project.id,
    state,
    throttlePolicy(settings),
    visitorOf(visit),
  )
  if (attempt.wait > 0) return again({ kind: 'tooMany', minutes: Math.ceil(attempt.wait / 60) })
  const problem = await change(visit, state, form)
  if (problem) return again(problem)
  await deps.database.run(attempt.release)
}

/**
 * Removal needs a code or a recovery code.
 * @returns undefined when it is done
 */
async function change(
  visit: OwnVisit,
  { authenticator, passwordSetAt, revocations }: SignInState,
  form: ReadonlyMap<string, string>,
): Promise<FormProblem | undefined> {
  const { context } = visit
  const owner = ownerOf(visit)
  const recoveryCode = form.get('recovery')
  if (authenticator !== null && recoveryCode !== undefined)
    return (await removeByRecoveryCode(context, owner, recoveryCode))
      ? undefined
      : { kind: 'wrongRecoveryCode' }
  const seed = authenticator ?? form.get('seed')
  const step = seed === undefined ? null : stepOfForm(visit, seed, form.get('code') ?? '')
  if (seed === undefined || step === null) return { kind: 'wrongAuthenticator' }
  const isDone =
    authenticator === null
      ? await enrol(context, owner, { sealed: seed, step, passwordSetAt, revocations })
      : await removeByStep(context, owner, step)
  return isDone ? undefined : { kind: 'wrongAuthenticator' }
}
