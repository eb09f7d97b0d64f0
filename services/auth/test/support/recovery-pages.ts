import { expect } from 'vitest'
import { setSignIn, signInPageOf } from './account-pages.ts'
import { type Auth, password } from './harness.ts'
import { type ClientCredentials, pageOf } from './journey.ts'
import { enrolled, type Project, type User } from './passkey-pages.ts'

const path = '/account/recovery-codes'

const codesOn = (html: string): string[] =>
  [...html.matchAll(/<li>([0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4})<\/li>/g)].flatMap(([, code = '']) => code)

/**
 * The user has a passkey, and the project requires second factors.
 * @returns the browser with the functions of the page of the recovery codes
 */
export async function withSecondFactor(auth: Auth, project: Project, user: User) {
  await setSignIn(auth, project.id, { totpRequired: false })
  const { pages } = await enrolled(auth, project, user)
  await setSignIn(auth, project.id, { totpRequired: true })
  const open = async () => pageOf(await pages.browser.open(`${project.issuer}${path}`))
  const post = async (fields: Readonly<Record<string, string>>) => {
    const body = new URLSearchParams({ accountId: user.id, ...fields })
    return pageOf(await pages.browser.post(`${project.issuer}${path}`, body.toString()))
  }
  const generate = async (): Promise<string[]> => {
    const codes = codesOn((await post({ generate: '1' })).html)
    expect(codes).toHaveLength(10)
    return codes
  }
  return { pages, open, post, generate }
}

export async function atSecondFactor(auth: Auth, project: Project, client: ClientCredentials, user: User) {
  const begun = await signInPageOf(auth, project.issuer, client)
  const at = pageOf(await begun.browser.submit(begun.page, '/login', { login: user.email, password }))
  const openForm = async () => {
    const address = /href="([^"]*\/recovery)"/.exec(at.html)?.[1] ?? ''
    return pageOf(await begun.browser.open(new URL(address, project.issuer)))
  }
  const use = async (code: string) => begun.browser.submit(await openForm(), '/recovery', { code })
  return { ...begun, at, openForm, use }
}
