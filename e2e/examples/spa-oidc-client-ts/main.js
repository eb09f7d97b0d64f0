import { UserManager } from 'oidc-client-ts'

const manager = new UserManager({
  authority: import.meta.env.VITE_ISSUER,
  client_id: import.meta.env.VITE_CLIENT_ID,
  redirect_uri: import.meta.env.VITE_REDIRECT_URI,
  post_logout_redirect_uri: import.meta.env.VITE_POST_LOGOUT_URI,
  scope: import.meta.env.VITE_SCOPE,
  loadUserInfo: true,
})

const page = document.querySelector('main')
const button = (text, action) => {
  const element = document.createElement('button')
  element.textContent = text
  element.onclick = action
  page.append(element)
}

if (new URLSearchParams(location.search).has('state')) {
  await manager.signinCallback()
  history.replaceState(null, '', location.pathname)
}
const user = await manager.getUser()
if (user) {
  page.append(`Hello, ${user.profile.name} `)
  button('Refresh', async () => {
    await manager.signinSilent()
    page.append('Refreshed')
  })
  button('Sign out', () => manager.signoutRedirect())
} else button('Sign in', () => manager.signinRedirect())
