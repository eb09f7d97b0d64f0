import { readSignInState } from '@signet/accounts'
import { isVisible } from '@signet/contracts'
import { pagesTextsOf } from '@signet/i18n/pages'
import { errors } from 'oidc-provider'
import { beginEnrolment, finishEnrolment } from '../../own-account/enrol-passkey.ts'
import { hasJustSignedIn, type OwnVisit, ownPage } from '../../own-account/own-page.ts'
import { ownPasskeys, removeOwnPasskey, renameOwnPasskey } from '../../own-account/own-passkeys.ts'
import { ownLocale, ownView, sendOwnPage } from '../../own-account/own-view.ts'
import type { EnrolmentProblem } from '../../passkeys/problem.ts'
import { relyingParty } from '../../passkeys/relying-party.ts'
import { nameOf } from '../shared/project-brand.ts'
import { newOwnPasskeyPage, ownPasskeysPage } from './view.ts'

const path = '/account/passkeys'

const maxNameCharacters = 64

export const passkeysLayer = ownPage({ path, show, answer })

const ownerOf = ({ context, account }: OwnVisit) => ({ projectId: context.project.id, accountId: account.id })

/** @throws InvalidRequest while the project has no passkeys */
function requireRelyingParty({ context }: OwnVisit) {
  const rp = relyingParty(context)
  if (!rp) throw new errors.InvalidRequest('passkeys are switched off')
  return rp
}

async function show(visit: OwnVisit): Promise<void> {
  requireRelyingParty(visit)
  const { context } = visit
  const passkeys = await ownPasskeys(context.deps.database, context, ownerOf(visit))
  sendOwnPage(visit, ownPasskeysPage({ ...ownView(visit, path), passkeys }))
}

/** Administrators see the name too: it is empty for one that is not plain text. */
function nameIn(form: ReadonlyMap<string, string>): string {
  const name = (form.get('name') ?? '').trim()
  return name.length <= maxNameCharacters && isVisible(name) ? name : ''
}

async function answer(visit: OwnVisit, form: ReadonlyMap<string, string>): Promise<void> {
  requireRelyingParty(visit)
  const { context } = visit
  const id = form.get('passkeyId')
  const name = nameIn(form)
  if (form.has('add')) return add(visit)
  if (form.has('credential')) return store(visit, form.get('credential'), name)
  if (id === undefined) return
  if (form.has('remove')) await removeOwnPasskey(context, ownerOf(visit), id)
  else if (name) await renameOwnPasskey(context, ownerOf(visit), { id, name })
}

/** A recent sign-in keeps another user of an open browser from adding a passkey. */
async function add(visit: OwnVisit, problem?: EnrolmentProblem): Promise<void> {
  if (!(await hasJustSignedIn(visit, path))) return
  const { context, session } = visit
  const view = ownView(visit, path)
  const enrolment = { owner: ownerOf(visit), boundTo: session.uid, accountName: view.accountName }
  const form = await beginEnrolment(context, requireRelyingParty(visit), enrolment)
  const page = newOwnPasskeyPage({ ...view, projectName: nameOf(context), form, problem })
  sendOwnPage(visit, page, { isRefused: problem !== undefined })
}

async function store(visit: OwnVisit, credential: string | undefined, name: string): Promise<void> {
  if (!(await hasJustSignedIn(visit, path))) return
  const { context, session } = visit
  const owner = ownerOf(visit)
  const account = await readSignInState(context.deps.database, owner.projectId, owner.accountId)
  if (!account) return add(visit, 'notAdded')
  const added = await finishEnrolment(context, {
    owner,
    boundTo: session.uid,
    credential,
    name: name || pagesTextsOf(ownLocale(visit)).passkeys.defaultName,
    revocations: account.revocations,
  })
  if (typeof added === 'string') await add(visit, added)
}
