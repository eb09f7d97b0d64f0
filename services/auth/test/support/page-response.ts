import { sendPage } from '../../src/pages/shared/respond.ts'
import { gallery } from './gallery.ts'

const pages = gallery('en')

/** Returns the response with a page of the gallery. The extra text is not part of the page that the policy is for. */
export function pageResponse(name: string, extra = '') {
  const headers: Record<string, string> = {}
  const page = pages[name] ?? { text: '' }
  const context = {
    status: 0,
    type: '',
    body: '' as unknown,
    set: (all: object) => Object.assign(headers, all),
    vary: () => undefined,
  }
  sendPage(context as never, page, { locale: 'en' })
  return { headers, contentType: 'text/html; charset=utf-8', body: `${context.body}${extra}` }
}
