import { html } from '@signet/runtime'
import type { Language } from './language.ts'
import type { Content } from './message.ts'

/** One line without control characters: a name with a line break in it makes no header (T28). */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

export function renderText({ lines, action, code, notes }: Content): string {
  const parts = [
    ...lines,
    ...(code ? [code] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(notes.length ? [`--\n${notes.map(oneLine).join('\n')}`] : []),
  ]
  return `${parts.join('\n\n')}\n`
}

const quiet = 'font-size:13px;color:#5a6270'

/** No image, style sheet, script or tracking: the only address in it is the link itself. */
export function renderHtml({ subject, lines, action, code, notes }: Content, language: Language): string {
  const page = html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${subject}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 sans-serif;color:#16191f">
<div style="max-width:480px">
${lines.map((line) => html`<p style="margin:0 0 16px">${line}</p>\n`)}${
  code ? html`<p style="margin:0 0 16px;font:600 28px/1.2 monospace;letter-spacing:4px">${code}</p>\n` : ''
}${
  action
    ? html`<p style="margin:0 0 16px"><a href="${action.url}" style="color:#1f5fd0;font-weight:600">${action.label}</a></p>
<p style="margin:0 0 16px;${quiet};word-break:break-all">${action.url}</p>\n`
    : ''
}${notes.map((note) => html`<p style="margin:0 0 8px;${quiet}">${note}</p>\n`)}</div></body></html>
`
  return page.text
}
