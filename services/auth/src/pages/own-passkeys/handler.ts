import { readSignInState } from '@signet/accounts'
import { isVisible } from '@signet/contracts'
import { chooseLocale } from '@signet/i18n'
import { pagesTextsOf } from '@signet/i18n/pages'
import { errors } from 'oidc-provider'
import { beginEnrolment, finishEnrolment } from '../../own-account/enrol-passkey.ts'
import { hasJustSignedIn, nameOfPerson, type OwnVisit, ownPage } from '../../own-account/own-page.ts'
import { ownPasskeys, removeOwnPasskey, renameOwnPasskey } from '../../own-account/own-passkeys.ts'
import type { EnrolmentProblem } from '../../passkeys/problem.ts'
import { relyingParty } from '../../passkeys/relying-party.ts'
import { nameOf, projectBrand } from '../shared/project-brand.ts'
import { sendPage } from '../shared/respond.ts'
import { newOwnPasskeyPage, ownPasskeysPage } from './view.ts'

const path = '/account/passkeys'

const maxNameCharacters = 64

export const passkeysLayer = ownPage({ path, show, answer })

const ownerOf = ({ context, account }: OwnVisit) => ({ projectId: context.project.id, accountId: account.id })

const localeOf = ({ ctx }: OwnVisit) => chooseLocale(ctx.query.ui_locales, ctx.get('accept-language'))

const viewOf = (visit: OwnVisit) => {
  const { context, account } = visit
  return {
    locale: localeOf(visit),
    project: projectBrand(context),
    action: `${context.mountPath}${path}`,
    account: `${context.mountPath}/account`,
    accountId: account.id,
    accountName: nameOfPerson(visit),
  }
}

/** @throws InvalidRequest while the project has no passkeys */
function requireRelyingParty({ context }: OwnVisit) {
  const rp = relyingParty(context)
  if (!rp) throw new errors.InvalidRequest('passkeys are switched off')
  return rp
}

async function show(visit: OwnVisit): Promise<void> {
  requireRelyingParty(visit)
  const { context, ctx } = visit
  const passkeys = await ownPasskeys(context.deps.database, context, ownerOf(visit))
  const view = viewOf(visit)
  sendPage(ctx, ownPasskeysPage({ ...view, passkeys }), { locale: view.locale })
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
  const { context, ctx, session } = visit
  const view = viewOf(visit)
  const enrolment = { owner: ownerOf(visit), boundTo: session.uid, accountName: view.accountName }
  const form = await beginEnrolment(context, requireRelyingParty(visit), enrolment)
  const page = newOwnPasskeyPage({ ...view, projectName: nameOf(context), form, problem })
  sendPage(ctx, page, { locale: view.locale, ...(problem ? { status: 422 } : {}) })
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
    name: name || pagesTextsOf(localeOf(visit)).passkeys.defaultName,
    revocations: account.revocations,
  })
  if (typeof added === 'string') await add(visit, added)
}
