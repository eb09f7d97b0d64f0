import { errors } from 'oidc-provider'
import { canDeleteAccount, deleteOwnAccount } from '../../own-account/own-deletion.ts'
import { hasJustSignedIn, nameOfPerson, type OwnVisit, ownPage } from '../../own-account/own-page.ts'
import { ownLocale, ownView, sendOwnPage } from '../../own-account/own-view.ts'
import { neededProof, type PasswordProblem, proveAgain } from '../../own-account/prove-again.ts'
import { type DeletionProblem, deletedPage, ownDeletionPage } from './view.ts'

const path = '/account/deletion'

export const ownDeletionLayer = ownPage({ path, show: (visit) => show(visit), answer })

interface Shown {
  readonly problem?: DeletionProblem
  readonly typed?: string
}

/** @throws InvalidRequest while the project or a directory forbids it */
function requireDeletable(visit: OwnVisit): void {
  if (!canDeleteAccount(visit)) throw new errors.InvalidRequest('an administrator deletes the account')
}

async function show(visit: OwnVisit, { problem, typed = '' }: Shown = {}): Promise<void> {
  requireDeletable(visit)
  const page = ownDeletionPage({ ...ownView(visit, path), proof: await neededProof(visit), problem, typed })
  sendOwnPage(visit, page, { isRefused: problem !== undefined })
}

async function answer(visit: OwnVisit, form: ReadonlyMap<string, string>): Promise<void> {
  requireDeletable(visit)
  const typed = (form.get('typed') ?? '').trim()
  const again = (problem: DeletionProblem) => show(visit, { problem, typed })
  if (typed.toLowerCase() !== nameOfPerson(visit).toLowerCase()) return again({ kind: 'otherName' })
  const proof = await proveForDeletion(visit, form.get('current') ?? '')
  if (proof === null) return
  if (typeof proof !== 'string') return again(proof)
  const view = ownView(visit, path)
  if (!(await deleteOwnAccount(visit, { by: proof, locale: ownLocale(visit) })))
    throw new errors.InvalidRequest('the account changed since this page was shown')
  sendOwnPage(visit, deletedPage(view))
}

/** @returns the proof; null for a browser that was redirected to sign in again */
async function proveForDeletion(visit: OwnVisit, current: string): Promise<string | PasswordProblem | null> {
  if ((await neededProof(visit)) === 'sign-in')
    return (await hasJustSignedIn(visit, path)) ? 'recent sign-in' : null
  const proof = await proveAgain(visit, current)
  if ('kind' in proof) return proof
  if (proof.release) await visit.context.deps.database.run(proof.release)
  return proof.by
}
