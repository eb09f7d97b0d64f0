import { type Html, html } from '@signet/http'
import { pagesTextsOf } from '@signet/i18n/pages'
import type { NeededProof, PasswordProblem } from '../../own-account/prove-again.ts'
import { grid, leave, person } from '../shared/access-icons.ts'
import { layout } from '../shared/layout.ts'
import { accountField, type OwnPageView, ownLayout } from '../shared/own-layout.ts'
import {
  type AccountPageView,
  breakable,
  knownPasswordField,
  problemLine,
  resultHeader,
  wrongLine,
} from '../shared/parts.ts'

export type DeletionProblem = PasswordProblem | { readonly kind: 'otherName' }

interface OwnDeletionView extends OwnPageView {
  readonly proof: NeededProof
  readonly typed: string
  readonly problem?: DeletionProblem | undefined
}

export function ownDeletionPage(view: OwnDeletionView): Html {
  const { locale, project, action, accountName, proof, typed, problem } = view
  const { accountHome, ownDeletion: text } = pagesTextsOf(locale)
  const isOther = problem?.kind === 'otherName'
  const isWrong = problem?.kind === 'wrongPassword'
  const points = [
    [leave, text.signedOut],
    [person, text.data],
    [grid, text.applications],
  ] as const
  const body = html`<p>${text.intro({ project: project.name })}</p>
<ul class="points">${points.map(([picture, line]) => html`<li>${picture}<span>${line}</span></li>`)}</ul>
<p class="small"><a href="${view.account}/data">${accountHome.data}</a></p>
${isOther || isWrong ? '' : problemLine(problem, locale)}
<form method="post" action="${action}">${accountField(view)}<input type="hidden" name="username" value="${accountName}" autocomplete="username">
<label for="typed">${text.type}</label>
<p class="quiet" id="typed-text"><bdi>${breakable(accountName)}</bdi></p>
<input id="typed" name="typed" value="${typed}" maxlength="254" autocomplete="off" autocapitalize="none" spellcheck="false" dir="ltr" required aria-describedby="typed-text${isOther ? ' problem' : ''}"${isOther ? html` aria-invalid="true"` : ''}>${isOther ? wrongLine(text.other) : ''}
${proof === 'password' ? knownPasswordField(locale, { id: 'current', label: accountHome.current, isWrong, problem: accountHome.wrongPassword }) : ''}
${proof === 'passkey' ? html`<p class="quiet">${accountHome.provenByPasskey}</p>` : ''}
${proof === 'sign-in' ? html`<p class="quiet small">${text.signInFirst}</p>` : ''}
<button class="danger" name="delete" value="1">${text.submit}</button>
</form>`
  return ownLayout(view, text.title, body)
}

export function deletedPage({ locale, project }: AccountPageView): Html {
  const text = pagesTextsOf(locale).ownDeletion
  const body = html`${resultHeader(text.done, true)}<p>${text.doneText({ project: project.name })}</p>`
  return layout({ locale, title: text.done, project, body })
}
