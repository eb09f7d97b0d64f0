import { freshSignInUrl, signInUrl } from '../../paths.ts'

interface Credentials {
  readonly email: string
  readonly password: string
}

/**
 * Signs an administrator in with the password that the form has just sent (decision 176). The authorization server receives the form of
 * its sign-in page, checks the password, and shows its next page. Without such a page, the browser navigates to the sign-in.
 */
export async function signIn({ email, password }: Credentials, returnTo?: string): Promise<void> {
  const page = await beginSignIn(freshSignInUrl(returnTo, email))
  if (page === null) window.location.assign(signInUrl(returnTo, email))
  else postForm(`${page}/login`, { login: email, password })
}

const signInPage = /^\/interaction\/[\w-]+$/

/**
 * Follows the redirects of the authorization request, which leave the state of the console and the interaction in cookies of this browser.
 * @returns null when they end at another page, such as that of an identity provider
 */
async function beginSignIn(address: string): Promise<string | null> {
  try {
    const { ok, url } = await fetch(address, { mode: 'same-origin' })
    return ok && signInPage.test(new URL(url).pathname) ? url : null
  } catch {
    return null
  }
}

/** The browser shows the response, so that a second factor or a passkey follows as in any sign-in. */
function postForm(action: string, fields: Readonly<Record<string, string>>): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = action
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  form.submit()
  form.remove()
}
