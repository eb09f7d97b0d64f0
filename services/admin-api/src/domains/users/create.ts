import { checkClaims, checkEmail, createAccount } from '@signet/accounts'
import { operations } from '@signet/contracts'
import { newId, refuse } from '@signet/runtime'
import { implement } from '../../implement.ts'
import { requireMail } from '../mail/read.ts'
import { keepProof, mailProof, newInvitation } from './mailed-proof.ts'
import { toUser } from './to-user.ts'
import { checkPasswordLength } from './user-rules.ts'
import { findUser } from './user-store.ts'

/** A unique constraint rejects an address in use. An account whose invitation fails after the commit can be invited again. */
export const project_user_create = implement(operations.project_user_create, {
  plans: 'by key',

  async prepare({ deps, project }, { email, password, claims = {}, invite }) {
    if (invite && password !== undefined) refuse('invite_with_password')
    const proof = invite ? newInvitation(deps, project) : null
    if (proof) await requireMail(deps.database)
    checkEmail(email)
    checkPasswordLength(project, password)
    await checkClaims(claims)
    const id = newId('account')
    const passwordHash = password === undefined ? null : await deps.passwords.hash(password)
    return { id, claims, passwordHash, proof, target: { id, detail: { email, claims: Object.keys(claims) } } }
  },

  async apply(
    { sql: tx },
    { deps, caller, project },
    { email, language },
    { id, claims, passwordHash, proof },
  ) {
    await createAccount(tx, { projectId: project.id, id, email, claims, passwordHash, passwordGiven: true })
    if (proof) await keepProof(tx, deps, project, { id, email, profile: {} }, proof, { by: caller, language })
    return toUser(await findUser(tx, project.id, id))
  },

  async after({ deps, caller, project }, { language }, { proof }, user) {
    if (!proof) return user
    const recipient = { ...user, profile: user.profile ?? {} }
    const request = { by: caller, language, refusalIsShown: true }
    const { outcome } = await mailProof(deps, project, recipient, proof, request)
    const { messages } = toUser(await findUser(deps.keyLookupPool, project.id, user.id))
    return { ...user, messages, invitation: outcome === 'sent' ? 'sent' : 'failed' } as const
  },
})
