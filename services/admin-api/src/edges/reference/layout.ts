import { createHash } from 'node:crypto'
import { Html, html } from '@signet/http'
import type { ApiDocument } from './document.ts'
import { style } from './style.ts'

/** Only the page and its own style load, the search form targets this server, and there is no script. */
export const referencePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

export const referencePath = '/admin/api/reference'

interface LayoutOptions {
  readonly title?: string
  readonly q?: string
  readonly current?: string
  readonly main: Html
}

export function layout(
  { info, tags }: Pick<ApiDocument, 'info' | 'tags'>,
  { title, q = '', current, main }: LayoutOptions,
): string {
  const links = tags.map(
    ({ name }) =>
      html`<li><a href="${referencePath}/${name}"${
        name === current ? html` aria-current="page"` : ''
      }>${name}</a></li>`,
  )
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title ? `${title} · ` : ''}${info.title}</title><style>${new Html(style)}</style></head>
<body><nav aria-label="Subjects"><strong><a href="${referencePath}">${info.title}</a></strong>
<form role="search" action="${referencePath}"><label for="q">Search</label><input id="q" name="q" type="search" value="${q}"></form>
<ol>${links}</ol></nav>
<main>${main}</main></body></html>
`.text
}
