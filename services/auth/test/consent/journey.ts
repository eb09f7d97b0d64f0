import { FormBrowser, isPage, type Page } from '@signet/testkit'
import { party } from '../support/clients.ts'
import { type Auth, password, redirectUri } from '../support/harness.ts'
import { arrivalOf, type ClientCredentials } from '../support/journey.ts'

export const newBrowser = (auth: Auth) => new FormBrowser(auth.address, redirectUri)

interface Visit {
  readonly auth: Auth
  readonly issuer: string
  readonly client: ClientCredentials
  readonly login: string
  readonly browser?: FormBrowser
}

/** Starts a request, signs in if needed and returns the consent page or the redirect to the application. */
export async function ask(
  { auth, issuer, client, login, browser = newBrowser(auth) }: Visit,
  parameters: Readonly<Record<string, string>>,
) {
  const rp = await party(auth, { issuer, ...client })
  const { url, redeem } = await rp.begin(parameters)
  let at = await browser.open(url)
  if (isPage(at) && at.html.includes('name="password"'))
    at = await browser.submit(at, '/login', { login, password })
  const page: Page | undefined = isPage(at) ? at : undefined
  /** Submits the consent page, with boxes by their names, and redeems the code. */
  const answer = async (boxes: Readonly<Record<string, string>> = {}) =>
    redeem(arrivalOf(page ? await browser.submit(page, '/consent', boxes) : at))
  return { rp, browser, page, at, answer, said: page ? textOf(page.html) : '' }
}

export const textOf = (html: string): string =>
  html
    .replaceAll('<wbr>', '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
