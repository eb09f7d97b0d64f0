import { type AnswerOf, type InputOf, operations } from '@signet/contracts'
import type { Executor } from '@signet/db'
import { hasSecondFactor } from '@signet/federation'
import { refuse } from '@signet/runtime'
import { type Context, implement, type PreparedChange, type Tx } from '../../implement.ts'
import { refuseUnsent, requireMail } from '../mail/read.ts'
import {
  keepProof,
  mailProof,
  newInvitation,
  newPasskeyLink,
  newVerification,
  type Proof,
} from './mailed-proof.ts'
import { refuseManaged } from './user-rules.ts'
import { type FullUserRecord, findUser, lockUser } from './user-store.ts'

/** Refuses an account that could not sign in with a password of its own. */
function refuseUninvitable(user: FullUserRecord): void {
  refuseManaged(user)
  refuseBlocked(user)
}

function refuseBlocked(user: FullUserRecord): void {
  if (user.locked) refuse('user_locked')
  if (!user.active) refuse('user_deactivated')
}

/** Refuses a link to an account that could not use it, or whose second factor it would replace (decision 118). */
async function refuseWithoutPasskey(
  executor: Executor,
  projectId: string,
  user: FullUserRecord,
): Promise<void> {
  refuseBlocked(user)
  if (await hasSecondFactor(executor, projectId, user.id)) refuse('second_factor_enrolled')
}

type Operation = typeof operations.project_user_invite
type Call = Pick<Context<Operation>, 'deps' | 'caller' | 'project'>
type MessageToSend = PreparedChange & { user: FullUserRecord; proof: Proof }

/** Stores the proof and its message with the change, and sends it after the commit. */
const keepThenMail = {
  async apply(
    { sql: tx }: Tx,
    { deps, caller, project }: Call,
    { userId, language }: InputOf<Operation>,
    { proof }: MessageToSend,
  ) {
    const user = await findUser(tx, project.id, userId)
    const expiresAt = await keepProof(tx, deps, project, user, proof, { by: caller, language })
    return { email: user.email, expiresAt: expiresAt.toISOString() }
  },

  async after(
    { deps, caller, project }: Call,
    { language }: InputOf<Operation>,
    { user, proof }: MessageToSend,
    answer: AnswerOf<Operation>,
  ) {
    const recipient = { ...user, email: answer.email }
    const request = { by: caller, language }
    refuseUnsent(caller, await mailProof(deps, project, recipient, proof, request))
    return answer
  },
}

/** The existing password works until the user chooses a new one. */
export const project_user_invite = implement(operations.project_user_invite, {
  plans: 'by key',

  async prepare({ deps, project }, { userId }) {
    const user = await findUser(deps.keyLookupPool, project.id, userId)
    refuseUninvitable(user)
    const proof = newInvitation(deps, project)
    await requireMail(deps.database)
    return { user, proof, target: { id: userId, detail: { email: user.email } } }
  },

  async lock({ sql: tx }, { project }, { userId }) {
    await lockUser(tx, project.id, userId)
    refuseUninvitable(await findUser(tx, project.id, userId))
  },

  ...keepThenMail,
})

/** An earlier link becomes invalid with the commit. */
export const project_user_passkey_invite = implement(operations.project_user_passkey_invite, {
  plans: 'by key',

  async prepare({ deps, project }, { userId }) {
    const user = await findUser(deps.keyLookupPool, project.id, userId)
    await refuseWithoutPasskey(deps.database, project.id, user)
    const proof = newPasskeyLink(deps, project)
    await requireMail(deps.database)
    return { user, proof, target: { id: userId, detail: { email: user.email } } }
  },

  async lock({ sql: tx }, { project }, { userId }) {
    await lockUser(tx, project.id, userId)
    await refuseWithoutPasskey(tx, project.id, await findUser(tx, project.id, userId))
  },

  ...keepThenMail,
})

/** An earlier link or code becomes invalid with the commit. */
export const project_user_verification_send = implement(operations.project_user_verification_send, {
  plans: 'by key',

  async prepare({ deps, project }, { userId }) {
    const user = await findUser(deps.keyLookupPool, project.id, userId)
    if (user.verified) refuse('already_verified')
    await requireMail(deps.database)
    const proof = await newVerification(deps, project)
    return { user, proof, target: { id: userId, detail: { email: user.email } } }
  },

  async lock({ sql: tx }, { project }, { userId }) {
    await lockUser(tx, project.id, userId)
    if ((await findUser(tx, project.id, userId)).verified) refuse('already_verified')
  },

  ...keepThenMail,
})
