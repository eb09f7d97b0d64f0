import { type Html, html } from '@signet/http'
import { directionOf, type Locale } from '@signet/i18n'
import type { ProjectBrand } from './brand.ts'
import { breakable, letter } from './parts.ts'
import { paintPath, stylesheetPath } from './stylesheet.ts'

interface Layout {
  readonly locale: Locale
  readonly title: string
  readonly project: ProjectBrand
  readonly body: Html
  /** Precedes the mark of the project in the first line. */
  readonly partner?: Html | undefined
  /** Below the card. */
  readonly footer?: Html | string
  /** Follows the name of the project in the first line. */
  readonly head?: Html
  /** An application's color, `#rrggbb`, in place of the project's. */
  readonly primaryColor?: string | undefined
  /** Address that the browser loads automatically after this page. */
  readonly refresh?: { readonly seconds: number; readonly address: string }
  /** A wider page with cards next to the links to its sections. */
  readonly isAccount?: boolean
}

export const layout = ({
  locale,
  title,
  project,
  body,
  head,
  partner,
  primaryColor = project.primaryColor,
  refresh,
  footer,
  isAccount = false,
}: Layout): Html => html`<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} &middot; ${project.name}</title>
<link rel="stylesheet" href="${stylesheetPath}">${
  primaryColor
    ? html`
<link rel="stylesheet" href="${paintPath(primaryColor)}">`
    : ''
}
${
  refresh
    ? html`<meta http-equiv="refresh" content="${refresh.seconds};url=${refresh.address}">
`
    : ''
}<link rel="icon" href="data:,">
</head>
<body>
<main class="card${isAccount ? ' wide sections' : ''}">
<div class="head">${mark(project, partner)}${head ?? ''}</div>
${body}
</main>
${footer ?? ''}</body>
</html>
`

/** Users recognize a logo, or color and letter, faster than a name. */
const mark = ({ name, logo }: ProjectBrand, partner?: Html): Html =>
  html`<p class="project">${partner ?? ''}${logo ? html`<img src="${logo}" alt="">` : letter(name)}<span>${breakable(name)}</span></p>`
