import { html } from '@signet/http'
import { directionOf, type Locale } from '@signet/i18n'
import type { Content } from './message.ts'

/** Removes control characters: a name with a line break must not create a header. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** Returns the greeting, if any, and the lines. */
export const paragraphsOf = ({ greeting, lines }: Pick<Content, 'greeting' | 'lines'>): string[] => [
  ...(greeting ? [greeting] : []),
  ...lines,
]

export function renderText(content: Content): string {
  const { action, code, notes } = content
  const parts = [
    ...paragraphsOf(content),
    ...(code ? [code] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(notes.length ? [`--\n${notes.map(oneLine).join('\n')}`] : []),
  ]
  return `${parts.join('\n\n')}\n`
}

/**
 * Every text has its own background, because a mail program in dark mode shows the page unchanged or inverts both. Each pair is
 * readable (WCAG 2.2, 1.4.3: at least 4.5).
 */
const canvas = '#f3f4f7'
const card = '#ffffff'
const ink = `background-color:${card};color:#16191f`
const quiet = `background-color:${card};font-size:13px;line-height:1.5;color:#5a6270`
const ownAccent = '#1f5fd0'

const button = ({ label, url }: NonNullable<Content['action']>, accent: string) => html`
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 16px"><tr>
<td bgcolor="${accent}" style="background-color:${accent};border-radius:6px"><a href="${url}" style="display:inline-block;padding:12px 22px;background-color:${accent};border-radius:6px;color:#ffffff;font-weight:600;text-decoration:none">${label}</a></td>
</tr></table>
<p style="margin:0 0 16px;${quiet};word-break:break-all">${url}</p>
`

/** Outlook reads the size from the attribute. */
const image = (address: string) =>
  html`<img src="${address}" alt="" height="48" style="display:block;width:auto;height:auto;max-width:100%;max-height:48px;margin:0 0 12px;border:0">`

interface Sender {
  readonly sender: string
  /** White text is readable on it. */
  readonly color?: string | undefined
  /** Address of the logo in the page. */
  readonly logo?: string | undefined
}

/**
 * Uses no style sheet, script or tracking, and only the image of the logo; the link is the only address. Tables are the only layout of
 * some mail programs.
 */
export function renderHtml(
  content: Content,
  language: Locale,
  { sender, color: accent = ownAccent, logo }: Sender,
): string {
  const { subject, action, code, notes } = content
  const start = directionOf(language) === 'rtl' ? 'right' : 'left'
  const page = html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}" style="color-scheme:light"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light"><meta name="supported-color-schemes" content="light"><title>${subject}</title></head>
<body bgcolor="${canvas}" style="margin:0;padding:0;background-color:${canvas};color:#16191f">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${canvas}" style="background-color:${canvas}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${card}" style="max-width:520px;background-color:${card};border-radius:8px">
<tr><td style="padding:20px 28px 0;border-top:4px solid ${accent};border-radius:8px 8px 0 0;${ink};text-align:${start};font:600 15px/1.5 sans-serif">${logo ? image(logo) : ''}${oneLine(sender)}</td></tr>
<tr><td style="padding:16px 28px 24px;border-radius:0 0 8px 8px;${ink};text-align:${start};font:16px/1.5 sans-serif">
${paragraphsOf(content).map((line) => html`<p style="margin:0 0 16px;${ink}">${line}</p>\n`)}${
  code
    ? html`<p style="margin:0 0 16px;${ink};font:600 28px/1.2 monospace;letter-spacing:4px">${code}</p>\n`
    : ''
}${action ? button(action, accent) : ''}${notes.map((note) => html`<p style="margin:0 0 8px;${quiet}">${note}</p>\n`)}</td></tr>
</table></td></tr></table></body></html>
`
  return page.text
}
