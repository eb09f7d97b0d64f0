import { type Deviation, FormBrowser, optionsOn, type Page, SoftwareAuthenticator } from '@signet/testkit'
import { signInPageOf } from './account-pages.ts'
import { type Auth, type makeProject, password, redirectUri } from './harness.ts'
import { type ClientCredentials, pageOf } from './journey.ts'

export type Project = Awaited<ReturnType<typeof makeProject>>

export interface User {
  readonly id: string
  readonly email: string
}

const path = '/account/passkeys'

export class PasskeyPages {
  readonly project: Project
  readonly user: User
  readonly browser: FormBrowser

  constructor({ address }: Pick<Auth, 'address'>, project: Project, user: User) {
    this.project = project
    this.user = user
    this.browser = new FormBrowser(address, redirectUri)
  }

  async enter(): Promise<Page> {
    const entry = pageOf(await this.browser.open(`${this.project.issuer}${path}`))
    return pageOf(await this.browser.submit(entry, '/login', { login: this.user.email, password }))
  }

  async post(fields: Readonly<Record<string, string>>): Promise<Page> {
    const body = new URLSearchParams({ accountId: this.user.id, ...fields })
    return pageOf(await this.browser.post(`${this.project.issuer}${path}`, body.toString()))
  }

  list = async (): Promise<Page> => pageOf(await this.browser.open(`${this.project.issuer}${path}`))

  async add(authenticator: SoftwareAuthenticator, deviation: Deviation = {}): Promise<Page> {
    const form = await this.post({ add: '1' })
    return this.post({ credential: authenticator.create(optionsOn(form), deviation), name: 'Phone' })
  }
}

export async function enrolled(auth: Auth, project: Project, user: User, usual: Deviation = {}) {
  const pages = new PasskeyPages(auth, project, user)
  await pages.enter()
  const authenticator = new SoftwareAuthenticator(new URL(project.issuer).origin, usual)
  const page = await pages.add(authenticator)
  return { pages, authenticator, page }
}

export async function atSignIn(auth: Auth, project: Project, client: ClientCredentials) {
  const begun = await signInPageOf(auth, project.issuer, client)
  return {
    ...begun,
    options: optionsOn(begun.page),
    send: (credential: string, page: Page = begun.page) =>
      begun.browser.submit(page, '/passkey', { credential }),
  }
}
